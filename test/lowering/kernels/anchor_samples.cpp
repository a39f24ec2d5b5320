#include "test/lowering/kernels/anchor_samples.h"

namespace qopt::test {

using qrt::ElementType;

static qrt::Operand placed(CaseBuilder &b, Weights weights, qrt::Tensor values) {
  return weights == Weights::Constant ? b.constantOperand(std::move(values))
                                      : b.buffer(std::move(values));
}

Sample smallConv2d(int64_t groups, int64_t channels, Weights weights, ElementType type) {
  Sample sample{CaseBuilder(ElementType::U8, 64), {}};
  CaseBuilder &b = sample.builder;
  const ElementType filters = type == ElementType::U8 ? ElementType::I8 : type;
  const qrt::Tensor values = empty(filters, {groups * channels, 80 / groups, 3, 3});
  const qrt::Operand input = b.buffer(empty(type, {1, 6, 5, 80}));
  sample.call = qrt::Conv2dCall{
      {{6, 5}, {6, 5}, 80, groups * channels, groups, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}},
      perSample(1),
      {input, {type, type == ElementType::U8 ? 12 : 0}},
      {placed(b, weights, values), {filters, 0}},
      richEpilogue(b, accumulatorOf(type), groups * channels)};
  return sample;
}

Sample smallMatmul(int64_t columns, Weights weights, ElementType type, ElementType right) {
  Sample sample{CaseBuilder(ElementType::U8, 64), {}};
  CaseBuilder &b = sample.builder;
  const qrt::Operand a = b.buffer(empty(type, {3, 600}));
  sample.call = qrt::MatmulCall{
      {.k = 600, .n = columns},
      fixed(1),
      perSample(3),
      {a, {type, 0}},
      {placed(b, weights, empty(right, {600, columns})), {right, right == ElementType::U8 ? 3 : 0}},
      richEpilogue(b, accumulatorOf(type), columns)};
  return sample;
}

} // namespace qopt::test
