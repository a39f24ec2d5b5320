#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::reduce {
namespace {

using qrt::ElementType;

template <qrt::ReduceKind kind, int64_t reduced, int64_t inner> Sample rows(ElementType type) {
  Sample sample{CaseBuilder(ElementType::U8, 64), {}};
  CaseBuilder &b = sample.builder;
  const qrt::Operand input = b.buffer(empty(type, {1, reduced, inner}));
  sample.call = qrt::ReduceCall{{kind, reduced, inner},
                                perSample(1),
                                {type, 0},
                                input,
                                richEpilogue(b, qrt::accumulatorOf(kind, type), inner)};
  return sample;
}

constexpr auto Max = qrt::ReduceKind::Max;
constexpr TypeSet types = TypeSet::where(
    [](ElementType type) { return qrt::isAnchorType(type) || qrt::isPlainInteger(type); });
constexpr KernelSample samples[] = {
    {"reduce.columns", types, rows<Max, 32, 8>},
    {"reduce.staged", {ElementType::F32}, rows<qrt::ReduceKind::Sum, 1025, 1>},
    {"reduce.group", types, rows<Max, 1024, 1>},
    {"reduce.cpu", types, rows<Max, 1, 1>},
    {"reduce.gpu", types, rows<Max, 1, 2>},
    {"reduce.lanes", types, rows<Max, 1, 1>},
    {"reduce.gpu.row", types, rows<Max, 1, 1>},
};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::reduce
