// How far one setting lies above another one, and how much of it is chance.
#include "tools/libqopt/flows/contest/paired_gain.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt::run;

namespace {

SampleNoise of(std::vector<double> noise) {
  const std::vector<double> power(noise.size(), 100);
  return {{{"y", std::move(noise), power}}};
}

TEST(PairedGain, IsOfAllSamples) {
  const PairedGain gain = gainOf(of({1, 2, 3, 4}), of({10, 20, 30, 40}));
  EXPECT_NEAR(gain.decibels, 10, 1e-9);
  EXPECT_NEAR(gain.median, 10, 1e-9);
  EXPECT_LT(gain.chance, 1e-9);
  EXPECT_EQ(gain.worseOn, 0u);
  EXPECT_EQ(gainOf(of({1, 2}), of({1, 2})).decibels, 0);
  EXPECT_EQ(gainOf(of({1, 2}), of({1, 2})).chance, 1);
  EXPECT_EQ(gainOf(of({10, 20}), of({1, 2})).chance, 1); // no gain
  EXPECT_EQ(gainOf(of({1}), of({9})).chance, 1);         // one tells nothing of others
}

// Of three samples the gain is 3.01 dB, and without each of them 3.98, 3.98 and 0: the jackknife
// error is √(2/3 · 10.56) = 2.653, t = 1.135 of two degrees of freedom.
TEST(PairedGain, HasTheJackknifesError) {
  const PairedGain gain = gainOf(of({2, 2, 2}), of({2, 2, 8}));
  EXPECT_NEAR(gain.decibels, 10 * std::log10(2), 1e-9);
  const double without[] = {10 * std::log10(2.5), 10 * std::log10(2.5), 0};
  const double mean = (without[0] + without[1] + without[2]) / 3;
  double squares = 0;
  for (double value : without)
    squares += (value - mean) * (value - mean);
  const double t = gain.decibels / std::sqrt(squares * 2 / 3);
  EXPECT_NEAR(gain.chance, (1 - t / std::sqrt(2 + t * t)) / 2, 1e-9);
}

TEST(PairedGain, IsLikelyWhereOneSampleCarriesIt) {
  std::vector<double> noise(64, 1), lucky(64, 1.2);
  noise[7] = 200, lucky[7] = 20;
  const PairedGain gain = gainOf(of(lucky), of(noise));
  EXPECT_GT(gain.decibels, 4);
  EXPECT_GT(gain.chance, 0.05);
  EXPECT_LT(gain.median, 0);
  EXPECT_EQ(gain.worseOn, 63u);
  EXPECT_EQ(samplesThatCarry(of(lucky), of(noise)), 1u);
  EXPECT_EQ(samplesThatCarry(of(noise), of(lucky)), 0u); // there is none
  noise[40] = 200, lucky[40] = 20;
  EXPECT_EQ(samplesThatCarry(of(lucky), of(noise)), 2u);
}

TEST(PairedGain, IsOfTheWorstOutput) {
  SampleNoise a = of({1, 1, 1, 1}), b = of({10, 10, 10, 10});
  a.outputs.push_back(of({40, 40, 40, 40}).outputs[0]); // the better y gives up z
  b.outputs.push_back(of({9, 9, 9, 9}).outputs[0]);
  const PairedGain gain = gainOf(a, b);
  EXPECT_NEAR(gain.decibels, 10 * std::log10(10. / 40), 1e-9);
  EXPECT_NEAR(gain.median, gain.decibels, 1e-9);
  EXPECT_EQ(gain.worseOn, 4u);
}

TEST(PairedGain, KnowsWhatIsExactAndWhatIsNoNumber) {
  EXPECT_EQ(gainOf(of({0, 0}), of({0, 0})).decibels, 0);
  const PairedGain exact = gainOf(of({0, 0, 0}), of({1, 1, 1}));
  EXPECT_NEAR(exact.decibels, 180, 1e-9);
  EXPECT_LT(exact.chance, 1e-9);
  const PairedGain number = gainOf(of({1, 1, 1}), of({HUGE_VAL, HUGE_VAL, HUGE_VAL}));
  EXPECT_NEAR(number.decibels, 220, 1e-9);
  EXPECT_LT(number.chance, 1e-9);
}

} // namespace
