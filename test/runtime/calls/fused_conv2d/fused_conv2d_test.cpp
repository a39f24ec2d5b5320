#include "runtime/calls/fused_conv2d/fused_conv2d.h"

#include "test/runtime/drivers/host/fused_net.h"

namespace qrt::test {
namespace {

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
