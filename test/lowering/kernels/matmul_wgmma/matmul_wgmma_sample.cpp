#include "test/lowering/kernels/tensor_samples.h"

namespace qopt::test::samples::matmul_wgmma {

constexpr TensorLayer wide{28, 256, 512, 1, 1, 0};
static constexpr KernelSample samples[] = {
    {"conv2d.wgmma.rows", byteTypes, convSample<wide>},
    {"conv2d.wgmma.rows.f16", halves, convSample<wide>},
    {"matmul.wgmma.rows", byteTypes, matmulSample<400, 1024, 512>},
    {"matmul.wgmma.rows.f16", halves, matmulSample<400, 1024, 512>}};

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::matmul_wgmma
