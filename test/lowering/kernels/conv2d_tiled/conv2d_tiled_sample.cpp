#include "test/lowering/kernels/anchor_samples.h"

namespace qopt::test::samples::conv2d_tiled {
namespace {

constexpr KernelSample samples[] = {
    {"conv2d.gpu.tiled", anchorTypes, smallConv2d<8, 35>}, // of groups of no whole words
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_tiled
