#include "tools/libqopt/report/layout/rows.h"

#include <gtest/gtest.h>

using namespace qopt::drawing;

namespace {

// Two rows of three, each box read by the one that stands opposite: all three pairs cross.
TEST(Crossings, AreCountedAndRemoved) {
  const std::vector<Size> boxes(6, Size{10, 10});
  const std::vector<Edge> edges{{0, 5}, {1, 4}, {2, 3}};
  Rows rows = makeRows(boxes, edges);
  rows.setOrder(0, {0, 1, 2});
  rows.setOrder(1, {3, 4, 5});
  EXPECT_EQ(countCrossings(rows), 3);
  reduceCrossings(rows);
  EXPECT_EQ(countCrossings(rows), 0);
}

// Lines that begin or end together do not cross there.
TEST(Crossings, CommonEndsAreNone) {
  const std::vector<Size> boxes(4, Size{10, 10});
  const std::vector<Edge> edges{{0, 2}, {0, 3}, {1, 3}};
  Rows rows = makeRows(boxes, edges);
  rows.setOrder(0, {0, 1});
  rows.setOrder(1, {2, 3});
  EXPECT_EQ(countCrossings(rows), 0);
  rows.setOrder(1, {3, 2});
  EXPECT_EQ(countCrossings(rows), 1);
}

} // namespace
