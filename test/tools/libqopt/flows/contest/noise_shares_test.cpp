// Tests shares of parts in the noise of outputs: no sample counts for more than another.
#include "tools/libqopt/flows/contest/noise_shares.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt::run;

namespace {

OutputNoise output(std::vector<double> noise, double power = 1) {
  const std::vector<double> powers(noise.size(), power);
  return {"y", std::move(noise), powers};
}

TEST(NoiseShares, AreMeansOverSamples) {
  const NoiseShares shares({{{output({1, 300})}}, {{output({3, 100})}}});
  EXPECT_DOUBLE_EQ(shares.of(0), (0.25 + 0.75) / 2); // of sums it would be 0.745
  EXPECT_DOUBLE_EQ(shares.of(1), 0.5);
}

TEST(NoiseShares, AddOutputsBesideTheirPower) {
  const NoiseShares shares(
      {{{output({1}, 1), output({0}, 100)}}, {{output({1}, 1), output({200}, 100)}}});
  EXPECT_DOUBLE_EQ(shares.of(0), 0.25);
  EXPECT_DOUBLE_EQ(shares.of(1), 0.75);
  // An output of zeros has noise and no power.
  EXPECT_DOUBLE_EQ(NoiseShares({{{output({1}, 0)}}, {{output({3}, 0)}}}).of(1), 0.75);
}

TEST(NoiseShares, RankTheLargestFirst) {
  const NoiseShares shares({{{output({1})}}, {{output({3})}}, {{output({3})}}, {{output({9})}}});
  EXPECT_EQ(shares.mostFirst(), (std::vector<size_t>{3, 1, 2, 0}));
}

TEST(EffectiveSamples, AreThoseThatHaveTheNoise) {
  EXPECT_DOUBLE_EQ(effectiveSamples({{output({2, 2, 2, 2})}}), 4);
  EXPECT_DOUBLE_EQ(effectiveSamples({{output({0, 5, 0, 0})}}), 1);
  EXPECT_DOUBLE_EQ(effectiveSamples({{output({0, 0, 0, 0})}}), 4);
  // The worst output is the second one.
  EXPECT_DOUBLE_EQ(effectiveSamples({{output({1, 1}), output({3, 0})}}), 1);
}

TEST(NoiseShares, CountNoSampleWithoutNoise) {
  const NoiseShares shares({{{output({1, 0, HUGE_VAL})}}, {{output({3, 0, 1})}}});
  EXPECT_DOUBLE_EQ(shares.of(0), 0.25);
  EXPECT_EQ(NoiseShares({{{output({0, 0})}}, {{output({0, 0})}}}).of(0), 0);
}

} // namespace
