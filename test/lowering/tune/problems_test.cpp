// A program is searched for calls that there is something to measure of.
#include "lowering/tune/problems.h"

#include "test/lowering/tunable.h"

#include <set>

namespace qopt::test {
namespace {

using Problems = TunableTest;

TEST_F(Problems, AlikeLayersAreOneForEachRange) {
  parse(floats());
  const qrt::Program program = calls(processor());
  const std::vector<int64_t> batches{1, 40};
  std::vector<std::string> found;
  for (const TuningProblem &problem : tuningProblems(program, processor(), batches)) {
    std::string text = std::to_string(problem.key.from) + " at " + std::to_string(problem.batch);
    if (problem.next)
      text += " until " + std::to_string(*problem.next);
    for (uint32_t node : problem.nodes)
      text += " " + program.nodes[node].name;
    found.push_back(text + ", " + textOf(problem.candidates.front()));
    EXPECT_EQ(problem.key.device, "opencl processor, 8 units");
    EXPECT_GE(problem.candidates.size(), 5u);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"1 at 1 until 4 a b, conv2d.cpu.4x32",
                                             "16 at 40 until 64 a b, conv2d.cpu.4x32",
                                             "1 at 1 until 4 c, conv2d.cpu.4x32",
                                             "16 at 40 until 64 c, conv2d.cpu.4x32"}));
}

TEST_F(Problems, AFixedBatchIsOneRange) {
  parse(bytes("8", ""));
  const std::vector<int64_t> batches{1, 8, 32};
  auto problems = tuningProblems(calls(card()), card(), batches);
  EXPECT_FALSE(problems.empty());
  std::set<std::vector<uint32_t>> nodes;
  for (const TuningProblem &problem : problems) {
    EXPECT_EQ(problem.key.from, 1);
    EXPECT_EQ(problem.batch, 1);
    EXPECT_FALSE(problem.next);
    EXPECT_TRUE(nodes.insert(problem.nodes).second) << "a second range of the same launches";
  }
}

// The heuristics' own choice is what a program without tuning has, at any batch of a range.
TEST_F(Problems, HeuristicsChooseTheFirstCandidate) {
  parse(bytes());
  auto program = lowerModule(*module, card());
  ASSERT_TRUE(mlir::succeeded(program));
  const auto node = std::find_if((*program)->nodes.begin(), (*program)->nodes.end(),
                                 [](const qrt::Node &node) { return node.name == "y"; });
  ASSERT_NE(node, (*program)->nodes.end());
  size_t seen = 0;
  for (const std::vector<int64_t> &batches :
       {std::vector<int64_t>{1, 8, 32, 128}, std::vector<int64_t>{3, 15, 63, 1000}})
    for (const TuningProblem &problem : tuningProblems(calls(card()), card(), batches))
      if (problem.key.call == node->key) {
        ++seen;
        EXPECT_GT(problem.candidates.size(), 20u);
        EXPECT_EQ(textOf(problem.candidates.front()), launchOf(*node, problem.batch).choice)
            << problem.batch;
      }
  EXPECT_EQ(seen, 8u);
}

TEST(Buckets, ABatchLiesInTheLastThatBeginsBeforeIt) {
  EXPECT_EQ(bucketOf(1), 0u);
  EXPECT_EQ(bucketOf(3), 0u);
  EXPECT_EQ(bucketOf(4), 1u);
  EXPECT_EQ(bucketOf(63), 2u);
  EXPECT_EQ(bucketOf(100000), 3u);
}

TEST_F(Problems, TheTunerTriesAllThatAKernelLeavesOpen) {
  parse(R"(!x = tensor<?x16x8x8xi8, #nn.dims<N>>
  !y = tensor<?x16x8x8xi32, #nn.dims<N>>
  func.func @main(%x: !x {nn.name = "x"}) -> !y {
    %w = nn.constant {nn.name = "w"} dense<3> : tensor<16x1x3x3xi8>
    %y = nn.conv2d %x, %w {nn.name = "y", groups = 16 : i64, pads = array<i64: 2, 2, 2, 2>, dilations = array<i64: 2, 2>} : (!x, tensor<16x1x3x3xi8>) -> !y
    return %y : !y
  })");
  const std::vector<int64_t> batches{128};
  size_t found = 0;
  for (const TuningProblem &problem : tuningProblems(calls(card()), card(), batches))
    if (problem.key.call.starts_with("conv2d")) {
      EXPECT_EQ(problem.candidates.front().kernel->name, "conv2d.gpu.depthwise");
      found += size_t(std::count_if(
          problem.candidates.begin(), problem.candidates.end(),
          [](const Choice &choice) { return choice.kernel->name == "conv2d.gpu.depthwise"; }));
    }
  EXPECT_EQ(found, kernelNamed("conv2d.gpu.depthwise")->space.size());
}

} // namespace
} // namespace qopt::test
