// Tests which of the competing settings are asked, and which one is chosen by what both halves said
// of them.
#include "tools/libqopt/flows/quantize/competitors.h"

#include "tools/libqopt/flows/contest/paired_gain.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt;
using namespace qopt::run;

namespace {

SampleNoise ofDecibels(double decibels) {
  const double noise = std::pow(10, -decibels / 10);
  return {{{"y", {noise, noise, noise, noise, noise}, {1, 1, 1, 1, 1}}}};
}

SampleNoise ofNoise(std::vector<double> noise) {
  return {{{"y", noise, std::vector<double>(noise.size(), 1)}}};
}

Competitor of(const char *scheme, const char *calibrator, double decibels) {
  Competitor one;
  one.recipe.scheme = scheme;
  one.recipe.calibrator = calibrator;
  one.recipe = one.recipe.settled();
  if (decibels)
    one.noise[0] = ofDecibels(decibels);
  return one;
}

std::vector<Competitor> ofSchemes(double mixed, double affine) {
  return {of("mixed", "mse", mixed), of("mixed", "auto", 0), of("affine", "mse", affine),
          of("affine", "auto", 0)};
}

TEST(Competitors, TryRangesUnderTheSchemeThatIsAhead) {
  auto areWithinReach = [](const std::vector<Competitor> &all) {
    return std::pair(isWithinReach(all, 1), isWithinReach(all, 3));
  };
  EXPECT_EQ(areWithinReach(ofSchemes(30, 30)), std::pair(true, false)); // the simpler one
  EXPECT_EQ(areWithinReach(ofSchemes(30, 30.1)), std::pair(true, false));
  EXPECT_EQ(areWithinReach(ofSchemes(30, 30.3)), std::pair(false, true));
  EXPECT_EQ(areWithinReach(ofSchemes(31, 30)), std::pair(true, false));
  std::vector<Competitor> lucky = ofSchemes(30, 0); // one of five samples makes the difference
  lucky[0].noise[0] = ofNoise({0.1, 0.01, 0.01, 0.01, 0.01});
  lucky[2].noise[0] = ofNoise({0.01, 0.01, 0.01, 0.01, 0.01});
  EXPECT_EQ(areWithinReach(lucky), std::pair(false, false));
  EXPECT_EQ(areWithinReach(ofSchemes(0, 0)), std::pair(true, true)); // nobody knows
  EXPECT_TRUE(triesRanges(of("mixed", "auto", 0).recipe));
  EXPECT_FALSE(triesRanges(of("mixed", "entropy", 0).recipe));
  Recipe dynamic;
  dynamic.mode = "dynamic";
  EXPECT_FALSE(triesRanges(dynamic.settled()));
}

TEST(Competitors, AreRankedByTheFirstHalf) {
  std::vector<Competitor> all = ofSchemes(30, 31);
  all[1].noise[0] = ofDecibels(40);
  EXPECT_EQ(bestByFirstHalf(all, 2), (std::vector<size_t>{1, 2}));
  EXPECT_EQ(bestByFirstHalf(all, 9), (std::vector<size_t>{1, 2, 0}));
}

// Trials of a half of few samples doubt their ranges, and those of all samples will be better.
TEST(Competitors, TrustTrialsThatDoubtThemselves) {
  std::vector<Competitor> all = {of("mixed", "auto", 30), of("affine", "mse", 30.4)};
  for (Competitor &one : all)
    one.noise[1] = one.noise[0];
  EXPECT_EQ(chosenOf(all, 0, false).recipe.calibrator, "mse");
  all[0].isDoubted = true;
  const Chosen chosen = chosenOf(all, 0, false);
  EXPECT_EQ(chosen.recipe.calibrator, "auto");
  EXPECT_NE(chosen.contest.doubt.find("few samples try"), std::string::npos);
}

// With one output, a setting is left out only if both halves together could not have chosen it.
TEST(Competitors, LoseByTheFirstHalf) {
  std::vector<Competitor> all = ofSchemes(30, 31);
  all[1].noise[0] = ofDecibels(30.5);
  EXPECT_TRUE(losesFirstHalf(all, 0, 1));
  EXPECT_FALSE(losesFirstHalf(all, 1, 1)); // it is itself
  EXPECT_FALSE(losesFirstHalf(all, 2, 1));
  EXPECT_FALSE(losesFirstHalf(all, 3, 1)); // nobody knows
  all[0].noise[1] = ofDecibels(90);
  all[2].noise[1] = ofDecibels(32);
  all[1].noise[1] = ofDecibels(30.5);
  EXPECT_EQ(chosenOf(llvm::ArrayRef(all).take_front(2), 1, false).recipe.calibrator, "auto");
  EXPECT_EQ(chosenOf(all, 1, false).recipe.scheme, "affine");
}

OutputNoise outputOf(std::string name, size_t samples, double noise, double power) {
  return {std::move(name), std::vector<double>(samples, noise * power),
          std::vector<double>(samples, power)};
}

// The worst output of the first half is b of one and a of the other; beside all samples' powers, of
// a five times and of b half the first half's, it is b of both.
TEST(Competitors, DoNotLoseByAnOutputThatPowersMayTurn) {
  std::vector<Competitor> all = ofSchemes(0, 0);
  all.resize(2);
  all[0].noise[0] = {{outputOf("a", 16, 0.04, 1), outputOf("b", 16, 0.01, 1)}};
  all[1].noise[0] = {{outputOf("a", 16, 0.01, 1), outputOf("b", 16, 0.03, 1)}};
  const PairedGain first = gainOf(*all[0].noise[0], *all[1].noise[0]);
  EXPECT_LT(first.decibels, 0);
  for (Competitor &one : all)
    one.noise[1] = {{outputOf("a", 16, 1e-5, 9),
                     {"b", std::vector<double>(16, 5e-3), std::vector<double>(16, 0)}}};
  const PairedGain both = gainOf(all[0].inBoth(), all[1].inBoth(), 16);
  EXPECT_GT(both.sure(), 0);
  EXPECT_FALSE(losesFirstHalf(all, 0, 1));
  EXPECT_EQ(chosenOf(all, 1, false).recipe.calibrator, all[0].recipe.calibrator);
  // An output that is far from the worst turns nothing, nor do outputs that all lose.
  all[0].noise[0] = {{outputOf("a", 16, 0.04, 1), outputOf("b", 16, 0.005, 1)}};
  all[1].noise[0] = {{outputOf("a", 16, 0.01, 1), outputOf("b", 16, 0.0099, 1)}};
  EXPECT_TRUE(losesFirstHalf(all, 0, 1));
  all[0].noise[0] = {{outputOf("a", 16, 0.011, 1), outputOf("b", 16, 0.031, 1)}};
  all[1].noise[0] = {{outputOf("a", 16, 0.01, 1), outputOf("b", 16, 0.03, 1)}};
  EXPECT_TRUE(losesFirstHalf(all, 0, 1));
}

// The number of samples that judged counts, not that of those that there are: memory may have left
// most of them out.
TEST(Competitors, GoOnWhereFewSamplesJudged) {
  const auto judgedBy = [](size_t samples) {
    std::vector<Competitor> all = ofSchemes(30, 31);
    for (size_t i : {0, 1, 2})
      all[i].noise[0] = ofNoise(std::vector<double>(samples, i == 0 ? 2e-3 : 1e-3));
    return all;
  };
  const std::vector<size_t> those = {2, 0, 1};
  EXPECT_EQ(whoMayWin(judgedBy(15), those, 1), those);
  EXPECT_EQ(whoMayWin(judgedBy(16), those, 1), (std::vector<size_t>{2, 1}));
  std::vector<Competitor> all = judgedBy(16);
  EXPECT_EQ(whoMayWin(all, {0, 1}, 1), std::vector<size_t>()); // who stands is alone
  all[1].noise[0].reset();                                     // time ended
  EXPECT_EQ(whoMayWin(all, those, 1), those);
}

TEST(Competitors, StandWhereTheSecondHalfWasAskedAboutNobody) {
  std::vector<Competitor> all = ofSchemes(30, 29);
  all[1].noise[0] = ofDecibels(31);
  const Chosen sure = chosenOf(all, 1, false);
  EXPECT_EQ(sure.recipe.calibrator, "auto");
  EXPECT_EQ(sure.contest.samples, 5);
  EXPECT_FALSE(sure.contest.isCutShort);
  EXPECT_TRUE(sure.contest.isOfFirstHalf);
  EXPECT_EQ(sure.contest.doubt, "");
  EXPECT_EQ(sure.others.size(), 2u); // they are tried where bounds do not hold
  // One sample makes its SQNR better, and it loses on the others.
  all[1].noise[0] = ofNoise({0.1, 0.01, 0.01, 0.01, 0.01});
  all[0].noise[0] = ofNoise({0.022, 0.022, 0.022, 0.022, 0.022});
  all[2].noise[0].reset();
  ASSERT_TRUE(losesFirstHalf(all, 0, 1));
  const Chosen doubted = chosenOf(all, 1, false);
  EXPECT_EQ(doubted.recipe.calibrator, "auto");
  EXPECT_EQ(doubted.contest.settings[0].calibrator, "mse");
  EXPECT_EQ(doubted.contest.doubt, "it is not surely better: one half of the samples loses");
}

TEST(Competitors, AreChosenOfThoseThatAllSamplesJudged) {
  std::vector<Competitor> all = ofSchemes(30, 60);
  all[1].noise[0] = all[1].noise[1] = ofDecibels(40);
  const Chosen chosen = chosenOf(all, 1, false);
  EXPECT_EQ(chosen.recipe.calibrator, "auto");
  EXPECT_EQ(chosen.contest.samples, 10);
  ASSERT_EQ(chosen.contest.settings.size(), 3u); // those of one half follow
  EXPECT_EQ(chosen.contest.settings[1].scheme, "affine");
  EXPECT_FALSE(chosen.contest.isOfFirstHalf);
  ASSERT_EQ(chosen.others.size(), 2u); // they are tried where bounds do not hold, too
  EXPECT_EQ(chosen.others[0].scheme, "affine");
  EXPECT_EQ(chosen.others[1].scheme, "mixed");
  const Chosen early = chosenOf(all, 1, true);
  EXPECT_TRUE(early.contest.isCutShort);
  EXPECT_TRUE(early.contest.isOfFirstHalf);
  EXPECT_EQ(early.contest.samples, 5);
  EXPECT_EQ(early.others.size(), 2u);
}

} // namespace
