#include "test/lowering/kernels/anchor_samples.h"

namespace qopt::test::samples::conv2d_dot {
namespace {

constexpr KernelSample samples[] = {
    {"conv2d.gpu.dot", byteTypes, smallConv2d<1, 19>},
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_dot
