#include "test/lowering/kernels/anchor_samples.h"

namespace qopt::test::samples::matmul_batched {
namespace {

constexpr KernelSample samples[] = {
    {"matmul.gpu.batched", anchorTypes, smallMatmul<18, Weights::Computed>},
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::matmul_batched
