#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::softmax_short {
namespace {

constexpr TypeSet floats{qrt::ElementType::F32};

Sample rows(qrt::ElementType type) {
  Sample sample{CaseBuilder(qrt::ElementType::U8, 49), {}};
  CaseBuilder &b = sample.builder;
  sample.call =
      qrt::SoftmaxCall{perSample(1), 49, b.buffer(empty(type, {1, 49})), richEpilogue(b, type, 49)};
  return sample;
}

constexpr KernelSample samples[] = {{"softmax.short", floats, rows}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::softmax_short
