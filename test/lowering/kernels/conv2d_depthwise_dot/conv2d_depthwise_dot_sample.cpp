#include "test/lowering/kernels/conv2d_cases.h"
#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::conv2d_depthwise_dot {
namespace {

/// Windows of 7².
Sample largeWindows(qrt::ElementType type) {
  constexpr int64_t channels = 80;
  Sample sample{CaseBuilder(qrt::ElementType::U8, 64), {}};
  CaseBuilder &b = sample.builder;
  const qrt::Operand weights = b.constantOperand(empty(qrt::ElementType::I8, {channels, 1, 7, 7}));
  const qrt::Operand input = b.buffer(empty(type, {1, 9, 6, channels}));
  sample.call = qrt::Conv2dCall{
      shapeOf({9, 6}, channels, channels, channels, {.kernel = {7, 7}, .padBegin = {3, 3}}),
      perSample(1),
      {input, {type, type == qrt::ElementType::U8 ? 12 : -3}},
      {weights, {qrt::ElementType::I8, 0}},
      plainEpilogue(b, accumulatorOf(type), channels)};
  return sample;
}

constexpr KernelSample samples[] = {{"conv2d.gpu.depthwise.dot", byteTypes, largeWindows}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_depthwise_dot
