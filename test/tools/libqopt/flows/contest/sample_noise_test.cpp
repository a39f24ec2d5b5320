// Noise of outputs, sample by sample: what it comes to in dB, and when less of it is more than
// chance.
#include "tools/libqopt/flows/contest/sample_noise.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt::run;

namespace {

SampleNoise of(std::vector<double> noise, std::vector<double> power) {
  return {{{"y", std::move(noise), std::move(power)}}};
}

TEST(SampleNoise, IsTheRatioOfAllSamples) {
  SampleNoise one = of({1, 0}, {100, 100}); // 1 of 200
  EXPECT_NEAR(one.worst(), 10 * std::log10(200), 1e-9);
  one.append(of({1}, {0}));
  EXPECT_EQ(one.samples(), 3u);
  EXPECT_NEAR(one.worst(), 20, 1e-9);
  EXPECT_NEAR(one.total(), 0.01, 1e-12);
  EXPECT_EQ(of({0, 0}, {1, 1}).worst(), 200);         // exact
  EXPECT_EQ(of({HUGE_VAL, 0}, {1, 1}).worst(), -200); // no number came out
  EXPECT_NEAR(of({10}, {0}).worst(), -10, 1e-9);      // nothing was to be
  const SampleNoise two = {{{"y", {1}, {100}}, {"z", {1}, {1000}}}};
  EXPECT_NEAR(two.worst(), 20, 1e-9);
  EXPECT_NEAR(two.mean(), 25, 1e-9);
}

TEST(SampleNoise, IsSurelyLessByMoreThanChance) {
  const std::vector<double> power(4, 100);
  const SampleNoise steady = of({4, 5, 4, 5}, power), less = of({2, 3, 2, 3}, power),
                    once = of({4, 5, 4, 1}, power);
  EXPECT_TRUE(isSurelyLess(less, steady));
  EXPECT_FALSE(isSurelyLess(steady, less));
  EXPECT_FALSE(isSurelyLess(once, steady)); // one sample of four gains
  EXPECT_FALSE(isSurelyLess(steady, steady));
  EXPECT_FALSE(isSurelyLess(of({1}, {100}), of({9}, {100}))); // one tells nothing of others
  // Of three samples t is 4.30: gains of 1, 2, 3 have a mean of 2 and an error of 0.577.
  EXPECT_FALSE(isSurelyLess(of({9, 8, 7}, {1, 1, 1}), of({10, 10, 10}, {1, 1, 1})));
  EXPECT_TRUE(isSurelyLess(of({8, 8, 7}, {1, 1, 1}), of({10, 10, 10}, {1, 1, 1})));
}

TEST(SampleNoise, CountsAsItIsOfManySamples) {
  std::vector<double> noise(32, 1), power(32, 100);
  const SampleNoise before = of(noise, power);
  noise[7] = 0.5;
  EXPECT_TRUE(isSurelyLess(of(noise, power), before));
  noise.pop_back(), power.pop_back();
  EXPECT_FALSE(isSurelyLess(of(noise, power), of(std::vector<double>(31, 1), power)));
}

} // namespace
