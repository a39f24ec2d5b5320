#include "runtime/format/fusion.h"

#include "test/runtime/format/programs.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

constexpr int64_t channels = 256;

CallEpilogue store() {
  ScalarBuilder b;
  CallEpilogue epilogue;
  epilogue.program = b.finish(b.accumulator(ElementType::F32), ElementType::F32);
  return epilogue;
}

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
    Conv2dCall call{of, perSample(), {bufferOperand(from), {}}, {}, store()};
    const Shape weights{of.outChannels, of.inChannels / of.groups, of.window.kernel[0],
                        of.window.kernel[1]};
    call.weights = {constantOperand(net.constant(Tensor::allocate(ElementType::F32, weights))), {}};
    net.call(call, {to});
  }
  bool isFusible() const { return qrt::isFusible(net.program, BufferUses(net.program), 0); }
  bool mayFuse() const { return qrt::mayFuse(net.program, BufferUses(net.program), 0); }

  NetBuilder net;
  std::vector<Extent> shape;
  uint32_t x, between;
};

TEST(Fusion, KeepsWhatTheFirstReads) {
  Pair pair(32); // 1 MiB
  EXPECT_TRUE(pair.isFusible());
  EXPECT_FALSE(pair.mayFuse()) << "the input's bytes may be the result's";
  keepForFusion(pair.net.program);
  EXPECT_TRUE(pair.mayFuse());
  EXPECT_EQ(pair.net.program.nodes[1].reads, (std::vector<uint32_t>{pair.between, pair.x}));
  spreadOut(pair.net.program);
  EXPECT_TRUE(verifyProgram(pair.net.program).ok());
}

TEST(Fusion, KeepsThatOfAnyWindowWithRows) {
  Pair pair(32, 7);
  keepForFusion(pair.net.program);
  EXPECT_TRUE(pair.mayFuse());
}

TEST(Fusion, LeavesSmallOnes) {
  Pair pair(8);
  keepForFusion(pair.net.program);
  EXPECT_TRUE(pair.isFusible());
  EXPECT_FALSE(pair.mayFuse());
}

TEST(Fusion, RefusesAResultThatOthersSee) {
  Pair read(32);
  read.call({{32, 32}, {32, 32}, channels, channels}, read.between,
            read.net.output(ElementType::F32, read.shape));
  EXPECT_FALSE(read.isFusible());
  Pair output(32);
  output.net.program.buffers[output.between].role = BufferRole::Output;
  EXPECT_FALSE(output.isFusible());
  EXPECT_FALSE(qrt::isFusible(output.net.program, BufferUses(output.net.program), 1)) << "the last";
}

TEST(Fusion, KeepsNothingForPairsThatAreNotRunAsOne) {
  Pair large(32, 65);
  EXPECT_FALSE(large.isFusible()) << "no kernel takes its rows";
  keepForFusion(large.net.program);
  EXPECT_EQ(large.net.program.nodes[1].reads, std::vector<uint32_t>{large.between});

  Pair computed(32);
  auto &call = std::get<Conv2dCall>(std::get<Call>(computed.net.program.nodes[1].work));
  call.weights.operand = bufferOperand(
      computed.net.input(ElementType::F32, {fixed(channels), fixed(1), fixed(3), fixed(3)}));
  EXPECT_FALSE(computed.isFusible()) << "weights that are packed at each run";
}

} // namespace
} // namespace qrt::test
