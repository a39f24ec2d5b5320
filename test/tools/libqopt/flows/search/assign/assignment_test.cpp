#include "tools/libqopt/flows/search/assign/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace qopt::run;

namespace {

/// All choices, as an odometer counts them; those that none beats, the fastest first.
std::vector<Assignment> byBruteForce(const AssignmentProblem &problem) {
  std::vector<Assignment> all;
  std::vector<size_t> choice(problem.layers.size());
  while (true) {
    all.push_back(assignmentOf(problem, choice));
    size_t i = 0;
    for (; i < choice.size() && ++choice[i] == problem.layers[i].size(); ++i)
      choice[i] = 0;
    if (i == choice.size())
      break;
  }
  std::sort(all.begin(), all.end(), [](const Assignment &a, const Assignment &b) {
    return a.time != b.time ? a.time < b.time : a.loss < b.loss;
  });
  std::vector<Assignment> front;
  for (const Assignment &one : all)
    if (front.empty() || one.loss < front.back().loss)
      front.push_back(one);
  return front;
}

/// Whole numbers, whose sums are exact in any order.
AssignmentProblem randomProblem(std::mt19937 &random, size_t layers) {
  auto draw = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  AssignmentProblem problem;
  for (size_t i = 0; i < layers; ++i) {
    problem.layers.emplace_back(size_t(draw(1, 3)));
    for (LayerCandidate &one : problem.layers.back())
      one = {double(draw(1, 50)), double(draw(-3, 20))};
  }
  for (size_t to = 1; to < layers; ++to)
    for (size_t from = 0; from < to; ++from) {
      if (from + 1 != to && draw(0, 4) != 0)
        continue;
      LayerEdge edge{from, to, {}};
      for (size_t i = 0; i < problem.layers[from].size(); ++i) {
        edge.times.emplace_back();
        for (size_t j = 0; j < problem.layers[to].size(); ++j)
          edge.times.back().push_back(draw(0, 30));
      }
      problem.edges.push_back(std::move(edge));
    }
  return problem;
}

std::vector<Assignment> exactFront(const AssignmentProblem &problem) {
  const AssignmentFront front = paretoFront(problem, {.resolution = 0, .beam = 1 << 20});
  EXPECT_FALSE(front.isCut);
  return front.assignments;
}

/// Every layer reads all before it, as in a DenseNet's block: 2^layers states.
AssignmentProblem denseBlock(size_t layers) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> draw(1, 50);
  AssignmentProblem problem;
  for (size_t i = 0; i < layers; ++i)
    problem.layers.push_back({{draw(random) + 20, 0}, {draw(random), draw(random)}});
  for (size_t to = 1; to < layers; ++to)
    for (size_t from = 0; from < to; ++from)
      problem.edges.push_back({from, to, {{0, 2}, {2, 0}}});
  return problem;
}

TEST(AssignmentTest, FindsWhatBruteForceFindsOnBranchingGraphs) {
  std::mt19937 random(44);
  for (int trial = 0; trial < 300; ++trial) {
    const AssignmentProblem problem = randomProblem(random, 1 + size_t(trial % 8));
    const auto wanted = byBruteForce(problem), found = exactFront(problem);
    ASSERT_EQ(found.size(), wanted.size()) << "trial " << trial;
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].time, wanted[i].time) << "trial " << trial;
      EXPECT_EQ(found[i].loss, wanted[i].loss) << "trial " << trial;
    }
  }
}

TEST(AssignmentTest, AConversionThatCostsMoreThanItGainsIsNotTaken) {
  AssignmentProblem problem;
  problem.layers = {{{1, 0}}, {{5, 0}, {4, 1}}, {{1, 0}}};
  problem.edges = {{0, 1, {{0, 2}}}, {1, 2, {{0}, {2}}}};
  const auto front = exactFront(problem);
  ASSERT_EQ(front.size(), 1u);
  EXPECT_EQ(front[0].choice, (std::vector<size_t>{0, 0, 0}));
}

TEST(AssignmentTest, AResolutionKeepsTheFastestAndBoundsTheFront) {
  std::mt19937 random(7);
  const AssignmentProblem problem = randomProblem(random, 8);
  const auto exact = exactFront(problem);
  const auto coarse = paretoFront(problem, {.resolution = 8}).assignments;
  EXPECT_LE(coarse.size(), exact.size());
  EXPECT_EQ(coarse.front().time, exact.front().time);
}

TEST(AssignmentTest, WhatIsNoNumberIsNeverChosen) {
  const double nan = std::nan("");
  AssignmentProblem problem;
  problem.layers = {{{3, 0}, {1, nan}}, {{5, 0}, {HUGE_VAL, 0}}, {{nan, 0}, {2, 1}}};
  problem.edges = {{0, 1, {{0, 1}, {1, 0}}}};
  const auto front = exactFront(problem);
  ASSERT_EQ(front.size(), 1u);
  EXPECT_EQ(front[0].choice, (std::vector<size_t>{0, 0, 1}));
  problem.layers[1] = {{nan, nan}};
  problem.edges.clear();
  EXPECT_TRUE(exactFront(problem).empty());
}

TEST(AssignmentTest, AFullBeamIsToldAndBoundsADenseBlock) {
  const AssignmentProblem problem = denseBlock(40);
  const AssignmentFront front = paretoFront(problem, {.resolution = 0.5, .beam = 512});
  EXPECT_TRUE(front.isCut);
  ASSERT_FALSE(front.assignments.empty());
  const double floats = assignmentOf(problem, std::vector<size_t>(40, 0)).time;
  EXPECT_LT(front.assignments.front().time, floats);
}

TEST(AssignmentTest, AFullBeamIsNearTheExactFront) {
  const AssignmentProblem problem = denseBlock(12);
  const auto exact = exactFront(problem);
  const auto beam = paretoFront(problem, {.resolution = 0, .beam = 256}).assignments;
  for (const Assignment &one : beam) {
    double least = HUGE_VAL;
    for (const Assignment &best : exact)
      if (best.loss <= one.loss)
        least = std::min(least, best.time);
    EXPECT_LE(one.time, 1.1 * least);
  }
}

} // namespace
