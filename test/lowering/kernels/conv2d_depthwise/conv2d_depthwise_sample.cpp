#include "test/lowering/kernels/anchor_samples.h"

namespace qopt::test::samples::conv2d_depthwise {
namespace {

constexpr KernelSample samples[] = {
    {"conv2d.cpu.bytes.depthwise", byteTypes, smallConv2d<80, 1>},
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_depthwise
