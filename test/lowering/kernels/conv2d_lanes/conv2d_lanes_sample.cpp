#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::conv2d_lanes {
namespace {

// One pixel, few channels: a gate.
Sample line(qrt::ElementType type) {
  using qrt::ElementType;
  Sample sample{CaseBuilder(ElementType::U8, 64), {}};
  CaseBuilder &b = sample.builder;
  const ElementType weights = type == ElementType::U8 ? ElementType::I8 : type;
  const qrt::Operand input = b.buffer(empty(type, {1, 1, 1, 90}));
  sample.call = qrt::Conv2dCall{{{1, 1}, {1, 1}, 90, 20, 1, {}},
                                perSample(1),
                                {input, {type, 0}},
                                {b.constantOperand(empty(weights, {20, 90, 1, 1})), {weights, 0}},
                                richEpilogue(b, accumulatorOf(type), 20)};
  return sample;
}

constexpr KernelSample samples[] = {
    {"conv2d.gpu.lanes", anchorTypes, line},
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::conv2d_lanes
