#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

TEST(MinMax, IgnoresAndCountsNan) {
  Random random(81);
  for (int64_t count : {1, 7, 100, 200001}) {
    auto x = random.values<float>(count);
    float low = INFINITY, high = -INFINITY;
    int64_t nans = 0;
    for (float &value : x) {
      if (count > 1 && random.integer(0, 9) == 0) {
        value = NAN;
        ++nans;
        continue;
      }
      low = std::min(low, value);
      high = std::max(high, value);
    }
    for (const Execution &execution : executions()) {
      MinMax result = minMax(execution, x.data(), count);
      EXPECT_EQ(result.min, low) << describe(execution);
      EXPECT_EQ(result.max, high) << describe(execution);
      EXPECT_EQ(result.nans, nans) << describe(execution);
    }
  }
}

TEST(MinMax, InfinitiesAreValues) {
  std::vector<float> x(40, 1.0f);
  x[3] = INFINITY;
  x[39] = -INFINITY;
  for (const Execution &execution : executions()) {
    MinMax result = minMax(execution, x.data(), 40);
    EXPECT_EQ(result.min, -INFINITY);
    EXPECT_EQ(result.max, INFINITY);
    EXPECT_EQ(result.nans, 0);
  }
}

TEST(MinMax, NothingSeen) {
  MinMax none = minMax({}, nullptr, 0);
  EXPECT_EQ(none.min, INFINITY);
  EXPECT_EQ(none.max, -INFINITY);
  std::vector<float> x(33, NAN);
  for (const Execution &execution : executions()) {
    MinMax result = minMax(execution, x.data(), 33);
    EXPECT_EQ(result.min, INFINITY);
    EXPECT_EQ(result.max, -INFINITY);
    EXPECT_EQ(result.nans, 33);
  }
}

} // namespace
} // namespace qrt::test
