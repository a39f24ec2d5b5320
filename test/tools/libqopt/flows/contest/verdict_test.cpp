// Which setting is chosen: the standing one, unless another one is surely better.
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
  return verdictOf(trials, standing, trials.size() - 1).chosen;
}

TEST(Verdict, TakesTheBest) {
  EXPECT_EQ(chosen({trial(30), trial(35), trial(33)}), 1u);
  EXPECT_EQ(chosen({trial(30), trial(33), trial(35)}), 2u);
  EXPECT_EQ(chosen({trial(35), trial(33), trial(30)}, 2), 0u); // a simpler one, too
  EXPECT_EQ(verdictOf({trial(30), trial(35)}, 0, 1).doubt, Doubt::None);
}

TEST(Verdict, LeavesWhatStandsWhereLittleIsGained) {
  EXPECT_EQ(chosen({trial(30), trial(30.1)}), 0u);
  EXPECT_EQ(chosen({trial(30.1), trial(30)}, 1), 1u);
  EXPECT_EQ(chosen({trial(30), trial(30)}, 1), 1u); // equal
  EXPECT_EQ(chosen({trial(30), trial(30.4, 64, true)}), 0u);
  EXPECT_EQ(chosen({trial(30), trial(30.6, 64, true)}), 1u);
  const Verdict verdict = verdictOf({trial(30), trial(30.1)}, 0, 1);
  EXPECT_EQ(verdict.best, 1u);
  EXPECT_EQ(verdict.doubt, Doubt::LittleGain);
}

TEST(Verdict, TakesTheSimplestOfThoseThatAreBetter) {
  EXPECT_EQ(chosen({trial(30), trial(35), trial(35.1)}), 1u);
  EXPECT_EQ(chosen({trial(30), trial(35), trial(35.3)}), 2u);
  EXPECT_EQ(verdictOf({trial(30), trial(35), trial(35.1)}, 0, 2).doubt, Doubt::Simpler);
}

TEST(Verdict, LeavesWhatStandsWhereOneSampleSpeaks) {
  std::vector<Trial> trials = {trial(23), trial(23)};
  trials[0].noise.outputs[0].noise[5] = 0.5, trials[1].noise.outputs[0].noise[5] = 0.2;
  const Verdict verdict = verdictOf(trials, 0, 1);
  EXPECT_EQ(verdict.chosen, 0u);
  EXPECT_EQ(verdict.best, 1u);
  EXPECT_EQ(verdict.doubt, Doubt::Chance);
  EXPECT_EQ(verdict.samples, 1u);
}

// All but one sample lose a little, and the one gains steadily enough with its like.
TEST(Verdict, LeavesWhatStandsWhereMostSamplesLose) {
  std::vector<Trial> trials = {trial(30), trial(29.9)};
  for (size_t i = 0; i < 64; i += 3) {
    trials[0].noise.outputs[0].noise[i] = 0.1;
    trials[1].noise.outputs[0].noise[i] = 0.05;
  }
  const Verdict verdict = verdictOf(trials, 0, 1);
  EXPECT_EQ(verdict.chosen, 0u);
  EXPECT_EQ(verdict.doubt, Doubt::FewGain);
  EXPECT_EQ(verdict.samples, 42u);
}

TEST(Verdict, LeavesWhatStandsWhereOnePartLoses) {
  std::vector<Trial> trials = {trial(30), trial(32)};
  for (size_t i = 44; i < 64; ++i)
    trials[1].noise.outputs[0].noise[i] = 1.1e-3;
  EXPECT_EQ(chosen(trials), 1u);
  for (Trial &one : trials)
    one.firstPart = 44;
  const Verdict verdict = verdictOf(trials, 0, 1);
  EXPECT_EQ(verdict.chosen, 0u);
  EXPECT_EQ(verdict.doubt, Doubt::OnePart);
}

TEST(Verdict, IsCorrectedForChallengers) {
  // The gain is 1.75 ± 0.42 dB, which one of 2,500 such settings reaches by chance.
  const std::vector<Trial> trials = {uneven(30, 3, 16), uneven(30.9, 1, 16)};
  EXPECT_EQ(verdictOf(trials, 0, 100).chosen, 1u);
  EXPECT_EQ(verdictOf(trials, 0, 200).doubt, Doubt::Chance);
}

// A surer one leaves the next one challenger less.
TEST(Verdict, IsCorrectedByHolmsMethod) {
  const std::vector<Trial> trials = {uneven(30, 3, 16), uneven(30.9, 1, 16), uneven(30.5, 3, 16)};
  EXPECT_EQ(verdictOf(trials, 0, 126).chosen, 1u);
  EXPECT_EQ(verdictOf({trials[0], trials[1]}, 0, 126).doubt, Doubt::Chance);
}

TEST(Verdict, LeavesWhatStandsWhereFewSamplesDoubt) {
  std::vector<Trial> trials = {trial(30, 3), trial(30, 3)};
  trials[1].noise.outputs[0].noise[0] = 0; // one of three gains
  EXPECT_EQ(chosen(trials), 0u);
  EXPECT_EQ(chosen({trial(30, 1), trial(60, 1)}), 0u);
  trials[1].noise.outputs[0].noise = {1e-4, 1.1e-4, 0.9e-4}; // each does
  EXPECT_EQ(chosen(trials), 1u);
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
