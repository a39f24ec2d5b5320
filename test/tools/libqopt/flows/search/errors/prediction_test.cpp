#include "tools/libqopt/flows/search/errors/prediction.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt::run;

namespace {

TEST(PredictionTest, RanksAndRatios) {
  const auto same = predictionOf({{2, 1}, {4, 2}, {9, 3}});
  EXPECT_EQ(same.networks, 3);
  EXPECT_DOUBLE_EQ(same.rankCorrelation, 1);
  EXPECT_DOUBLE_EQ(same.medianRatio, 2);
  EXPECT_DOUBLE_EQ(predictionOf({{3, 1}, {2, 2}, {1, 3}}).rankCorrelation, -1);
}

// SciPy: scipy.stats.spearmanr([1, 2, 2, 4], [1, 3, 2, 4]) = 0.9486832980505138.
TEST(PredictionTest, EqualValuesShareTheirRanks) {
  EXPECT_NEAR(predictionOf({{1, 1}, {2, 3}, {2, 2}, {4, 4}}).rankCorrelation, 0.9486832980505138,
              1e-12);
}

TEST(PredictionTest, WhatIsNoNumberIsLeftOut) {
  const auto held = predictionOf({{std::nan(""), 1}, {1, HUGE_VAL}, {1, 1}});
  EXPECT_EQ(held.networks, 1);
  EXPECT_DOUBLE_EQ(held.rankCorrelation, 1);
  EXPECT_DOUBLE_EQ(held.medianRatio, 1);
}

} // namespace
