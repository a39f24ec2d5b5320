// Who of the competing settings is asked, and who is chosen, by what both halves said of them.
#include "tools/libqopt/flows/quantize/competitors.h"

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

// What is left out could not have been chosen by both halves; who may be is not left out.
TEST(Competitors, LoseByTheFirstHalf) {
  std::vector<Competitor> all = ofSchemes(30, 31);
  all[1].noise[0] = ofDecibels(30.5);
  EXPECT_TRUE(losesFirstHalf(all, 0, 1));
  EXPECT_FALSE(losesFirstHalf(all, 1, 1)); // itself
  EXPECT_FALSE(losesFirstHalf(all, 2, 1));
  EXPECT_FALSE(losesFirstHalf(all, 3, 1)); // nobody knows
  all[0].noise[1] = ofDecibels(90);
  all[2].noise[1] = ofDecibels(32);
  all[1].noise[1] = ofDecibels(30.5);
  EXPECT_EQ(chosenOf(llvm::ArrayRef(all).take_front(2), 1, false).recipe.calibrator, "auto");
  EXPECT_EQ(chosenOf(all, 1, false).recipe.scheme, "affine");
}

TEST(Competitors, StandWhereTheSecondHalfWasAskedAboutNobody) {
  std::vector<Competitor> all = ofSchemes(30, 29);
  all[1].noise[0] = ofDecibels(31);
  const Chosen sure = chosenOf(all, 1, false);
  EXPECT_EQ(sure.recipe.calibrator, "auto");
  EXPECT_EQ(sure.contest.samples, 5);
  EXPECT_FALSE(sure.contest.isCutShort);
  EXPECT_EQ(sure.contest.doubt, "");
  EXPECT_EQ(sure.others.size(), 2u); // bounds that do not hold try them
  // Its SQNR is better by one sample, and it loses on the others.
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
  EXPECT_TRUE(chosen.others.empty());
  const Chosen early = chosenOf(all, 1, true);
  EXPECT_TRUE(early.contest.isCutShort);
  EXPECT_EQ(early.contest.samples, 5);
  EXPECT_EQ(early.others.size(), 2u);
}

} // namespace
