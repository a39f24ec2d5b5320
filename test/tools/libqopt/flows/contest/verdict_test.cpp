// Tests which setting is chosen: the standing one, unless another one surely gains.
#include "tools/libqopt/flows/contest/verdict.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt::run;

namespace {

Trial trial(double decibels, size_t samples = 64, bool isDynamic = false) {
  const double noise = std::pow(10, -decibels / 10);
  return {isDynamic,
          {{{"y", std::vector<double>(samples, noise), std::vector<double>(samples, 1)}}}};
}

/// Each sample's noise is as many dB more or less in turn.
Trial uneven(double decibels, double spread, size_t samples) {
  Trial made = trial(decibels, samples);
  for (size_t i = 0; i < samples; ++i)
    made.noise.outputs[0].noise[i] *= std::pow(10, (i % 2 ? spread : -spread) / 10);
  return made;
}

size_t chosen(llvm::ArrayRef<Trial> trials, size_t standing = 0) {
  return verdictOf(trials, standing).chosen;
}

TEST(Verdict, TakesTheBest) {
  EXPECT_EQ(chosen({trial(30), trial(35), trial(33)}), 1u);
  EXPECT_EQ(chosen({trial(30), trial(33), trial(35)}), 2u);
  EXPECT_EQ(chosen({trial(35), trial(33), trial(30)}, 2), 0u); // a simpler one, too
  EXPECT_EQ(verdictOf({trial(30), trial(35)}, 0).doubt, Doubt::None);
}

TEST(Verdict, LeavesWhatStandsWhereNobodyGains) {
  EXPECT_EQ(chosen({trial(30), trial(31), trial(29)}, 1), 1u);
  EXPECT_EQ(chosen({trial(30), trial(30.4, 64, true)}), 0u); // dynamic ranges have their price
  EXPECT_EQ(chosen({trial(30), trial(30.6, 64, true)}), 1u);
  EXPECT_EQ(chosen({trial(30, 64, true), trial(30.1, 64, true)}), 1u);
  EXPECT_EQ(chosen({trial(30), trial(30)}, 1), 0u); // of equal ones it is the simplest
}

TEST(Verdict, LeavesWhatStandsWhereOneSampleSpeaks) {
  std::vector<Trial> trials = {trial(23), trial(23)};
  trials[0].noise.outputs[0].noise[5] = 0.5, trials[1].noise.outputs[0].noise[5] = 0.2;
  trials[1].noise.outputs[0].noise[6] *= 1.001;
  const Verdict verdict = verdictOf(trials, 0);
  EXPECT_EQ(verdict.chosen, 0u);
  EXPECT_EQ(verdict.best, 1u);
  EXPECT_EQ(verdict.doubt, Doubt::Chance);
  EXPECT_EQ(verdict.samples, 1u);
}

// The third has more by one lucky sample.
TEST(Verdict, TakesTheMostSureGain) {
  std::vector<Trial> trials = {trial(20), trial(23), trial(20.2)};
  for (Trial &one : trials)
    one.noise.outputs[0].noise[5] = 1;
  trials[2].noise.outputs[0].noise[5] = 0.01;
  const Verdict verdict = verdictOf(trials, 0);
  EXPECT_EQ(verdict.best, 2u);
  EXPECT_EQ(verdict.chosen, 1u);
  EXPECT_EQ(verdict.doubt, Doubt::Chance); // its typical sample gains over what stands
  EXPECT_EQ(verdict.samples, 1u);
}

TEST(Verdict, SaysThatDynamicRangesHaveTheirPrice) {
  const auto doubt = [](llvm::ArrayRef<Trial> trials) { return verdictOf(trials, 0).doubt; };
  EXPECT_EQ(doubt({trial(30), trial(30.4, 64, true)}), Doubt::Price);
  EXPECT_EQ(doubt({trial(30), trial(30.15, 64, true)}), Doubt::LittleGain);
  EXPECT_EQ(doubt({trial(30), trial(30.6), trial(31, 64, true)}), Doubt::Price);
  EXPECT_EQ(doubt({uneven(30, 6, 64), trial(28, 64, true)}), Doubt::TypicalLoss);
  // One sample makes the difference: the price is not why dynamic ranges lose.
  std::vector<Trial> trials = {trial(23), trial(23, 64, true)};
  trials[0].noise.outputs[0].noise[5] = 0.5;
  trials[1].noise.outputs[0].noise[5] = 0.2, trials[1].noise.outputs[0].noise[6] *= 1.001;
  EXPECT_EQ(doubt(trials), Doubt::Chance);
}

// The setting that stands doubts its ranges, since few samples tried them. All samples together
// will give it better ones, so a challenger without such doubts has to gain more.
TEST(Verdict, TrustsWhatDoubtsItself) {
  std::vector<Trial> trials = {trial(30), trial(30), trial(30.4), trial(30.3)};
  EXPECT_EQ(chosen(trials, 1), 2u);
  trials[1].isDoubted = true;
  const Verdict verdict = verdictOf(trials, 1);
  EXPECT_EQ(verdict.chosen, 1u);
  EXPECT_EQ(verdict.best, 2u);
  EXPECT_EQ(verdict.doubt, Doubt::Untried);
  trials[3].isDoubted = true; // another scheme tried on the same samples
  EXPECT_EQ(chosen(trials, 1), 3u);
  trials[2] = trial(30.9);
  EXPECT_EQ(chosen(trials, 1), 2u);
}

// Both gain as surely over what stands, and samples that gain by one of them lose by the other.
TEST(Verdict, LeavesMeasuredRangesThatDynamicOnesDoNotSurelyExceed) {
  std::vector<Trial> trials = {trial(28), uneven(31, 3, 64), uneven(31.7, -3, 64)};
  trials[2].isDynamic = true;
  EXPECT_EQ(chosen(trials), 1u);
  trials[2] = uneven(31.7, 3, 64), trials[2].isDynamic = true; // it has the same samples
  EXPECT_EQ(chosen(trials), 2u);
}

// The second has more of SQNR, and the typical sample loses.
TEST(Verdict, SaysWhoLoses) {
  const auto told = [](double decibels) {
    const std::vector<Trial> trials = {uneven(30, 6, 64), trial(decibels)};
    EXPECT_GT(trials[1].noise.worst(), trials[0].noise.worst());
    const Verdict verdict = verdictOf(trials, 0);
    EXPECT_EQ(verdict.chosen, 0u);
    return verdict.doubt;
  };
  EXPECT_EQ(told(26.85), Doubt::LittleGain);
  EXPECT_EQ(told(28), Doubt::TypicalLoss);
  EXPECT_EQ(chosen({uneven(30, 6, 64), trial(31)}), 1u);
}

TEST(Verdict, LeavesWhatStandsWhereOnePartLoses) {
  std::vector<Trial> trials = {trial(30), trial(32)};
  for (size_t i = 44; i < 64; ++i)
    trials[1].noise.outputs[0].noise[i] = 1.1e-3;
  EXPECT_EQ(chosen(trials), 1u);
  for (Trial &one : trials)
    one.firstPart = 44;
  const Verdict verdict = verdictOf(trials, 0);
  EXPECT_EQ(verdict.chosen, 0u);
  EXPECT_EQ(verdict.doubt, Doubt::PartLoses);
}

TEST(Verdict, LeavesWhatStandsOfThreeSamples) {
  EXPECT_EQ(chosen({trial(30, 1), trial(60, 1)}), 0u);
  EXPECT_EQ(chosen({trial(30, 3), trial(60, 3)}), 0u);
  EXPECT_EQ(chosen({trial(30, 4), trial(60, 4)}), 1u);
}

Trial three(double x, double y, double z) {
  Trial made = trial(x);
  made.noise.outputs.push_back(trial(y).noise.outputs[0]);
  made.noise.outputs.push_back(trial(z).noise.outputs[0]);
  return made;
}

TEST(Verdict, ComparesTheWorstOutputThenTheMean) {
  // The second has more in sum and gives up z.
  EXPECT_EQ(bestOf({three(30, 30, 30), three(60, 60, 20), three(29, 29, 31)}), 0u);
  EXPECT_EQ(bestOf({three(30, 30, 30), three(40, 30.01, 50), three(35, 30, 30)}), 1u);
  EXPECT_EQ(bestOf({three(30, 30, 30), three(30, 30, 30)}), 0u);
  EXPECT_EQ(chosen({three(30, 30, 30), three(60, 60, 29)}), 0u);
  EXPECT_EQ(chosen({three(30, 30, 30), three(29, 60, 60)}), 0u);
  EXPECT_EQ(chosen({three(30, 40, 40), three(31, 31, 31)}), 1u);
}

} // namespace
