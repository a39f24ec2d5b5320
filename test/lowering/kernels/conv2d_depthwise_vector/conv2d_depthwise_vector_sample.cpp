#include "test/lowering/kernels/anchor_samples.h"

namespace qopt::test::samples::conv2d_depthwise_vector {
namespace {

constexpr KernelSample samples[] = {
    {"conv2d.gpu.depthwise", anchorTypes, smallConv2d<80, 1>},
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_depthwise_vector
