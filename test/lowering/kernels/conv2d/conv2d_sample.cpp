#include "test/lowering/kernels/anchor_samples.h"

namespace qopt::test::samples::conv2d {
namespace {

constexpr KernelSample samples[] = {
    {"conv2d.cpu.bytes.8x32", byteTypes, smallConv2d<2, 19>},
    {"conv2d.cpu.bytes.8x16", byteTypes, smallConv2d<2, 6>},
    {"conv2d.cpu.4x32", anchorTypes, smallConv2d<2, 19>},
    {"conv2d.cpu.8x16", anchorTypes, smallConv2d<2, 11>},
    {"conv2d.cpu.8x8", anchorTypes, smallConv2d<2, 7>},
    {"conv2d.cpu.8x4", anchorTypes, smallConv2d<2, 3>},
    {"conv2d.gpu.2x16", anchorTypes, smallConv2d<2, 11>},
    {"conv2d.gpu.2x8", anchorTypes, smallConv2d<2, 7>},
    {"conv2d.gpu.2x4", anchorTypes, smallConv2d<2, 3>},
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d
