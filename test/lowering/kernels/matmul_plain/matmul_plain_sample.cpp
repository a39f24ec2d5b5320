#include "test/lowering/kernels/anchor_samples.h"

namespace qopt::test::samples::matmul_plain {
namespace {

constexpr KernelSample samples[] = {
    {"matmul.cpu.plain", anchorTypes, smallMatmul<3, Weights::Computed>},
    {"matmul.gpu.plain", anchorTypes, smallMatmul<3, Weights::Computed>},
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::matmul_plain
