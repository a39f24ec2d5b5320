#include "test/lowering/kernels/tensor_samples.h"

namespace qopt::test::samples::conv2d_mma_direct {

constexpr TensorLayer pixels{56, 64, 256, 1};
static constexpr KernelSample samples[] = {
    {"conv2d.direct", byteTypes, convSample<pixels>},
    {"conv2d.direct.f16", halves, convSample<pixels>},
    {"matmul.direct", byteTypes, matmulSample<400, 64, 256>},
    {"matmul.direct.f16", halves, matmulSample<400, 64, 256>}};

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_mma_direct
