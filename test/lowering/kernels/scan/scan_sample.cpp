#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::scan {
namespace {

using qrt::ElementType;

Sample lines(ElementType type) {
  Sample sample{CaseBuilder(type, 64), {}};
  CaseBuilder &b = sample.builder;
  const qrt::ScanShape shape{qrt::ScanKind::Product, true, true, {{64}}, {{64}}, 1, 1};
  sample.call =
      qrt::ScanCall{shape, perSample(1), {{1}}, fixed(64), b.buffer(empty(type, {1, 64}))};
  return sample;
}

constexpr KernelSample samples[] = {{"scan.line", TypeSet::where(qrt::scans), lines}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::scan
