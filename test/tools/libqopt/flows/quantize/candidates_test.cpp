// Tests which settings compete for what a recipe leaves open, the simplest first; what it states is
// the same in all.
#include "tools/libqopt/flows/quantize/candidates.h"

#include <gtest/gtest.h>

using namespace qopt;
using namespace qopt::run;

namespace {

std::vector<std::string> settings(const Recipe &open, bool productsDominate = false,
                                  bool areNormsMultiplied = false) {
  std::vector<std::string> names;
  for (const Recipe &one : candidatesOf(open, {productsDominate, areNormsMultiplied})) {
    EXPECT_EQ(one.check(), "");
    EXPECT_TRUE(one.rounds && one.correctsBias && one.smoothing && !one.mode.empty());
    names.push_back(settingOf(one));
  }
  return names;
}

TEST(Candidates, AreOrderedByHowSimpleTheyAre) {
  const std::vector<std::string> all = settings({}, true);
  ASSERT_EQ(all.size(), 22u); // 2 schemes, 5 calibrators, and dynamic; with repairs or without
  EXPECT_EQ(all[0], "mixed, min-max");
  EXPECT_EQ(all[4], "mixed, auto");
  EXPECT_EQ(all[5], "affine, min-max");
  EXPECT_EQ(all[10], "mixed, min-max, rounded + bias corrected");
  EXPECT_EQ(all[20], "dynamic");
  EXPECT_EQ(all[21], "dynamic, rounded + bias corrected");
  EXPECT_EQ(settings({}).size(), 20u);
}

TEST(Candidates, AreSmoothedUnderDynamicRangesWhereNormsAreMultiplied) {
  const std::vector<std::string> all = settings({}, true, true);
  ASSERT_EQ(all.size(), 23u);
  EXPECT_EQ(all[21], "dynamic, rounded + bias corrected");
  EXPECT_EQ(all[22], "dynamic, smoothed + rounded + bias corrected");
  EXPECT_EQ(settings({}, false, true).size(), 20u); // no dynamic ranges compete
  Recipe recipe;
  recipe.smoothing = 0;
  EXPECT_EQ(settings(recipe, true, true).size(), 22u);
  recipe.smoothing = 0.75;
  EXPECT_EQ(settings(recipe, true, true).front(), "mixed, min-max, smoothed");
}

// Weights that are to stay as they are are not smoothed, unless somebody says so.
TEST(Candidates, AreNotSmoothedWhereWeightsStay) {
  Recipe recipe;
  recipe.rounds = recipe.correctsBias = false;
  EXPECT_EQ(settings(recipe, true, true).back(), "dynamic");
  recipe.smoothing = 0.5;
  EXPECT_EQ(settings(recipe, true, true).back(), "dynamic, smoothed");
  EXPECT_TRUE(recipe.repairs());
  EXPECT_TRUE(recipe.leavesWeights());
  recipe.correctsBias = {};
  EXPECT_FALSE(recipe.leavesWeights());
}

TEST(Candidates, KeepWhatIsStated) {
  Recipe recipe;
  recipe.calibrator = "entropy";
  EXPECT_EQ(settings(recipe, true),
            (std::vector<std::string>{"mixed, entropy", "affine, entropy",
                                      "mixed, entropy, rounded + bias corrected",
                                      "affine, entropy, rounded + bias corrected"}));
  EXPECT_FALSE(candidatesOf(recipe, {}).front().settings.skipsZeros); // as the user has it
  recipe.rounds = false;
  recipe.scheme = "signed";
  EXPECT_EQ(settings(recipe),
            (std::vector<std::string>{"signed, entropy", "signed, entropy, bias corrected"}));
  recipe.correctsBias = false;
  EXPECT_EQ(settings(recipe), std::vector<std::string>{"signed, entropy"});
  recipe = {};
  recipe.profile = "trt";
  EXPECT_EQ(settings(recipe, true).size(), 10u); // it has one scheme, and no dynamic ranges
  recipe = {};
  recipe.mode = "dynamic";
  EXPECT_EQ(settings(recipe),
            (std::vector<std::string>{"dynamic", "dynamic, rounded + bias corrected"}));
}

TEST(Candidates, OfEntropyCountNoZeros) {
  for (const Recipe &one : candidatesOf({}, {}))
    EXPECT_EQ(one.settings.skipsZeros, one.calibrator == "entropy");
}

TEST(Recipe, RefusesAlphaBeyondOne) {
  Recipe recipe;
  recipe.smoothing = 1.5;
  EXPECT_EQ(recipe.check(), "--smooth: alpha is from 0 to 1");
}

TEST(Recipe, RefusesRangesOfWhatIsNotMeasured) {
  Recipe recipe;
  recipe.mode = "static";
  EXPECT_EQ(recipe.check().substr(0, 14), "--mode=static:");
  recipe.mode = "dynamic";
  EXPECT_EQ(recipe.check(), "");
  recipe.calibrator = "mse";
  EXPECT_NE(recipe.check().find("measures no ranges"), std::string::npos);
}

} // namespace
