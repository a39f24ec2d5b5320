// Noise of outputs, sample by sample: what it comes to in dB.
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

TEST(SampleNoise, LeavesSamplesOut) {
  const SampleNoise all = of({1, 2, 3}, {100, 200, 30});
  EXPECT_NEAR(all.worst({0, 0, 1}), 20, 1e-9);
  EXPECT_NEAR(all.worst({1, 1, 0}), 10, 1e-9);
  EXPECT_EQ(all.worst({1, 1, 1}), 200); // there is none
}

TEST(SampleNoise, IsTypicallyTheMeanOfDecibels) {
  EXPECT_NEAR(of({1, 100, 10}, {50, 100, 150}).typical(), 10, 1e-9);
  const SampleNoise two = {{{"y", {1, 1}, {1e3, 1e3}}, {"z", {1, 100}, {1e3, 1e3}}}};
  EXPECT_NEAR(two.typical(), 20, 1e-9); // the worst output's
  EXPECT_NEAR(of({0, 1}, {1, 1}).typical(), 100, 1e-9);
}

TEST(TemperedNoise, CountsNoisySamplesForLess) {
  const TemperedNoise even(of({2, 2, 2, 2}, {100, 200, 300, 200}));
  EXPECT_NEAR(even.worst({0, 0, 0, 0}), 20, 1e-9); // SQNR's
  const TemperedNoise one(of({8, 0, 0, 0}, {200, 200, 200, 200}));
  EXPECT_NEAR(one.worst({0, 0, 0, 0}), -20 * std::log10(0.2 / 4), 1e-9);
  EXPECT_NEAR(one.worst({0, 1, 1, 1}), -10 * std::log10(0.04), 1e-9);
  EXPECT_EQ(one.worst({1, 0, 0, 0}), 200);
}

TEST(TemperedNoise, IsOfTheWorstOutput) {
  const TemperedNoise two(SampleNoise{{{"y", {1, 1}, {100, 100}}, {"z", {1, 1}, {10, 10}}}});
  EXPECT_NEAR(two.worst({0, 0}), 10, 1e-9);
  ASSERT_EQ(two.outputsDecibels().size(), 2u);
  EXPECT_NEAR(two.outputsDecibels()[0], 20, 1e-9);
  EXPECT_NEAR(two.outputsDecibels()[1], 10, 1e-9);
  EXPECT_EQ(TemperedNoise(of({HUGE_VAL, 0}, {1, 1})).worst({0, 0}), -200); // no number came out
}

} // namespace
