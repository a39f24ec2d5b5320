#include "runtime/format/parts.h"

#include "test/runtime/format/refused.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

/// `channels` pixels' channels between two buffers, from so many on.
CopyCall moved(uint32_t from, int64_t fromPitch, int64_t fromFirst, int64_t toPitch,
               int64_t toFirst, int64_t channels) {
  CopyCall copy;
  copy.leading = perSample();
  copy.walk.sizes = {1, 4, channels};
  copy.input = bufferOperand(from);
  copy.source = {{4 * fromPitch, fromPitch, 1}, fromFirst};
  copy.target = {{4 * toPitch, toPitch, 1}, toFirst};
  return copy;
}

/// Four pixels of 3 and of 5 channels are joined to 8; the first 3 are read before the others are
/// there. Nodes: 0 and 2 write, 1 reads [0, 3), 3 reads all.
Program joined() {
  NetBuilder net;
  const uint32_t a = net.input(ElementType::F32, {perSample(), fixed(4), fixed(3)});
  const uint32_t b = net.input(ElementType::F32, {perSample(), fixed(4), fixed(5)});
  const uint32_t whole = net.activation(ElementType::F32, {perSample(), fixed(4), fixed(8)});
  net.call(moved(a, 3, 0, 8, 0, 3), {whole});
  net.callToOutput(moved(whole, 8, 0, 3, 0, 3), ElementType::F32,
                   {perSample(), fixed(4), fixed(3)});
  net.call(moved(b, 5, 0, 8, 3, 5), {whole});
  net.callToOutput(moved(whole, 8, 0, 8, 0, 8), ElementType::F32,
                   {perSample(), fixed(4), fixed(8)});
  Program program = std::move(net.program);
  spreadOut(program);
  for (Node &node : program.nodes)
    node.parts = partsOf(program.buffers, node);
  program.nodes[3].after = {0, 2};
  return program;
}

TEST(Parts, AreFoundInStrides) {
  const Program program = joined();
  EXPECT_EQ(program.nodes[0].parts, (std::vector<BufferPart>{{2, 8, 0, 3}}));
  EXPECT_EQ(program.nodes[1].parts, (std::vector<BufferPart>{{2, 8, 0, 3}}));
  EXPECT_EQ(program.nodes[2].parts, (std::vector<BufferPart>{{2, 8, 3, 8}}));
  EXPECT_TRUE(program.nodes[3].parts.empty());
  EXPECT_FALSE(meet(program.nodes[1], program.nodes[2], 2));
  EXPECT_TRUE(meet(program.nodes[0], program.nodes[1], 2));
  EXPECT_TRUE(meet(program.nodes[2], program.nodes[3], 2));
}

// Parts of an outer dimension, of one that grows, and of two walks of one buffer.
TEST(Parts, OfOtherDimensions) {
  NetBuilder net;
  const uint32_t x = net.input(ElementType::F32, {perSample(), fixed(4), fixed(3)});
  const uint32_t y = net.activation(ElementType::F32, {perSample(), fixed(6), fixed(3)});
  CopyCall copy = moved(x, 3, 0, 3, 6, 3);
  copy.target.strides[0] = 18;
  net.call(copy, {y});
  Node node = net.program.nodes[0];
  EXPECT_EQ(partsOf(net.program.buffers, node), (std::vector<BufferPart>{{y, 18, 6, 18}}));
  std::get<CopyCall>(std::get<Call>(node.work)).target.strides[0] = 5; // samples overlap
  EXPECT_TRUE(partsOf(net.program.buffers, node).empty());
  std::get<CopyCall>(std::get<Call>(node.work)).target = {{18, 3, -1}, 8}; // backwards
  EXPECT_TRUE(partsOf(net.program.buffers, node).empty());
}

TEST(Parts, OfAConvolution) {
  NetBuilder net;
  const uint32_t x = net.input(ElementType::F32, {perSample(), fixed(2), fixed(2), fixed(1)});
  const uint32_t y = net.output(ElementType::F32, {perSample(), fixed(2), fixed(2), fixed(7)});
  Conv2dCall call;
  call.shape = {{2, 2}, {2, 2}, 1, 3};
  call.samples = perSample();
  call.input.operand = bufferOperand(x);
  call.weights.operand =
      constantOperand(net.constant(Tensor::allocate(ElementType::F32, {3, 1, 1, 1})));
  call.epilogue = storeAccumulator(ElementType::F32, ElementType::F32);
  call.epilogue.result = EpilogueStrides{.sample = 28, .pixel = 7, .channel = 1};
  call.epilogue.offset = 4;
  net.call(call, {y});
  spreadOut(net.program);
  EXPECT_EQ(partsOf(net.program.buffers, net.program.nodes[0]),
            (std::vector<BufferPart>{{y, 7, 4, 7}}));
  EXPECT_EQ(verifyProgram(net.program).message(), "");
  auto refused = [&](int64_t offset, std::string_view says) {
    expectProgramRefused(
        net.program, [&](Program &p) { callOf<Conv2dCall>(p).epilogue.offset = offset; }, says);
  };
  refused(5, "reaches past the end");
  refused(-1, "begins outside its buffer");
  refused(INT64_MAX, "begins outside its buffer");
  expectProgramRefused(
      net.program, [](Program &p) { callOf<Conv2dCall>(p).epilogue.result.reset(); },
      "has no strides");
}

TEST(Parts, AreReadAfterTheyAreWritten) {
  EXPECT_EQ(verifyProgram(joined()).message(), "");
  auto refused = [](auto corrupt, std::string_view says) {
    expectProgramRefused(joined(), corrupt, says);
  };
  refused([](Program &p) { p.nodes[1].after.clear(); }, "read before it is written");
  refused([](Program &p) { p.nodes[3].after = {0}; }, "read before it is written");
  refused([](Program &p) { p.nodes[1].parts.clear(); }, "read before it is written");
  refused([](Program &p) { p.nodes[2].parts.clear(); }, "read before it is written");
  refused(
      [](Program &p) {
        const uint32_t whole = p.nodes[0].parts[0].buffer;
        std::get<CopyCall>(std::get<Call>(p.nodes[0].work)).target.offset = 4;
        p.nodes[0].parts = {{whole, 8, 4, 7}};
      },
      "that nobody writes");
  refused([](Program &p) { p.nodes[1].parts.resize(1025, p.nodes[1].parts[0]); }, "are the most");
  refused([](Program &p) { p.nodes[1].parts[0].end = 2; }, "not those that its call touches");
  refused([](Program &p) { p.nodes[1].parts[0].buffer = 1; }, "no buffer of the node");
  refused([](Program &p) { p.nodes[1].parts[0].end = 9; }, "or empty");
  refused([](Program &p) { p.nodes[1].parts[0].first = 3; }, "or empty");
  refused([](Program &p) { p.nodes[1].parts[0].first = -1; }, "or empty");
}

} // namespace
} // namespace qrt::test
