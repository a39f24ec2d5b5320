// Kernels of what calibration measures, against loops of the host.
#include "test/lowering/kernels/cases.h"

#include "lowering/families/statistics/rows.h"
#include "runtime/calls/extremes/extremes.h"
#include "runtime/calls/histogram/histogram.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class Statistics : public ::testing::Test {
protected:
  void SetUp() override { SKIP_WITHOUT_OPENCL(); }
  std::mt19937 random{7};
};

TEST_F(Statistics, ExtremesOfGroups) {
  struct Case {
    int64_t before, groups, after;
  };
  for (auto [before, groups, after] : {Case{1, 1, 70001}, {1, 3, 40}, {9, 5, 7}, {300, 6, 1}}) {
    CaseBuilder builder(ElementType::F32, 3 * groups);
    qrt::Tensor x = randomTensor(random, ElementType::F32, {before, groups, after});
    auto values = x.mutableValues<float>();
    values[0] = std::nanf("");
    values[values.size() - 1] = -7.5f;
    std::vector<float> expected(size_t(3 * groups));
    qrt::extremes({}, {before, groups, after}, values.data(), expected.data());
    qrt::ExtremesCall call{fixed(before), fixed(groups), fixed(after), builder.buffer(x)};
    builder.onEveryKernel(call, 1, [&](const qrt::Tensor &y) {
      for (size_t i = 0; i < expected.size(); ++i)
        ASSERT_EQ(y.values<float>()[i], expected[i]) << "of " << groups << " groups, at " << i;
    });
  }
}

TEST_F(Statistics, HistogramOfParts) {
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
