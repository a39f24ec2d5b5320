#include "lowering/fuse/calls/fused_conv2d.h"

#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

namespace qopt::test {
namespace {

using namespace qrt;
using namespace qrt::test;

constexpr int64_t channels = 256;

/// A pointwise convolution of an input and a depthwise one of its result.
struct Pair {
  explicit Pair(int64_t extent, int64_t window = 3)
      : shape{perSample(), fixed(extent), fixed(extent), fixed(channels)},
        x(net.input(ElementType::F32, shape)), between(net.activation(ElementType::F32, shape)) {
    call({{extent, extent}, {extent, extent}, channels, channels}, x, between);
    Conv2dShape depthwise{{extent, extent}, {extent, extent}, channels, channels, channels};
    depthwise.window = {{window, window}, {1, 1}, {1, 1}, {window / 2, window / 2}};
    call(depthwise, between, net.output(ElementType::F32, shape));
  }
  void call(const Conv2dShape &of, uint32_t from, uint32_t to) {
    Conv2dCall call{of,
                    perSample(),
                    {bufferOperand(from), {}},
                    {},
                    storeAccumulator(ElementType::F32, ElementType::F32)};
    const Shape weights{of.outChannels, of.inChannels / of.groups, of.window.kernel[0],
                        of.window.kernel[1]};
    call.weights = {constantOperand(net.constant(Tensor::allocate(ElementType::F32, weights))), {}};
    net.call(call, {to});
  }
  /// Returns what becomes of it: the families of its nodes' calls.
  std::vector<std::string> families() {
    computeRowsTogether(net.program);
    std::vector<std::string> names;
    for (const Node &node : net.program.nodes)
      names.emplace_back(familyOf(std::get<Call>(node.work)));
    return names;
  }

  NetBuilder net;
  std::vector<Extent> shape;
  uint32_t x, between;
};

using Families = std::vector<std::string>;
const Families one{"fused_conv2d"}, two{"conv2d", "conv2d"};

TEST(RowsTogether, MakeOneCall) {
  Pair pair(32); // 1 MiB
  EXPECT_EQ(pair.families(), one);
  const Node &node = pair.net.program.nodes[0];
  EXPECT_EQ(node.reads, std::vector<uint32_t>{pair.x});
  ASSERT_EQ(node.writes.size(), 2u);
  EXPECT_EQ(node.writes[0], pair.between);
  spreadOut(pair.net.program);
  const Status status = verifyProgram(pair.net.program);
  EXPECT_TRUE(status.ok()) << status.message();
}

TEST(RowsTogether, TakeAnyWindowWithRows) { EXPECT_EQ(Pair(32, 7).families(), one); }

TEST(RowsTogether, LeaveSmallOnes) { EXPECT_EQ(Pair(8).families(), two); }

// As a block's residual, which lives until the second ends in any case.
TEST(RowsTogether, TakeSmallOnesThatCostNoMemory) {
  Pair pair(8);
  auto &second = std::get<Conv2dCall>(std::get<Call>(pair.net.program.nodes[1].work));
  ScalarBuilder b;
  const auto sum = b.apply(ScalarOp::AddF, b.accumulator(ElementType::F32),
                           b.input({ScalarInputKind::Tensor, ElementType::F32, 0}));
  second.epilogue.program = b.finish(sum, ElementType::F32);
  second.epilogue.tensors = {{bufferOperand(pair.x), {8 * 8 * channels, channels, 1}}};
  pair.net.program.nodes[1].reads.push_back(pair.x);
  EXPECT_EQ(pair.families(), one);
}

// Edges go on to whom they went to: behind the pair stand others, one of which waits for the first
// alone.
TEST(RowsTogether, KeepEdges) {
  Pair pair(32);
  pair.call({{32, 32}, {32, 32}, channels, channels}, pair.x,
            pair.net.output(ElementType::F32, pair.shape));
  pair.net.program.nodes[2].after = {0, 1};
  EXPECT_EQ(pair.families(), (Families{"fused_conv2d", "conv2d"}));
  EXPECT_EQ(pair.net.program.nodes[0].after, std::vector<uint32_t>{});
  EXPECT_EQ(pair.net.program.nodes[1].after, std::vector<uint32_t>{0});
}

TEST(RowsTogether, LeaveAResultThatOthersSee) {
  Pair read(32);
  read.call({{32, 32}, {32, 32}, channels, channels}, read.between,
            read.net.output(ElementType::F32, read.shape));
  EXPECT_EQ(read.families(), (Families{"conv2d", "conv2d", "conv2d"}));
  Pair output(32);
  output.net.program.buffers[output.between].role = BufferRole::Output;
  EXPECT_EQ(output.families(), two);
}

TEST(RowsTogether, LeavePairsThatHaveNoRows) {
  EXPECT_EQ(Pair(32, 65).families(), two) << "no kernel takes its rows";
  Pair computed(32);
  auto &call = std::get<Conv2dCall>(std::get<Call>(computed.net.program.nodes[1].work));
  call.weights.operand = bufferOperand(
      computed.net.input(ElementType::F32, {fixed(channels), fixed(1), fixed(3), fixed(3)}));
  EXPECT_EQ(computed.families(), two) << "weights that are packed at each run";
}

} // namespace
} // namespace qopt::test
