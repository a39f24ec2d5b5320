#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::standardize {
namespace {

using qrt::ElementType;

template <int64_t length> Sample row(ElementType type) {
  Sample sample{CaseBuilder(ElementType::U8, 64), {}};
  CaseBuilder &b = sample.builder;
  const qrt::Operand input = b.buffer(empty(type, {1, length}));
  sample.call = qrt::StandardizeCall{
      perSample(1), {length, 1e-5f, true}, input, richEpilogue(b, ElementType::F32, length)};
  return sample;
}

constexpr KernelSample samples[] = {{"standardize.staged", anchorTypes, row<1025>},
                                    {"standardize.lanes", anchorTypes, row<600>},
                                    {"standardize.group", anchorTypes, row<256>},
                                    {"standardize.row", anchorTypes, row<1>}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::standardize
