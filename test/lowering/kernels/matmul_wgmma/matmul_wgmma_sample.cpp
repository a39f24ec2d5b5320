#include "test/lowering/kernels/tensor_samples.h"

namespace qopt::test::samples::matmul_wgmma {

constexpr TensorLayer deep{14, 1024, 512, 1};
static constexpr KernelSample samples[] = {
    {"conv2d.wgmma.rows", byteTypes, convSample<deep>},
    {"conv2d.wgmma.rows.f16", halves, convSample<deep>},
    {"matmul.wgmma.rows", byteTypes, matmulSample<400, 1024, 512>},
    {"matmul.wgmma.rows.f16", halves, matmulSample<400, 1024, 512>}};

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::matmul_wgmma
