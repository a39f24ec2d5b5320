// Every candidate of every layer stands alone, for devices that are here and for those that are
// not.
#include "lowering/tune/layer_program.h"

#include "test/lowering/tunable.h"

namespace qopt::test {
namespace {

class Layers : public TunableTest {
protected:
  template <typename Check>
  void forEveryCandidate(const qrt::DeviceDescription &device, Check check) {
    const qrt::Program program = calls(device);
    const std::vector<int64_t> batches{1, 8, 32, 128};
    const auto problems = tuningProblems(program, device, batches);
    EXPECT_FALSE(problems.empty());
    for (const TuningProblem &problem : problems)
      for (const Choice &choice : problem.candidates) {
        SCOPED_TRACE(textOf(choice) + " at batch " + std::to_string(problem.batch));
        check(program, problem, choice);
      }
  }
  void expectAll(const qrt::DeviceDescription &device) {
    forEveryCandidate(device, [&](const auto &program, const auto &problem, const auto &choice) {
      auto timed = layerProgram(program, problem, std::vector(3, choice), device, LayerUse::Timed);
      ASSERT_TRUE(timed.ok()) << timed.status().message();
      EXPECT_TRUE(qrt::verifyProgram(*timed).ok());
      ASSERT_EQ(timed->nodes.size(), 3u);
      for (const qrt::Node &node : timed->nodes) {
        EXPECT_EQ(node.key, problem.key.call);
        EXPECT_EQ(launchOf(node, problem.batch).choice, textOf(choice));
      }
      EXPECT_EQ(timed->nodes[2].after, std::vector<uint32_t>{1});
      EXPECT_EQ(timed->outputs.size(), 1u);
    });
  }
};

TEST_F(Layers, OfFloatsOnProcessors) {
  parse(floats());
  expectAll(processor());
}
TEST_F(Layers, OfBytesOnCards) {
  parse(bytes());
  expectAll(card());
}
TEST_F(Layers, OfAFixedBatchOnCards) {
  parse(bytes("8", ""));
  expectAll(card());
}

/// A kernel's text but for when the launch behind begins, which what stands there decides.
std::string alikeWhatFollows(std::string text) {
  constexpr std::string_view late = "#define LAUNCHES_LATE 1\n";
  if (const size_t at = text.find(late); at != std::string::npos)
    text.erase(at, late.size());
  return text;
}

// The launch is as in the whole program, whose ranges end.
TEST_F(Layers, LaunchesAreThoseOfTheWholeProgram) {
  parse(bytes());
  auto whole = lowerModule(*module, card());
  ASSERT_TRUE(mlir::succeeded(whole));
  size_t seen = 0;
  forEveryCandidate(card(), [&](const auto &program, const auto &problem, const auto &choice) {
    for (const qrt::Node &node : (*whole)->nodes) {
      if (node.key != problem.key.call || launchOf(node, problem.batch).choice != textOf(choice))
        continue;
      auto alone = layerProgram(program, problem, std::vector{choice}, card(), LayerUse::Timed);
      ASSERT_TRUE(alone.ok());
      const qrt::Launch &own = launchOf(alone->nodes[0], problem.batch);
      const qrt::Launch &there = launchOf(node, problem.batch);
      for (int d = 0; d < 3; ++d)
        EXPECT_EQ(own.global[d].at(problem.batch), there.global[d].at(problem.batch));
      EXPECT_EQ(own.localBytes, there.localBytes);
      EXPECT_EQ(alikeWhatFollows(alone->kernels[own.kernel].source),
                alikeWhatFollows((*whole)->kernels[there.kernel].source));
      ++seen;
    }
  });
  EXPECT_GE(seen, 4u);
}

TEST_F(Layers, CheckedOnesBeginWithZeros) {
  parse(floats());
  const qrt::Program program = calls(processor());
  const std::vector<int64_t> batches{1};
  const auto problem = tuningProblems(program, processor(), batches).front();
  auto checked = layerProgram(program, problem, std::vector{problem.candidates[1]}, processor(),
                              LayerUse::Checked);
  ASSERT_TRUE(checked.ok()) << checked.status().message();
  ASSERT_EQ(checked->nodes.size(), 2u);
  EXPECT_EQ(checked->kernels[std::get<qrt::Launch>(checked->nodes[0].work).kernel].entry, "fill");
  EXPECT_EQ(checked->nodes[0].writes, checked->nodes[1].writes);
  EXPECT_EQ(checked->nodes[1].after, std::vector<uint32_t>{0});
}

TEST_F(Layers, TheSmallestIsAProgramOfEveryDevice) {
  for (const qrt::DeviceDescription &device : {processor(), card()}) {
    auto program = smallestProgram(device);
    ASSERT_TRUE(program.ok()) << program.status().message();
    const qrt::Status status = qrt::verifyProgram(*program);
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(program->kernels.size(), 1u);
  }
}

// For compiling on all cores.
TEST_F(Layers, SeveralCandidatesShareAProgram) {
  parse(bytes());
  const qrt::Program program = calls(card());
  const std::vector<int64_t> batches{8};
  for (const TuningProblem &problem : tuningProblems(program, card(), batches)) {
    auto all = layerProgram(program, problem, problem.candidates, card(), LayerUse::Timed);
    ASSERT_TRUE(all.ok()) << all.status().message();
    EXPECT_TRUE(qrt::verifyProgram(*all).ok());
    for (size_t i = 0; i < problem.candidates.size(); ++i)
      EXPECT_EQ(launchOf(all->nodes[i], 8).choice, textOf(problem.candidates[i]));
  }
}

} // namespace
} // namespace qopt::test
