#include "test/lowering/kernels/tensor_samples.h"

namespace qopt::test::samples::conv2d_winograd {

constexpr TensorLayer window{14, 80, 64, 3, 1, 1};
static constexpr KernelSample samples[] = {{"conv2d.winograd", floats, convSample<window>}};

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_winograd
