#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::histogram {
namespace {

using qrt::ElementType;

Sample values(ElementType type) {
  Sample sample{CaseBuilder(ElementType::I32, 64), {}};
  CaseBuilder &b = sample.builder;
  const qrt::Operand input = b.buffer(empty(type, {64}));
  sample.call = qrt::HistogramCall{
      {2, 2048}, perSample(64), input, b.constantOperand(empty(ElementType::F32, {}))};
  return sample;
}

constexpr KernelSample samples[] = {{"histogram", {ElementType::F32}, values}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::histogram
