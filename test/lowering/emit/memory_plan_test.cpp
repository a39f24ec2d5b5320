// The plan on the shapes of networks, and on random DAGs at many batches.
#include "lowering/emit/memory_plan.h"

#include <gtest/gtest.h>

#include <random>

namespace qopt {
namespace {

using qrt::Extent;

/// Nodes whose work is a launch: the plan looks only at reads and writes.
class Net {
public:
  uint32_t buffer(int64_t perSample, qrt::BufferRole role = qrt::BufferRole::Activation,
                  int64_t constant = 0) {
    // Sizes that are no product of N and a constant have no dense shape.
    Extent size{perSample, constant, 1};
    program.buffers.push_back({"b" + std::to_string(program.buffers.size()),
                               qrt::ElementType::I8,
                               {size},
                               role,
                               size,
                               {}});
    uint32_t index = uint32_t(program.buffers.size() - 1);
    if (role == qrt::BufferRole::Input)
      program.inputs.push_back({"in" + std::to_string(index), index});
    if (role == qrt::BufferRole::Output)
      program.outputs.push_back({"out" + std::to_string(index), index});
    return index;
  }
  uint32_t input(int64_t size) { return buffer(size, qrt::BufferRole::Input); }
  uint32_t output(int64_t size) { return buffer(size, qrt::BufferRole::Output); }

  void node(std::vector<uint32_t> reads, uint32_t target) {
    qrt::Node node;
    node.name = "n" + std::to_string(program.nodes.size());
    for (uint32_t i = 0; i < program.nodes.size(); ++i)
      for (uint32_t read : reads)
        if (program.nodes[i].writes[0] == read)
          node.after.push_back(i);
    node.reads = std::move(reads);
    node.writes = {target};
    node.work = qrt::Launch{0, {}, {Extent{0, 1, 1}, {0, 1, 1}, {0, 1, 1}}, {1, 1, 1}};
    program.nodes.push_back(std::move(node));
  }
  uint32_t then(std::vector<uint32_t> reads, int64_t size) {
    uint32_t target = buffer(size);
    node(std::move(reads), target);
    return target;
  }

  Net() {
    program.dynamicBatch = true;
    program.kernels = {{"k", "k"}};
  }
  qrt::Program program;
};

/// Planned, valid for every N (verifyProgram proves it), and tight.
void expectTight(Net net, double slack = 1.05) {
  planArena(net.program);
  qrt::Status status = qrt::verifyProgram(net.program);
  ASSERT_TRUE(status.ok()) << status.message();
  for (int64_t batch : {1, 32})
    EXPECT_LE(double(qrt::plannedBytes(net.program, batch)),
              slack * double(qrt::largestLiveSet(net.program, batch)))
        << "at batch " << batch;
}

TEST(MemoryPlan, Chains) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    Net net;
    uint32_t at = net.input(3072);
    for (int i = 0; i < 25; ++i)
      at = net.then({at}, 10 + int64_t(random() % 20000));
    net.node({at}, net.output(10));
    SCOPED_TRACE("seed 7, round " + std::to_string(round));
    expectTight(net);
  }
}

TEST(MemoryPlan, ResidualNetworks) {
  Net net; // ResNet-20's sizes in bytes a sample
  uint32_t at = net.then({net.input(3072)}, 16384);
  for (int64_t size : {16384, 8192, 4096})
    for (int block = 0; block < 3; ++block) {
      bool projected = block == 0 && size != 16384;
      uint32_t shortcut = projected ? net.then({at}, size) : at;
      uint32_t middle = net.then({at}, size);
      at = net.then({middle, shortcut}, size);
    }
  net.node({net.then({at}, 64)}, net.output(40));
  expectTight(net);
}

TEST(MemoryPlan, ConcatNetworks) {
  Net net; // fire modules: squeeze, two expansions, their concat
  uint32_t at = net.then({net.input(12288)}, 30000);
  for (int64_t size : {4096, 6144, 8192, 3000, 5000}) {
    uint32_t squeeze = net.then({at}, size / 4);
    uint32_t left = net.then({squeeze}, size), right = net.then({squeeze}, size);
    at = net.then({left, right}, 2 * size);
  }
  net.node({at}, net.output(4000));
  expectTight(net);
}

