// Places come from all over a range.
#include "tools/libqopt/flows/numbers/spread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace qopt::run;

namespace {

TEST(Spread, OneOfEachOfEqualParts) {
  const std::vector<int64_t> places = spreadPlaces(7, 100);
  ASSERT_EQ(places.size(), 7u);
  for (int64_t part = 0; part < 7; ++part) {
    EXPECT_GE(places[size_t(part)], part * 100 / 7);
    EXPECT_LT(places[size_t(part)], (part + 1) * 100 / 7);
  }
}

TEST(Spread, NoMoreThanThereAre) {
  EXPECT_EQ(spreadPlaces(9, 4), (std::vector<int64_t>{0, 1, 2, 3}));
  EXPECT_TRUE(spreadPlaces(9, 0).empty());
}

TEST(Spread, HalvesShareNothing) {
  for (int64_t total : {0, 1, 2, 7, 64}) {
    const auto halves = spreadHalves(total);
    EXPECT_EQ(halves[0].size(), size_t(total + 1) / 2);
    std::vector<int64_t> all = halves[0];
    all.insert(all.end(), halves[1].begin(), halves[1].end());
    std::ranges::sort(all);
    EXPECT_EQ(all, spreadPlaces(total, total));
    EXPECT_TRUE(std::ranges::is_sorted(halves[1]));
  }
}

// Places at equal distances see one kind alone of samples whose kinds come in turn.
TEST(Spread, MeetsWhatRepeatsAtEachPhase) {
  for (int64_t period : {2, 4, 8}) {
    const auto halves = spreadHalves(64);
    for (const std::vector<int64_t> &places : {halves[0], halves[1], spreadPlaces(16, 64)}) {
      std::set<int64_t> phases;
      for (int64_t place : places)
        phases.insert(place % period);
      EXPECT_EQ(int64_t(phases.size()), period) << places.size() << " of period " << period;
    }
  }
}

} // namespace
