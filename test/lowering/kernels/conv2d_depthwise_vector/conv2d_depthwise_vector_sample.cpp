#include "test/lowering/kernels/anchor_samples.h"

namespace qopt::test::samples::conv2d_depthwise_vector {
namespace {

/// Bytes of windows with holes: conv2d.gpu.depthwise.dot is cheaper for the others.
Sample depthwise(qrt::ElementType type) {
  Sample sample = smallConv2d<80, 1>(type);
  qrt::Window2d &window = std::get<qrt::Conv2dCall>(sample.call).shape.window;
  if (byteTypes.contains(type))
    window.dilation = window.padBegin = {2, 2};
  return sample;
}

constexpr KernelSample samples[] = {{"conv2d.gpu.depthwise", anchorTypes, depthwise}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_depthwise_vector