TEST(MemoryPlan, SharingAddsEdges) {
  Net net; // a → b → c → d: c lies on a's bytes, so c's writer waits for b's
  uint32_t a = net.then({net.input(64)}, 6400), b = net.then({a}, 6400), c = net.then({b}, 6400);
  net.node({c}, net.output(64));
  // A second branch reads a late; whoever reuses a must wait for it.
  net.node({a}, net.output(64));
  size_t before = 0, after = 0;
  for (const qrt::Node &node : net.program.nodes)
    before += node.after.size();
  planArena(net.program);
  for (const qrt::Node &node : net.program.nodes)
    after += node.after.size();
  EXPECT_TRUE(qrt::verifyProgram(net.program).ok());
  EXPECT_GT(after, before);
  EXPECT_LT(net.program.arenaBytes.at(1), 64 + 3 * 6400 + 128 + 6 * 64);
}

TEST(MemoryPlan, AlignsEveryBuffer) {
  Net net;
  uint32_t at = net.input(10);
  for (int i = 0; i < 5; ++i)
    at = net.then({at}, 33 + i);
  net.node({at}, net.output(7));
  planArena(net.program);
  EXPECT_TRUE(qrt::verifyProgram(net.program).ok());
  for (const qrt::Buffer &buffer : net.program.buffers)
    for (int64_t batch : {1, 2, 3})
      EXPECT_EQ(buffer.offset.at(batch) % qrt::bufferAlignment, 0);
}

// Branches, several inputs and outputs, dead inputs, fixed buffers among
// growing ones.
TEST(MemoryPlan, RandomDagsNeverOverlap) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Net net;
    net.program.dynamicBatch = seed % 4 != 0;
    auto size = [&] { return int64_t(1 + random() % 5000); };
    std::vector<uint32_t> values;
    for (size_t i = 0; i < 1 + random() % 3; ++i)
      values.push_back(net.input(size()));
    for (size_t i = 0; i < 3 + random() % 40; ++i) {
      std::vector<uint32_t> reads;
      for (size_t k = 0; k < 1 + random() % 3; ++k)
        reads.push_back(values[values.size() - 1 - random() % std::min<size_t>(values.size(), 6)]);
      bool isFixed = random() % 5 == 0, isOutput = random() % 8 == 0;
      uint32_t target = net.buffer(isFixed ? 0 : size(),
                                   isOutput ? qrt::BufferRole::Output : qrt::BufferRole::Activation,
                                   isFixed ? size() : 0);
      net.node(reads, target);
      values.push_back(target);
    }
    planArena(net.program, 1 + random() % 2);
    qrt::Status status = qrt::verifyProgram(net.program);
    ASSERT_TRUE(status.ok()) << status.message();
    for (int64_t batch : {1, 7})
      ASSERT_GE(qrt::plannedBytes(net.program, batch), qrt::largestLiveSet(net.program, batch));
  }
}

size_t edgesOf(const qrt::Program &program) {
  size_t edges = 0;
  for (const qrt::Node &node : program.nodes)
    edges += node.after.size();
  return edges;
}

TEST(MemoryPlan, BranchesDoNotWaitForBytes) {
  Net net; // four branches of three from one value: the first's bytes would do for the others
  const uint32_t begin = net.then({net.input(640)}, 640);
  std::vector<uint32_t> ends;
  for (int branch = 0; branch < 4; ++branch)
    ends.push_back(net.then({net.then({net.then({begin}, 6400)}, 6400)}, 64));
  net.node(ends, net.output(64));
  Net line = net;
  planArena(line.program, 1);
  EXPECT_GT(edgesOf(line.program), edgesOf(net.program));
  Net parallel = net;
  planArena(parallel.program, 4);
  EXPECT_EQ(edgesOf(parallel.program), edgesOf(net.program));
  EXPECT_TRUE(qrt::verifyProgram(parallel.program).ok());
  EXPECT_GT(parallel.program.arenaBytes.at(1), line.program.arenaBytes.at(1));
  EXPECT_LT(parallel.program.arenaBytes.at(1), 4 * 2 * 6400 + 3 * 640)
      << "inside a branch, and before and behind it, bytes are reused";
}

