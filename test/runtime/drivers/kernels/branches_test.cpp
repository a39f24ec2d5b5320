#include "runtime/drivers/kernels/branches.h"

#include <gtest/gtest.h>

#include <random>

namespace qrt::test {
namespace {

using namespace qrt::kernels;
using Nodes = std::vector<uint32_t>;

constexpr QueueLimits four{4, 1};

/// Plans nodes with these edges, all of which run.
class Planned {
public:
  explicit Planned(const Edges &after, QueueLimits limits = four)
      : Planned(after, std::vector<bool>(after.size(), true), limits) {}
  Planned(const Edges &after, const std::vector<bool> &runs, QueueLimits limits = four) {
    Program program;
    program.nodes.resize(after.size());
    for (size_t i = 0; i < after.size(); ++i)
      program.nodes[i].after = after[i];
    plan = planQueues(program, runs, limits);
  }
  Nodes queues() const {
    Nodes result;
    for (const QueuedNode &step : plan.steps)
      result.push_back(step.queue);
    return result;
  }
  Nodes following() const {
    Nodes result;
    for (const QueuedNode &step : plan.steps)
      if (step.follows)
        result.push_back(step.node);
    return result;
  }
  const QueuedNode &at(uint32_t node) const {
    for (const QueuedNode &step : plan.steps)
      if (step.node == node)
        return step;
    ADD_FAILURE() << "node " << node << " is not queued";
    return plan.steps.front();
  }

