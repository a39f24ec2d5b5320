#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::scatter {
namespace {

using qrt::ElementType;

// Two lines of three updates in places of two dimensions; bool has no arithmetic.
Sample lines(ElementType type) {
  Sample sample{CaseBuilder(type, 64), {}};
  CaseBuilder &b = sample.builder;
  const bool isBool = qrt::typeClass(type) == qrt::TypeClass::Boolean;
  qrt::ScatterShape shape{isBool ? qrt::ScatterKind::None : qrt::ScatterKind::Add,
                          {{0, 0}},
                          {{0, 1}},
                          {{0, 1}},
                          2,
                          1,
                          2,
                          {8, 2}};
  sample.call = qrt::ScatterCall{shape,
                                 perSample(1),
                                 {{1, 2}},
                                 fixed(3),
                                 {fixed(8), fixed(4)},
                                 b.buffer(empty(ElementType::I64, {3, 2})),
                                 b.buffer(empty(type, {3, 2}))};
  return sample;
}

constexpr KernelSample samples[] = {{"scatter.line", scalarTypes, lines}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::scatter
