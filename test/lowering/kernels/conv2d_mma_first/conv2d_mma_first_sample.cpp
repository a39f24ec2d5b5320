#include "test/lowering/kernels/tensor_samples.h"

namespace qopt::test::samples::conv2d_mma_first {

constexpr TensorLayer image{20, 3, 64, 7, 2, 3, 4};
static constexpr KernelSample samples[] = {{"conv2d.first", byteTypes, plainConvSample<image>},
                                           {"conv2d.first.f16", halves, plainConvSample<image>}};

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_mma_first