  QueuePlan plan;
};

TEST(Branches, ALineIsOneQueue) {
  const Planned line({{}, {0}, {0, 1}, {2}});
  EXPECT_EQ(line.plan.queues, 1u);
  EXPECT_EQ(line.following(), (Nodes{1, 2, 3}));
  EXPECT_TRUE(line.plan.ends.empty());
}

TEST(Branches, ADiamondForksAndJoins) {
  // 0 → 1 → 2 → 5 and 0 → 3 → 4 → 5
  const Planned diamond({{}, {0}, {1}, {0}, {3}, {2, 4}});
  EXPECT_EQ(diamond.plan.queues, 2u);
  EXPECT_NE(diamond.at(2).queue, diamond.at(4).queue);
  EXPECT_EQ(diamond.at(0).queue, 0u);
  EXPECT_EQ(diamond.at(5).queue, 0u);
  EXPECT_EQ(diamond.at(5).waits.size(), 1u);
  EXPECT_FALSE(diamond.at(5).follows);
  EXPECT_EQ(diamond.following().size(), 3u) << "both of one branch, the second of the other";
  EXPECT_TRUE(diamond.at(0).isAwaited);
  EXPECT_TRUE(diamond.plan.ends.empty()) << "the join has waited";
}

TEST(Branches, TheLongestPathIsTheFirstQueue) {
  // The short branch is listed first.
  const Planned residual({{}, {0}, {0}, {2}, {3}, {1, 4}, {5}});
  EXPECT_EQ(residual.queues(), (Nodes{0, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(residual.following(), (Nodes{2, 3, 4, 6}));
  EXPECT_EQ(residual.at(5).waits, (Nodes{1}));
}

TEST(Branches, AShortOneStaysInLine) {
  const Edges residual{{}, {0}, {0}, {2}, {3}, {1, 4}, {5}};
  const Planned line(residual, QueueLimits{4, 2});
  EXPECT_EQ(line.plan.queues, 1u);
  EXPECT_EQ(line.following(), (Nodes{1, 2, 3, 4, 5, 6}));
}

/// Convolutions behind a join, a concatenation by copies: {1}, {2 3}, {4 5}, {6 7}; copies 8 to 11.
Edges inception() {
  return {{}, {0}, {0}, {2}, {0}, {4}, {0}, {6}, {1}, {3}, {5}, {7}, {8, 9, 10, 11}};
}

TEST(Branches, AModuleOfFourHasFour) {
  const Planned module(inception());
  EXPECT_EQ(module.plan.queues, 4u);
  for (auto [first, last] : {std::pair(2u, 9u), {4u, 10u}, {6u, 11u}, {1u, 8u}})
    EXPECT_EQ(module.at(first).queue, module.at(last).queue);
  EXPECT_EQ(module.at(12).waits.size(), 3u);
}

TEST(Branches, FewerQueuesAreShared) {
  const Planned module(inception(), QueueLimits{2, 1});
  EXPECT_EQ(module.plan.queues, 2u);
  EXPECT_EQ(Planned(inception(), QueueLimits{1, 1}).plan.queues, 1u);
}

TEST(Branches, ModulesBehindEachOtherShareQueues) {
  Edges modules = inception();
  const uint32_t join = uint32_t(modules.size() - 1);
  const Edges next = inception();
  for (size_t i = 1; i < next.size(); ++i) {
    modules.push_back(next[i]);
    for (uint32_t &earlier : modules.back())
      earlier += join;
  }
  EXPECT_EQ(Planned(modules, QueueLimits{8, 1}).plan.queues, 4u);
}

TEST(Branches, AReuseEdgeHoldsABranchUp) {
  const Edges free{{}, {0}, {1}, {0}, {3}, {2, 4}};
  Edges reused = free;
  reused[3].push_back(2); // its bytes are those of 1
  EXPECT_EQ(Planned(free).plan.queues, 2u);
  EXPECT_EQ(Planned(reused).plan.queues, 1u);
}

TEST(Branches, WhatIsImpliedIsNotWaitedFor) {
  // 4 waits for 1, which waited for 0; so 0 need not be waited for again.
  const Planned plan({{}, {0}, {1}, {}, {0, 1, 3}, {4}, {2, 5}});
  EXPECT_EQ(plan.at(4).waits.size(), 1u);
}

TEST(Branches, RootsOfOthersWaitForTheBegin) {
  const Planned roots({{}, {0}, {}, {2}, {1, 3}});
  EXPECT_EQ(roots.plan.queues, 2u);
  EXPECT_NE(roots.at(0).waitsForBegin(), roots.at(2).waitsForBegin());
  EXPECT_FALSE(roots.at(1).waitsForBegin());
}

TEST(Branches, WhatNobodyWaitsForIsWaitedForAtLast) {
  const Planned outputs({{}, {0}, {1}, {0}, {3}});
  ASSERT_EQ(outputs.plan.ends.size(), 1u);
  const QueuedNode &end = outputs.at(outputs.plan.ends[0]);
  EXPECT_NE(end.queue, 0u);
  EXPECT_TRUE(end.isAwaited);
}

TEST(Branches, WhatDoesNothingPassesItsEdgesOn) {
  const Planned plan({{}, {0}, {}, {1, 2}}, std::vector<bool>{true, false, true, true});
  ASSERT_EQ(plan.plan.steps.size(), 3u);
  EXPECT_EQ(plan.at(3).waits.size(), 1u) << "for 0 and 2, one of which lies before it";
  EXPECT_EQ(Planned({{}, {0}}, std::vector<bool>{false, false}).plan.steps.size(), 0u);
}

/// Expects that in-order queues and waits enforce every edge.
void expectEveryEdge(const Edges &after, const QueuePlan &plan) {
  std::vector<std::vector<bool>> known(after.size(), std::vector<bool>(after.size()));
  std::vector<uint32_t> last(plan.queues, ~0u);
  for (const QueuedNode &step : plan.steps) {
    std::vector<bool> &mine = known[step.node];
    auto learn = [&](uint32_t other) {
      mine[other] = true;
      for (size_t i = 0; i < mine.size(); ++i)
        mine[i] = mine[i] || known[other][i];
    };
    if (last[step.queue] != ~0u)
      learn(last[step.queue]);
    for (uint32_t wait : step.waits)
      learn(wait);
    for (uint32_t earlier : after[step.node])
      ASSERT_TRUE(mine[earlier]) << earlier << " before " << step.node;
    last[step.queue] = step.node;
  }
}

TEST(Branches, RandomGraphsKeepEveryEdge) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    Edges after(3 + random() % 40);
    for (uint32_t i = 1; i < after.size(); ++i)
      for (size_t k = 0; k < random() % 4; ++k)
        after[i].push_back(i - 1 - uint32_t(random() % std::min(i, 6u)));
    SCOPED_TRACE("seed 5, round " + std::to_string(round));
    const Planned plan(after, QueueLimits{1 + unsigned(random() % 5), 1 + unsigned(random() % 3)});
    EXPECT_EQ(plan.plan.steps.size(), after.size());
    expectEveryEdge(after, plan.plan);
  }
}

} // namespace
} // namespace qrt::test
