#include "test/tools/libqopt/flows/lint_data/place.h"
#include "tools/libqopt/flows/lint_data/moving_ranges.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt::lint;

namespace {

RangeGrowth growthOf(int64_t samples, float (*max)(int64_t)) {
  RangeGrowth growth(samples);
  for (int64_t i = 0; i < samples; ++i)
    growth.add(i, -1, max(i));
  return growth;
}

TEST(MovingRanges, StillGrowing) {
  RangeGrowth growth = growthOf(100, [](int64_t i) { return float(i); });
  EXPECT_DOUBLE_EQ(growth.width(0), 10);
  EXPECT_DOUBLE_EQ(growth.width(9), 100);
  EXPECT_DOUBLE_EQ(growth.lastGrowth(), 0.1);
  growth.add(95, -4, 120);
  Findings found = checkGrowth(growth, "conv", placeOfSample);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].tensor, "conv");
  EXPECT_EQ(found[0].sample, "#95");
}

TEST(MovingRanges, SettledOrByLittle) {
  EXPECT_TRUE(checkGrowth(growthOf(100, [](int64_t i) { return i < 50 ? float(i) : 20; }), "c",
                          placeOfSample)
                  .empty());
  EXPECT_TRUE(
      checkGrowth(growthOf(100, [](int64_t i) { return i == 99 ? 10.5f : 10; }), "c", placeOfSample)
          .empty());
}

TEST(MovingRanges, FewSamplesSayNothing) {
  auto jump = [](int64_t i) { return i == 9 ? 100.0f : 1; };
  EXPECT_GT(growthOf(10, jump).lastGrowth(), 0.9);
  EXPECT_TRUE(checkGrowth(growthOf(10, jump), "c", placeOfSample).empty());
}

TEST(MovingRanges, AMinimumCounts) {
  RangeGrowth growth = growthOf(100, [](int64_t) { return 1.0f; });
  growth.add(93, -9, 1);
  EXPECT_DOUBLE_EQ(growth.lastGrowth(), 0.8);
  EXPECT_EQ(growth.culprit(), 93);
}

// A range that grows by the logarithm of the samples is on its line: one more ln 2 for twice as
// many.
TEST(MovingRanges, FitsTheLogarithm) {
  RangeGrowth growth(10);
  for (int64_t i = 0; i < 10; ++i)
    growth.add(i, 0, float(2 + std::log(double(i + 1))));
  EXPECT_NEAR(growth.growthByDoubling(), std::log(2.0) / (2 + std::log(10.0)), 1e-6);
}

} // namespace
