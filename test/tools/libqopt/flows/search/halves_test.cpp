#include "tools/libqopt/flows/search/halves.h"

#include <gtest/gtest.h>

using namespace qopt;

namespace {

TEST(HalvesTest, ABoundOnFlipsIsItsPartRoundedDown) {
  Gates gates;
  gates.maxFlips = 31;
  gates.minSqnr = 20;
  const Gates half = run::gatesFor(gates, 1000, 2000);
  EXPECT_EQ(half.maxFlips, 15);
  EXPECT_EQ(half.minSqnr, 20);
  EXPECT_EQ(run::gatesFor(gates, 7, 7).maxFlips, 31);
  EXPECT_FALSE(run::gatesFor(Gates(), 1, 2).maxFlips);
}

} // namespace
