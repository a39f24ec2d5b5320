#include "test/lowering/kernels/anchor_samples.h"

namespace qopt::test::samples::conv2d_plain {
namespace {

constexpr KernelSample samples[] = {
    {"conv2d.cpu.plain", anchorTypes, smallConv2d<2, 3, Weights::Computed>},
    {"conv2d.gpu.plain", anchorTypes, smallConv2d<2, 3, Weights::Computed>},
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_plain
