#include "test/lowering/kernels/sample_parts.h"

namespace qopt::test::samples::softmax {
namespace {

template <int64_t length> Sample row(qrt::ElementType type) {
  Sample sample{CaseBuilder(qrt::ElementType::U8, 64), {}};
  CaseBuilder &b = sample.builder;
  sample.call = qrt::SoftmaxCall{perSample(1), length, b.buffer(empty(type, {1, length})),
                                 richEpilogue(b, type, length)};
  return sample;
}

constexpr TypeSet floats{qrt::ElementType::F32};
constexpr KernelSample samples[] = {{"softmax.staged", floats, row<1025>},
                                    {"softmax.lanes", floats, row<600>},
                                    {"softmax.group", floats, row<256>},
                                    {"softmax.row", floats, row<1>}};

} // namespace

std::span<const KernelSample> list() { return samples; }

} // namespace qopt::test::samples::softmax
