#include "test/lowering/kernels/anchor_samples.h"

namespace qopt::test::samples::matmul {
namespace {

constexpr KernelSample samples[] = {
    {"matmul.cpu.bytes.8x32", byteTypes, symmetricMatmul<19>},
    {"matmul.cpu.bytes.8x16", byteTypes, symmetricMatmul<3>},
    {"matmul.cpu.4x32", anchorTypes, smallMatmul<19>},
    {"matmul.cpu.4x16", anchorTypes, smallMatmul<3>},
    {"matmul.gpu.2x8", anchorTypes, smallMatmul<7>},
    {"matmul.gpu.2x4", anchorTypes, smallMatmul<3>},
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::matmul
