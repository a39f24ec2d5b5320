// Which setting is chosen: the simplest of those that the best does not surely beat.
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

TEST(Verdict, TakesTheBest) {
  EXPECT_EQ(verdictOf({trial(30), trial(35), trial(33)}), 1u);
  EXPECT_EQ(verdictOf({trial(30), trial(33), trial(35)}), 2u);
}

TEST(Verdict, LeavesTheSimplestWhereLittleIsGained) {
  EXPECT_EQ(verdictOf({trial(30), trial(35), trial(35.1)}), 1u);
  EXPECT_EQ(verdictOf({trial(30), trial(35), trial(35.3)}), 2u);
  EXPECT_EQ(verdictOf({trial(30), trial(30.4, 64, true)}), 0u);
  EXPECT_EQ(verdictOf({trial(30), trial(30.6, 64, true)}), 1u);
}

TEST(Verdict, LeavesTheSimplestWhereFewSamplesDoubt) {
  std::vector<Trial> trials = {trial(30, 3), trial(30, 3)};
  trials[1].noise.outputs[0].noise[0] = 0; // one of three gains
  EXPECT_EQ(verdictOf(trials), 0u);
  EXPECT_EQ(verdictOf({trial(30, 1), trial(60, 1)}), 0u);
  trials[1].noise.outputs[0].noise = {1e-4, 1.1e-4, 0.9e-4}; // each does
  EXPECT_EQ(verdictOf(trials), 1u);
}

TEST(Verdict, ComparesTheWorstOutputThenTheMean) {
  auto two = [](double y, double z) {
    Trial made = trial(y);
    made.noise.outputs.push_back(trial(z).noise.outputs[0]);
    return made;
  };
  // The second has more in sum and gives up z.
  EXPECT_EQ(bestOf({two(30, 30), two(60, 20), two(29, 31)}), 0u);
  EXPECT_EQ(bestOf({two(30, 30), two(40, 30.01), two(35, 30)}), 1u);
  EXPECT_EQ(bestOf({two(30, 30), two(30, 30)}), 0u);
}

} // namespace
