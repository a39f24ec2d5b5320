#include "runtime/format/graph.h"

#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

#include <random>

namespace qrt::test {
namespace {

/// Nodes that are nothing but edges.
Program edgesOnly(const std::vector<std::vector<uint32_t>> &after) {
  Program program;
  for (const std::vector<uint32_t> &earlier : after) {
    Node node;
    node.after = earlier;
    program.nodes.push_back(std::move(node));
  }
  return program;
}

TEST(AncestorWalk, IsTheOrderOfAllNodes) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<std::vector<uint32_t>> after(40);
    for (uint32_t node = 1; node < after.size(); ++node)
      for (uint32_t i = random() % 3; i-- > 0;)
        after[node].push_back(uint32_t(random() % node));
    const Program program = edgesOnly(after);
    const NodeOrder order(program);
    AncestorWalk walk(program);
    for (uint32_t later = 0; later < after.size(); ++later) {
      walk.start(later, 0);
      for (uint32_t earlier = later; earlier-- > 0;)
        EXPECT_EQ(walk.reaches(earlier), order.before(earlier, later)) << earlier << ", " << later;
    }
  }
}

TEST(AncestorWalk, LearnsOfEdges) {
  const Program program = edgesOnly({{}, {0}, {}, {}});
  AncestorWalk walk(program);
  walk.start(3, 0);
  EXPECT_FALSE(walk.reaches(1));
  walk.add(1);
  EXPECT_TRUE(walk.reaches(0)) << "by way of 1";
}

TEST(RangeOwners, GiveWayWhereOthersTake) {
  using List = std::vector<uint32_t>;
  RangeOwners owners;
  EXPECT_EQ(owners.take(0, 10, 0), List{});
  EXPECT_EQ(owners.take(10, 20, 1), List{});
  EXPECT_EQ(owners.take(5, 15, 2), (List{0, 1}));
  EXPECT_EQ(owners.take(7, 8, 3), List{2});
  EXPECT_EQ(owners.take(0, 20, 4), (List{0, 1, 2, 3}));
  EXPECT_EQ(owners.take(3, 3, 5), List{}) << "nothing";
  EXPECT_EQ(owners.take(19, 30, 6), List{4});
}

TEST(Coexistence, PairsAreThoseWhoMeet) {
  const std::vector<Lifetime> lives{{-1, 2}, {0, 1}, {2, 5}, {3, 3}, {6, 6}};
  const Coexistence coexist = Coexistence::alongList(lives);
  const std::vector<uint32_t> all{0, 1, 2, 3, 4}, some{4, 2, 3};
  auto pairs = coexist.pairs(all, 3);
  ASSERT_TRUE(pairs);
  for (uint32_t a = 0; a < 5; ++a)
    for (uint32_t b = 0; b < 5; ++b)
      EXPECT_EQ(std::ranges::count((*pairs)[a], b), a != b && coexist(a, b)) << a << ", " << b;
  EXPECT_EQ((*coexist.pairs(some, 1))[1], std::vector<uint32_t>{2}) << "by their places";
  EXPECT_FALSE(coexist.pairs(all, 2)) << "of which there are three";
}

} // namespace
} // namespace qrt::test
