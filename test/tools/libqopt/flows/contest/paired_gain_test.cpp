// Tests how far one setting lies above another one, and how sure that is.
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
  EXPECT_NEAR(gain.error, 0, 1e-9); // the same of each
  EXPECT_EQ(gainOf(of({1, 2, 1, 2}), of({1, 2, 1, 2})).sure(), 0);
  EXPECT_EQ(gainOf(of({10, 20, 10, 20}), of({1, 2, 1, 2})).sure(), -HUGE_VAL); // it loses
}

TEST(PairedGain, IsNeverSureOfThreeSamples) {
  EXPECT_EQ(gainOf(of({1}), of({9})).sure(), -HUGE_VAL);
  EXPECT_EQ(gainOf(of({1, 1, 1}), of({9, 9, 9})).sure(), -HUGE_VAL);
  EXPECT_GT(gainOf(of({1, 1, 1, 1}), of({9, 9, 9, 9})).sure(), 9);
}

// One of five samples makes the gain: nothing is left without it, and more without another one.
TEST(PairedGain, HasTheJackknifesError) {
  const PairedGain gain = gainOf(of({2, 2, 2, 2, 2}), of({2, 2, 2, 2, 8}));
  const double all = 20 * std::log10(6. / 5), most = 20 * std::log10(5. / 4);
  EXPECT_NEAR(gain.decibels, all, 1e-9);
  const double squares = 4 * std::pow(most / 5, 2) + std::pow(most * 4 / 5, 2);
  EXPECT_NEAR(gain.error, std::sqrt(squares * 4 / 5 * 4 / 2), 1e-9);
}

TEST(PairedGain, IsUnsureWhereOneSampleCarriesIt) {
  std::vector<double> noise(64, 1), lucky(64, 1.2);
  noise[7] = 200, lucky[7] = 20;
  const PairedGain gain = gainOf(of(lucky), of(noise));
  EXPECT_GT(gain.decibels, 0);
  EXPECT_LT(gain.decibels - gain.error, 0);
  EXPECT_EQ(samplesThatCarry(of(lucky), of(noise)), 1u);
  EXPECT_EQ(samplesThatCarry(of(noise), of(lucky)), 0u); // there is none
  noise[40] = 200, lucky[40] = 20;
  EXPECT_EQ(samplesThatCarry(of(lucky), of(noise)), 2u);
}

// Many noisy samples gain steadily, and most others lose as steadily.
TEST(PairedGain, IsNeverSureWhereTheTypicalSampleLoses) {
  std::vector<double> few(64, 1.5), most(64, 1);
  for (size_t i = 0; i < 64; i += 4)
    few[i] = 50, most[i] = 100;
  const PairedGain gain = gainOf(of(few), of(most));
  EXPECT_GT(gain.decibels, 2 * gain.error);
  EXPECT_NEAR(gain.typical, 10 * (std::log10(2) / 4 - std::log10(1.5) * 3 / 4), 1e-9);
  EXPECT_EQ(gain.sure(), -HUGE_VAL);
}

TEST(PairedGain, IsOfBothParts) {
  const SampleNoise a = of({1, 1, 1, 1, 12, 12}), b = of({10, 10, 10, 10, 10, 10});
  EXPECT_GT(gainOf(a, b).lesserPart, 0);
  EXPECT_NEAR(gainOf(a, b, 4).lesserPart, -10 * std::log10(1.2), 1e-9);
  EXPECT_EQ(gainOf(a, b, 4).sure(), -HUGE_VAL);
  EXPECT_EQ(gainOf(a, b, 6).lesserPart, gainOf(a, b).decibels);
}

TEST(PairedGain, IsOfTheWorstOutput) {
  SampleNoise a = of({1, 1, 1, 1}), b = of({10, 10, 10, 10});
  a.outputs.push_back(of({40, 40, 40, 40}).outputs[0]); // the better y gives up z
  b.outputs.push_back(of({9, 9, 9, 9}).outputs[0]);
  EXPECT_NEAR(gainOf(a, b).decibels, 10 * std::log10(10. / 40), 1e-9);
}

TEST(PairedGain, KnowsWhatIsExactAndWhatIsNoNumber) {
  EXPECT_EQ(gainOf(of({0, 0, 0, 0}), of({0, 0, 0, 0})).sure(), 0);
  EXPECT_NEAR(gainOf(of({0, 0, 0, 0}), of({1, 1, 1, 1})).sure(), 180, 1e-9);
  const std::vector<double> none(4, HUGE_VAL);
  EXPECT_NEAR(gainOf(of({1, 1, 1, 1}), of(none)).sure(), 220, 1e-9);
}

} // namespace
