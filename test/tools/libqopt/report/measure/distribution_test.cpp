#include "tools/libqopt/report/measure/distribution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

using namespace qopt::run;

namespace {

TEST(Distribution, CountsAllThatIsFinite) {
  const std::vector<double> values{-1, 0, 0.999, 1, NAN};
  Distribution of = Distribution::over(values, nullptr);
  EXPECT_EQ(of.low, -1);
  EXPECT_EQ(of.high, 1);
  of.addBefore(values);
  EXPECT_EQ(of.before.front(), 1);
  EXPECT_EQ(of.before[Distribution::bins / 2], 1);
  EXPECT_EQ(of.before.back(), 2);
  of.addBefore(std::vector<double>{7}); // beyond what was seen first
  EXPECT_EQ(of.before.back(), 3);
  EXPECT_EQ(std::accumulate(of.before.begin(), of.before.end(), int64_t(0)), 5);
}

// Ends of steps that are near are inside; far ones would leave the values a bin.
TEST(Distribution, ReachesToNearEnds) {
  const std::vector<double> values{0, 4};
  const std::pair near(-0.5, 4.5), far(-100.0, 100.0);
  EXPECT_EQ(Distribution::over(values, &near).low, -0.5);
  EXPECT_EQ(Distribution::over(values, &far).high, 6); // half as far again
}

TEST(Distribution, OneValueHasARoom) {
  Distribution of = Distribution::over(std::vector<double>{3, 3}, nullptr);
  EXPECT_LT(of.low, 3);
  EXPECT_GT(of.high, 3);
  EXPECT_TRUE(Distribution::over(std::vector<double>{NAN}, nullptr).isEmpty());
}

} // namespace
