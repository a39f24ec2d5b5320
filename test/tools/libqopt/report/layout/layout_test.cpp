// The layout places boxes and lines.
#include "tools/libqopt/report/layout/layout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace qopt::drawing;

namespace {

std::vector<Size> boxes(size_t count) { return std::vector<Size>(count, Size{120, 50}); }

bool overlap(Point a, Size of, Point b, Size other) {
  return std::abs(a.x - b.x) < (of.width + other.width) / 2 - 1e-6 &&
         std::abs(a.y - b.y) < (of.height + other.height) / 2 - 1e-6;
}

/// Expects what holds of every drawing: nothing overlaps, all lies in the picture, each line leads
/// from the lower side of one box down to the upper side of another.
void expectSound(const Layout &layout, const std::vector<Size> &sizes,
                 const std::vector<Edge> &edges) {
  ASSERT_EQ(layout.centers.size(), sizes.size());
  ASSERT_EQ(layout.routes.size(), edges.size());
  for (size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_GE(layout.centers[i].x - sizes[i].width / 2, 0);
    EXPECT_LE(layout.centers[i].x + sizes[i].width / 2, layout.width);
    EXPECT_LE(layout.centers[i].y + sizes[i].height / 2, layout.height);
    for (size_t j = 0; j < i; ++j)
      EXPECT_FALSE(overlap(layout.centers[i], sizes[i], layout.centers[j], sizes[j]))
          << i << " " << j;
  }
  for (size_t i = 0; i < edges.size(); ++i) {
    const std::vector<Point> &route = layout.routes[i];
    const Point from = layout.centers[edges[i].from], to = layout.centers[edges[i].to];
    EXPECT_DOUBLE_EQ(route.front().y, from.y + sizes[edges[i].from].height / 2);
    EXPECT_DOUBLE_EQ(route.back().y, to.y - sizes[edges[i].to].height / 2);
    EXPECT_LE(std::abs(route.back().x - to.x), sizes[edges[i].to].width / 2);
    for (size_t k = 1; k < route.size(); ++k)
      EXPECT_GE(route[k].y, route[k - 1].y) << "line " << i << " goes up";
  }
}

TEST(Layout, AChainIsVertical) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}};
  const Layout layout = layOut(boxes(4), edges);
  expectSound(layout, boxes(4), edges);
  for (const Point &center : layout.centers)
    EXPECT_EQ(center.x, layout.centers[0].x);
  for (const auto &route : layout.routes)
    EXPECT_EQ(route.size(), 2u); // straight
}

// A block's own chain stays straight beside what skips it, which passes the boxes by.
TEST(Layout, ASkipPassesByTheChain) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}, {0, 3}, {3, 4}};
  const Layout layout = layOut(boxes(5), edges);
  expectSound(layout, boxes(5), edges);
  for (size_t box : {1, 2})
    EXPECT_EQ(layout.centers[box].x, layout.centers[0].x);
  for (const Point &point : layout.routes[3])
    for (size_t box : {1, 2})
      EXPECT_FALSE(overlap(point, {1, 1}, layout.centers[box], {120, 50}));
}

// 0 and 1 read by 3 and 2: drawn in the order given the lines would cross.
TEST(Layout, ExchangedReadersDoNotCross) {
  const std::vector<Edge> edges{{0, 3}, {1, 2}, {2, 4}, {3, 4}};
  const Layout layout = layOut(boxes(5), edges);
  expectSound(layout, boxes(5), edges);
  EXPECT_EQ(layout.centers[0].x < layout.centers[1].x, layout.centers[3].x < layout.centers[2].x);
}

// An input that is read late stands beside its reader.
TEST(Layout, ALateInputStandsLow) {
  const std::vector<Edge> edges{{0, 2}, {2, 3}, {3, 4}, {1, 4}};
  const Layout layout = layOut(boxes(5), edges);
  expectSound(layout, boxes(5), edges);
  EXPECT_EQ(layout.centers[1].y, layout.centers[3].y);
}

TEST(Layout, NothingAndOneBoxAreDrawings) {
  EXPECT_EQ(layOut({}, {}).width, 0);
  const Layout layout = layOut(boxes(1), {});
  expectSound(layout, boxes(1), {});
}

TEST(Layout, AnyGraphIsSound) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const uint32_t count = 3 + random() % 60;
    std::vector<Edge> edges;
    std::vector<Size> sizes;
    for (uint32_t i = 0; i < count; ++i) {
      sizes.push_back({80.0 + random() % 160, 30.0 + random() % 40});
      for (uint32_t reads = random() % 3; i > 0 && reads > 0; --reads)
        edges.push_back({uint32_t(random() % i), i}); // twice the same, too
    }
    SCOPED_TRACE(seed);
    expectSound(layOut(sizes, edges), sizes, edges);
  }
}

} // namespace
