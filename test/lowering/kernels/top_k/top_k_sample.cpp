#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::top_k {
namespace {

using qrt::ElementType;

Sample lines(ElementType type) {
  Sample sample{CaseBuilder(ElementType::I64, 64), {}};
  CaseBuilder &b = sample.builder;
  const qrt::TopKShape shape{true, 16, 4, {{16, 1}}, {{16, 1}}, 4, 4};
  sample.call = qrt::TopKCall{shape, perSample(1), {{1, 4}}, b.buffer(empty(type, {1, 16, 4}))};
  return sample;
}

constexpr KernelSample samples[] = {{"top_k.line", scalarTypes, lines}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::top_k
