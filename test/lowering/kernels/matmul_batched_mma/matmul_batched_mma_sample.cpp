#include "test/lowering/kernels/anchor_samples.h"

namespace qopt::test::samples::matmul_batched_mma {
namespace {

constexpr KernelSample samples[] = {
    {"matmul.batched.f16", TypeSet{qrt::ElementType::F16}, smallMatmul<18, Weights::Computed>},
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::matmul_batched_mma
