// Who of the competing settings is asked, and who is chosen, by what both halves said of them.
#include "tools/libqopt/flows/quantize/competitors.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt;
using namespace qopt::run;

namespace {

SampleNoise ofDecibels(double decibels) {
  const double noise = std::pow(10, -decibels / 10);
  return {{{"y", {noise, noise, noise}, {1, 1, 1}}}};
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

TEST(Competitors, AreChosenOfThoseThatAllSamplesJudged) {
  std::vector<Competitor> all = ofSchemes(30, 60);
  all[1].noise[0] = all[1].noise[1] = ofDecibels(40);
  const Chosen chosen = chosenOf(all, 1, false);
  EXPECT_EQ(chosen.recipe.calibrator, "auto");
  EXPECT_EQ(chosen.contest.samples, 6);
  ASSERT_EQ(chosen.contest.settings.size(), 3u); // those of one half follow
  EXPECT_EQ(chosen.contest.settings[1].scheme, "affine");
  EXPECT_TRUE(chosen.others.empty());
  const Chosen early = chosenOf(all, 1, true);
  EXPECT_TRUE(early.contest.isCutShort);
  EXPECT_EQ(early.contest.samples, 3);
  EXPECT_EQ(early.others.size(), 2u);
}

} // namespace
