// Calls of attention that become one: what it answers on the host, and which stay in parts.
#include "lowering/fuse/calls/attention.h"

#include "lowering/emit/memory_plan.h"
#include "test/conformance/attention_forms.h"
#include "test/conformance/harness.h"

namespace qopt::test {
namespace {

using namespace qrt::test;
using qrt::ElementType;
using qrt::ScalarOp;

const qrt::DeviceDescription card{.driver = "cuda",
                                  .localMemoryBytes = 227 * 1024,
                                  .maxWorkGroup = 1024,
                                  .computeUnits = 132,
                                  .takesKernels = true,
                                  .isGpu = true,
                                  .computeCapability = 90};

qrt::Program fused(qrt::Program calls) {
  fuseAttention(calls, card);
  return calls;
}

// The host is every device's reference: its answer to the fused call has the bits of its answer to
// the parts.
void expectThePartsBits(const Attention &of, const AttentionTypes &types, std::mt19937 &random) {
  NetBuilder net;
  appendAttention(net, of, types);
  qrt::Program one = fused(net.program);
  ASSERT_EQ(one.nodes.size(), 1u);
  const std::vector<qrt::Tensor> inputs = randomInputs(random, net.program, 2);
  std::vector<qrt::Tensor> expected = emptyOutputs(net.program, 2);
  std::vector<qrt::Tensor> actual = emptyOutputs(one, 2);
  ASSERT_TRUE(reference(net.program)->run(2, inputs, expected).ok());
  planArena(one);
  const qrt::Status status = qrt::verifyProgram(one);
  ASSERT_TRUE(status.ok()) << status.message();
  ASSERT_TRUE(reference(one)->run(2, inputs, actual).ok());
  expectClose(actual[0], expected[0], {});
}

TEST(FuseAttention, HasThePartsBitsOnTheHost) {
  std::mt19937 random{20240607};
  for (ElementType stored : {ElementType::F32, ElementType::F16})
    for (const Attention &of : attentionForms)
      expectThePartsBits(of, {stored, stored, stored, stored}, random);
}

TEST(FuseAttention, OfBytesHasThePartsBitsOnTheHost) {
  std::mt19937 random{20240607};
  for (const AttentionTypes &types : byteAttentionTypes)
    for (const Attention &of : byteAttentionForms)
      expectThePartsBits(of, types, random);
}

// A kernel of bytes takes them as they are: what has a zero point stays in parts, and so does what
// is part bytes, part floats.
TEST(FuseAttention, LeavesZeroPointsToTheParts) {
  for (size_t node : {0, 2})
    for (bool isLeft : {true, false}) {
      NetBuilder net;
      appendAttention(net, {2, 16, 16, 16, 16}, byteAttentionTypes[0]);
      auto &product = std::get<qrt::MatmulCall>(std::get<qrt::Call>(net.program.nodes[node].work));
      (isLeft ? product.a : product.b).type.zeroPoint = 3;
      EXPECT_EQ(fused(net.program).nodes.size(), 3u);
    }
}

TEST(FuseAttention, LeavesFloatsBesideBytesToTheParts) {
  NetBuilder net;
  appendAttention(net, {2, 16, 16, 16, 16}, byteAttentionTypes[0]);
  auto &context = std::get<qrt::MatmulCall>(std::get<qrt::Call>(net.program.nodes[2].work));
  context.b = {bufferOperand(net.input(ElementType::F32, {perSample(2 * 16 * 16)})),
               {ElementType::F32, 0}};
  EXPECT_EQ(fused(net.program).nodes.size(), 3u);
}

/// Attention with a body that adds so many constants to the scores.
qrt::Program withAdditions(int count) {
  NetBuilder net;
  appendAttention(net, {2, 16, 16, 16, 16, Masks::Windows}, ElementType::F32, ElementType::F32);
  for (qrt::Node &node : net.program.nodes)
    if (auto *body = std::get_if<qrt::ElementwiseCall>(&std::get<qrt::Call>(node.work))) {
      qrt::ScalarBuilder b;
      qrt::ScalarBuilder::Value t =
          b.apply(ScalarOp::AddF, b.input({qrt::ScalarInputKind::Tensor, ElementType::F32, 0}),
                  b.input({qrt::ScalarInputKind::Tensor, ElementType::F32, 1}));
      for (int i = 1; i <= count; ++i)
        t = b.apply(ScalarOp::AddF, t, b.constant(float(i)));
      body->program = b.finish(t, ElementType::F32);
    }
  return net.program;
}

// Programs of any length would be joined in one kernel, which has them once for each of many
// scores, and numbers their values in 16 bits.
TEST(FuseAttention, LeavesLongProgramsToTheParts) {
  EXPECT_EQ(fused(withAdditions(50)).nodes.size(), 1u);
  EXPECT_EQ(fused(withAdditions(250)).nodes.size(), 4u);
}

} // namespace
} // namespace qopt::test
