#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::extremes {
namespace {

using qrt::ElementType;

Sample values(ElementType type) {
  Sample sample{CaseBuilder(ElementType::F32, 64), {}};
  sample.call = qrt::ExtremesCall{fixed(1), perSample(1), fixed(64),
                                  sample.builder.buffer(empty(type, {64}))};
  return sample;
}

constexpr KernelSample samples[] = {{"extremes", {ElementType::F32}, values}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::extremes
