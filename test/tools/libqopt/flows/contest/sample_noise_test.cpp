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

TEST(SampleNoise, IsParted) {
  const SampleNoise part = of({1, 2, 3}, {100, 200, 300}).part(1, 2);
  EXPECT_EQ(part.samples(), 2u);
  EXPECT_EQ(part.outputs[0].noise, std::vector<double>({2, 3}));
  EXPECT_EQ(part.outputs[0].power, std::vector<double>({200, 300}));
}

} // namespace
