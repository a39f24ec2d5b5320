#include "test/lowering/kernels/tensor_samples.h"

namespace qopt::test::samples::conv2d_wgmma {

constexpr TensorLayer wide{28, 256, 256, 3, 1, 1};
static constexpr KernelSample samples[] = {
    {"conv2d.wgmma", byteTypes, convSample<wide>},
    {"conv2d.wgmma.f16", halves, convSample<wide>},
    {"matmul.wgmma", byteTypes, matmulSample<8192, 4096, 64>},
    {"matmul.wgmma.f16", halves, matmulSample<8192, 4096, 64>}};

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_wgmma
