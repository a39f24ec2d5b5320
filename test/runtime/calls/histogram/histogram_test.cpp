#include "test/runtime/format/family_sample.h"
#include "test/runtime/format/refused.h"
#include "test/runtime/numerics/support.h"

#include "runtime/calls/histogram/histogram.h"

#include <numeric>

namespace qrt::test {
namespace {

std::vector<int32_t> countsOf(const Execution &execution, const HistogramShape &shape,
                              const std::vector<float> &x, float perUnit) {
  std::vector<int32_t> counts(size_t(shape.parts * 2 * shape.bins), -1);
  histogram(execution, shape, int64_t(x.size()), x.data(), perUnit, counts.data());
  return counts;
}

TEST(Histogram, BordersBelongToTheBinAbove) {
  const std::vector<float> x = {0, -0.0f, 0.99f, 1, -1, 3.5f, 4, -9, INFINITY, -INFINITY, NAN};
  for (const Execution &execution : executions())
    EXPECT_EQ(countsOf(execution, {1, 4}, x, 1),
              (std::vector<int32_t>{3, 1, 0, 3, 0, 1, 0, 2})) // ≥ 0, then < 0
        << describe(execution);
}

TEST(Histogram, PartsAreNeighbours) {
  const std::vector<float> x = {1, 1, 0, 0, 1, 0, 0};
  for (const Execution &execution : executions()) {
    EXPECT_EQ(countsOf(execution, {3, 2}, x, 1),
              (std::vector<int32_t>{1, 2, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0}));
    // More parts than elements.
    const std::vector<int32_t> many = countsOf(execution, {16, 2}, x, 1);
    EXPECT_EQ(std::accumulate(many.begin(), many.end(), 0), 7);
  }
}

TEST(Histogram, AgainstOneByOne) {
  Random random(82);
  const std::vector<float> x = random.values<float>(70001);
  const float perUnit = 300.7f;
  std::vector<int32_t> expected(2 * 512);
  for (float value : x) {
    const float place = std::fabs(value) * perUnit;
    ++expected[size_t(value < 0 ? 512 : 0) + size_t(std::min(place, 511.0f))];
  }
  for (const Execution &execution : executions()) {
    std::vector<int32_t> sum(2 * 512);
    const std::vector<int32_t> counts = countsOf(execution, {5, 512}, x, perUnit);
    for (size_t i = 0; i < counts.size(); ++i)
      sum[i % sum.size()] += counts[i];
    EXPECT_EQ(sum, expected) << describe(execution);
  }
}

// Few values are counted in one table, more in several.
TEST(Histogram, EveryLengthCountsAll) {
  for (int64_t length : {1, 3, 511, 513, 4095, 4096, 4099, 9001}) {
    std::vector<float> x(static_cast<size_t>(length), 0.5f);
    x.back() = -1.5f;
    for (const Execution &execution : executions())
      EXPECT_EQ(countsOf(execution, {1, 2}, x, 1),
                (std::vector<int32_t>{int32_t(length - 1), 0, 0, 1}))
          << describe(execution);
  }
}

TEST(Histogram, NoScaleCountsAllAtTheBottom) {
  for (const Execution &execution : executions())
    EXPECT_EQ(countsOf(execution, {1, 3}, {0, 5, INFINITY}, 0),
              (std::vector<int32_t>{3, 0, 0, 0, 0, 0}));
}

TEST(Histogram, RefusesWhatDoesNotFit) {
  auto refused = [](void (*corrupt)(HistogramCall &), std::string_view says) {
    expectProgramRefused(
        familySamples(), [&](Program &p) { corrupt(callOf<HistogramCall>(p)); }, says);
  };
  refused([](HistogramCall &c) { c.count.scale = 6; }, "past the end");
  refused([](HistogramCall &c) { c.shape.bins = 9; }, "past the end");
  refused([](HistogramCall &c) { c.shape.parts = 0; }, "");
}

} // namespace
} // namespace qrt::test
