#include "tools/libqopt/report/layout/rows.h"

#include <gtest/gtest.h>

using namespace qopt::drawing;

namespace {

TEST(Rows, FollowTheLongestWay) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {0, 2}, {2, 3}};
  EXPECT_EQ(assignRows(4, edges), (std::vector<uint32_t>{0, 1, 2, 3}));
}

// A value with two readers far below shares its bends until the first one.
TEST(Rows, LongLinesShareBends) {
  const std::vector<Size> boxes(5, Size{10, 10});
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 3}, {0, 4}};
  const Rows rows = makeRows(boxes, edges);
  EXPECT_EQ(rows.bends[4].size(), 2u);
  EXPECT_EQ(rows.bends[5].size(), 3u);
  EXPECT_EQ(rows.bends[4][1], rows.bends[5][1]);
  EXPECT_EQ(rows.nodes.size(), 5u + 3u);
}

} // namespace
