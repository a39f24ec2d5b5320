// Places come from all over a range.
#include "tools/libqopt/flows/numbers/spread.h"

#include <gtest/gtest.h>

using qopt::run::spreadPlaces;

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

} // namespace
