// Graphs with branches. The fake driver works through a graph as far from the order in which it was
// recorded as its edges allow, and refuses what a real one would.
#include "runtime/drivers/cuda/recorder.h"

#include "test/runtime/drivers/cuda/fake_device.h"
#include "test/runtime/drivers/cuda/programs.h"

namespace qrt::test {
namespace {

class CudaGraphs : public FakeDevice {
protected:
  /// in0 = 10 at batch 2; as many streams as were made for its graph.
  int streamsFor(Program program, int32_t expected) {
    auto executable = load(std::move(program));
    EXPECT_TRUE(executable.ok()) << executable.status().message();
    const int before = fake->streams;
    Tensor input = rows(2, 10), output = rows(2, -1);
    Status status = (*executable)->run(2, {&input, 1}, {&output, 1});
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(output.values<int32_t>().back(), expected);
    return fake->streams - before - 1; // without the run's own
  }
};

TEST_F(CudaGraphs, ABranchHasAStreamOfItsOwn) { EXPECT_EQ(streamsFor(twoBranches(), 26), 1); }

TEST_F(CudaGraphs, ALineHasOne) { EXPECT_EQ(streamsFor(addOnes({"a", "b", "c"}), 13), 0); }

// Whatever waits for two launches, or for one on another stream, begins behind them.
TEST_F(CudaGraphs, LaunchesOfABranchBeginEarlyInsideIt) {
  Program program = twoBranches();
  for (size_t i = 0; i < program.nodes.size(); ++i)
    launchIn(program, i).dependent = true;
  const int before = fake->dependent;
  streamsFor(std::move(program), 26);
  EXPECT_EQ(fake->dependent - before, 3) << "b or d, c and e: a has none before it";
}

TEST_F(CudaGraphs, ABranchOfOneLaunchStaysInLine) {
  Program program = twoBranches();
  launchIn(program, 4).global[1] = Extent{0, 0, 1}; // e does nothing: its bytes stay as they are
  program.nodes[5].reads.back() = 4;                // d's
  launchIn(program, 5).arguments[1] = Operand{Operand::Space::Buffer, 4};
  for (size_t i = 0; i < program.nodes.size(); ++i)
    launchIn(program, i).dependent = true;
  const int before = fake->dependent;
  EXPECT_EQ(streamsFor(std::move(program), 25), 0);
  EXPECT_EQ(fake->dependent - before, 4) << "all but the first";
}

TEST_F(CudaGraphs, BranchesFromTheInputWaitForTheFaultStore) {
  Program program = twoBranches();
  program.nodes[3].after = {}; // d reads the input beside a
  program.nodes[3].reads = {0};
  launchIn(program, 3).arguments[0] = Operand{Operand::Space::Buffer, 0};
  program.kernels[3] = {"fault", "KERNEL fault"};
  program.faults = {"d"};
  launchIn(program, 3).arguments.push_back(FaultStore());
  launchIn(program, 3).arguments.push_back(Extent{0, 0, 1});
  launchIn(program, 3).global = {Extent{0, 4, 1}, Extent{0, 1, 1}, Extent{0, 1, 1}};
  auto executable = load(std::move(program));
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  for (int32_t value : {5, -5, 5}) {
    Tensor input = rows(1, value), output = rows(1, 0);
    EXPECT_EQ((*executable)->run(1, {&input, 1}, {&output, 1}).ok(), value > 0);
  }
}

TEST_F(CudaGraphs, AProfiledRunIsALine) {
  auto executable = load(twoBranches());
  ASSERT_TRUE(executable.ok());
  const int before = fake->streams;
  Tensor input = rows(1, 10), output = rows(1, -1);
  std::vector<double> seconds(6, -1);
  ASSERT_TRUE((*executable)->profile(1, {&input, 1}, {&output, 1}, seconds).ok());
  EXPECT_EQ(output.values<int32_t>().back(), 26);
  EXPECT_EQ(fake->streams - before, 1);
  for (double each : seconds)
    EXPECT_NEAR(each, 2e-3, 1e-9);
}

} // namespace
} // namespace qrt::test
