#include "test/lowering/kernels/tensor_samples.h"

namespace qopt::test::samples::conv2d_mma {

constexpr TensorLayer narrow{14, 80, 64, 3, 1, 1};
static constexpr KernelSample samples[] = {{"conv2d.mma", byteTypes, convSample<narrow>},
                                           {"conv2d.mma.f16", halves, convSample<narrow>},
                                           {"conv2d.fma", floats, convSample<narrow>},
                                           {"matmul.mma", byteTypes, matmulSample<1, 1024, 512>},
                                           {"matmul.mma.f16", halves, matmulSample<1, 1024, 512>},
                                           {"matmul.fma", floats, matmulSample<1, 1024, 512>}};

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_mma