/// 20,000 nodes, each of which is measured: the results of that live to the end.
Net longNet() {
  Net net;
  uint32_t at = net.input(640);
  // Net::node looks for writers among all nodes.
  auto follow = [&](uint32_t from, uint32_t to, std::vector<uint32_t> after) {
    qrt::Node node;
    node.name = "n" + std::to_string(net.program.nodes.size());
    node.after = std::move(after);
    node.reads = {from};
    node.writes = {to};
    node.work = qrt::Launch{0, {}, {Extent{0, 1, 1}, {0, 1, 1}, {0, 1, 1}}, {1, 1, 1}};
    net.program.nodes.push_back(std::move(node));
    return uint32_t(net.program.nodes.size() - 1);
  };
  std::vector<uint32_t> before;
  for (int i = 0; i < 10000; ++i) {
    const uint32_t next = net.buffer(640 + i % 7 * 64);
    before = {follow(at, next, before)};
    follow(next, net.output(12), before);
    at = next;
  }
  return net;
}

TEST(MemoryPlan, LongProgramsArePlannedAlongTheirList) {
  for (unsigned queues : {1u, 4u}) {
    Net net = longNet();
    planArena(net.program, queues);
    const qrt::Status status = qrt::verifyProgram(net.program);
    EXPECT_TRUE(status.ok()) << status.message();
    // The value that is measured, the input, and two values at a time.
    EXPECT_LE(net.program.arenaBytes.at(1), 10000 * 64 + 640 + 3 * (640 + 6 * 64));
    size_t edges = 0;
    for (const qrt::Node &node : net.program.nodes)
      edges += node.after.size();
    EXPECT_LT(edges, 4 * net.program.nodes.size());
  }
}

TEST(MemoryPlan, WideProgramsArePlannedAtOnce) {
  Net net; // more live at once than each is compared with
  std::vector<uint32_t> ends;
  const uint32_t begin = net.then({net.input(64)}, 64);
  for (int i = 0; i < 3000; ++i)
    ends.push_back(net.then({begin}, 64 + i % 3 * 64));
  net.node({net.then(ends, 64)}, net.output(64));
  planArena(net.program);
  EXPECT_TRUE(qrt::verifyProgram(net.program).ok());
  EXPECT_LE(net.program.arenaBytes.at(1), 1000 * (64 + 128 + 192) + 3 * 64);
}

TEST(MemoryPlan, TheSameProgramGetsTheSamePlan) {
  auto plan = [] {
    Net net;
    std::mt19937 random(11);
    uint32_t at = net.input(500);
    for (int i = 0; i < 30; ++i)
      at = net.then({at}, int64_t(1 + random() % 900));
    net.node({at}, net.output(3));
    planArena(net.program);
    return qrt::describe(net.program);
  };
  EXPECT_EQ(plan(), plan());
}

TEST(MemoryPlan, ApartIsTheSumOfAll) {
  Net net;
  uint32_t at = net.input(640);
  for (int64_t size : {64, 128, 256})
    at = net.then({at}, size);
  const uint32_t fixed = net.buffer(0, qrt::BufferRole::Activation, 192);
  net.node({at}, fixed);
  net.node({fixed}, net.output(64));
  planArena(net.program);
  EXPECT_EQ(net.program.arenaBytes.at(10), (640 + 64) * 10 + 192);
  planApart(net.program);
  EXPECT_TRUE(qrt::verifyProgram(net.program).ok());
  EXPECT_EQ(net.program.arenaBytes.at(10), (640 + 64 + 128 + 256 + 64) * 10 + 192);
}

} // namespace
} // namespace qopt
