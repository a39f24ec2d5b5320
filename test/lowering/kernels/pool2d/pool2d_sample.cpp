#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::pool2d {
namespace {

using qrt::ElementType;

Sample image(ElementType type) {
  Sample sample{CaseBuilder(ElementType::U8, 64), {}};
  CaseBuilder &b = sample.builder;
  const qrt::Operand input = b.buffer(empty(type, {1, 6, 5, 20}));
  sample.call = qrt::Pool2dCall{
      {qrt::PoolKind::Average, {6, 5}, {6, 5}, 20, {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, false},
      perSample(1),
      {type, 0},
      input,
      richEpilogue(b, accumulatorOf(type), 20)};
  return sample;
}

constexpr KernelSample samples[] = {{"pool2d.cpu", anchorTypes, image},
                                    {"pool2d.gpu", anchorTypes, image}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::pool2d
