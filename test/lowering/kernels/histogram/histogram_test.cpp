// Every kernel of histograms against a loop of the host.
#include "runtime/calls/histogram/histogram.h"
#include "test/lowering/kernels/cases.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class Histogram : public OnOpenCl<> {
protected:
  std::mt19937 random{7};
};

TEST_F(Histogram, OfParts) {
  constexpr int64_t bins = 2048, parts = 5, count = 50001;
  CaseBuilder builder(ElementType::I32, parts * 2 * bins);
  qrt::Tensor x = randomTensor(random, ElementType::F32, {count});
  auto values = x.mutableValues<float>();
  values[3] = std::nanf("");
  values[4] = INFINITY;
  for (int64_t i = 100; i < 9000; ++i)
    values[i] = 0; // all in one bin
  qrt::Tensor perUnit = qrt::Tensor::allocate(ElementType::F32, {});
  perUnit.mutableValues<float>()[0] = 511.3f;
  std::vector<int32_t> expected(size_t(parts * 2 * bins));
  qrt::histogram({}, {parts, bins}, count, values.data(), 511.3f, expected.data());
  qrt::HistogramCall call{
      {parts, bins}, fixed(count), builder.buffer(x), builder.constantOperand(perUnit)};
  builder.onEveryKernel(call, 1, [&](const qrt::Tensor &y) {
    for (size_t i = 0; i < expected.size(); ++i)
      ASSERT_EQ(y.values<int32_t>()[i], expected[i]) << "at " << i;
  });
}

} // namespace
} // namespace qopt::test
