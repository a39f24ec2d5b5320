#include "runtime/calls/fused_conv2d/fused_conv2d.h"

#include "runtime/drivers/host/prepared.h"
#include "test/runtime/drivers/host/fused_net.h"

#include <cstring>

namespace qrt::test {
namespace {

/// One run of the net's one call, into an arena that held this byte everywhere.
std::vector<char> arenaAfter(const FusedNet &fused, int64_t cacheBytes, char before) {
  const Program &program = fused.net.program;
  const Execution execution{nullptr};
  const host::PreparedProgram prepared(execution, program);
  std::vector<char> arena(size_t(program.arenaBytes.at(1)), before);
  std::vector<char *> places;
  for (const Buffer &buffer : program.buffers)
    places.push_back(arena.data() + buffer.offset.at(1));
  const Tensor x = valuesOf(fused.type, {1, extent, extent, FusedNet::inChannels}, 3);
  std::memcpy(places[0], x.data(), x.bytes());
  Status status;
  const HostRun context{execution,
                        program.buffers,
                        prepared.constants,
                        program.nodes[0].writes,
                        prepared.nodes[0],
                        prepared.programs[0].get(),
                        1,
                        places,
                        cacheBytes,
                        status};
  run(context, std::get<FusedConv2dCall>(std::get<Call>(program.nodes[0].work)));
  EXPECT_TRUE(status.ok());
  return arena;
}

bool isAll(const FusedNet &fused, const std::vector<char> &arena, uint32_t buffer, char value) {
  const Buffer &of = fused.net.program.buffers[buffer];
  const auto begin = arena.begin() + of.offset.at(1);
  return std::all_of(begin, begin + of.bytes.at(1), [=](char byte) { return byte == value; });
}

// What lies between is written where the caches hold it, and where it is not worth it, alone.
TEST(FusedConv2d, WritesNothingBetweenWhereItIsMoreThanCachesHold) {
  const FusedNet fused(ElementType::F32, Calls::One);
  const uint32_t between = fused.net.program.nodes[0].writes[0],
                 result = fused.net.program.nodes[0].writes[1];
  const std::vector<char> together = arenaAfter(fused, 1, 0x55);
  EXPECT_TRUE(isAll(fused, together, between, 0x55));
  EXPECT_FALSE(isAll(fused, together, result, 0x55));
  const std::vector<char> apart = arenaAfter(fused, int64_t(1) << 40, 0x55);
  EXPECT_FALSE(isAll(fused, apart, between, 0x55));
}

TEST(FusedConv2d, FollowsSamples) {
  const FusedNet fused(ElementType::F32, Calls::One);
  EXPECT_TRUE(isPerSample(fused.net.program));
}

TEST(FusedConv2d, RefusesWhatIsNotComputedRowByRow) {
  auto refused = [](auto corrupt, std::string_view says) {
    FusedNet fused(ElementType::F32, Calls::One);
    ASSERT_TRUE(verifyProgram(fused.net.program).ok())
        << verifyProgram(fused.net.program).message();
    Node &node = fused.net.program.nodes[0];
    corrupt(fused, node, std::get<FusedConv2dCall>(std::get<Call>(node.work)));
    const std::string message = verifyProgram(fused.net.program).message();
    EXPECT_NE(message.find(says), std::string::npos) << message;
  };
  using Fused = FusedConv2dCall;
  refused([](FusedNet &, Node &, Fused &c) { c.second.shape.groups = 1; }, "past the end");
  refused([](FusedNet &, Node &, Fused &c) { c.second.shape.groups = 0; },
          "dimension is out of range");
  refused([](FusedNet &, Node &, Fused &c) { c.second.input.operand = c.first.input.operand; },
          "past the end");
  refused([](FusedNet &, Node &, Fused &c) { c.first.samples = fixed(1); }, "row by row");
  refused([](FusedNet &, Node &, Fused &c) { c.first.epilogue.result = EpilogueStrides{}; },
          "not contiguous");
  refused([](FusedNet &, Node &n, Fused &) { n.writes[1] = n.writes[0]; }, "row by row");
  refused([](FusedNet &, Node &n, Fused &) { n.writes.pop_back(); }, "a call writes 2 buffers");
  refused([](FusedNet &, Node &n, Fused &) { n.reads.clear(); }, "operand");
  refused([](FusedNet &, Node &n, Fused &c) { c.first.input.operand.index = n.writes[0]; },
          "operand");
}

TEST(FusedConv2d, KeepsWhatLiesBetweenToItself) {
  FusedNet read(ElementType::F32, Calls::One);
  const uint32_t between = read.net.program.nodes[0].writes[0];
  CopyCall copy{perSample(),
                {{1, extent * extent * channels}},
                bufferOperand(between),
                {{extent * extent * channels, 1}},
                {{extent * extent * channels, 1}}};
  read.net.callToOutput(copy, ElementType::F32, read.net.program.buffers[between].shape);
  read.placeApart();
  EXPECT_NE(verifyProgram(read.net.program).message().find("memory of a call's own"),
            std::string::npos)
      << verifyProgram(read.net.program).message();
}

} // namespace
} // namespace qrt::test
