// Attention of bytes in the forms of the conformance suite, as one call, and the bits that the
// parts have on the host.
#pragma once

#include "lowering/fuse/calls/attention.h"
#include "test/conformance/attention_forms.h"
#include "test/conformance/harness.h"
#include "test/lowering/kernels/cases.h"

namespace qopt::test {

struct ByteAttentionCase {
  CaseBuilder builder;
  qrt::Call call;
  qrt::Tensor expected; // of the program's output
};

/// With tensor cores, and the local memory that most cards of capability 8 give.
inline qrt::DeviceDescription attentionCard() {
  return {.driver = "cuda",
          .localMemoryBytes = 99 * 1024,
          .maxWorkGroup = 1024,
          .computeUnits = 2,
          .takesKernels = true,
          .isGpu = true,
          .computeCapability = 80,
          .dynamicLocalMemory = true};
}

/// Fused as for that card.
inline ByteAttentionCase byteAttentionCase(const qrt::test::Attention &of,
                                           const qrt::test::AttentionTypes &types, int64_t batch) {
  qrt::test::NetBuilder net;
  qrt::test::appendAttention(net, of, types);
  std::mt19937 random{uint32_t(of.rows)};
  const std::vector<qrt::Tensor> inputs = qrt::test::randomInputs(random, net.program, batch);
  std::vector<qrt::Tensor> expected = qrt::test::emptyOutputs(net.program, batch);
  EXPECT_TRUE(qrt::test::reference(net.program)->run(batch, inputs, expected).ok());
  qrt::Program one = net.program;
  fuseAttention(one, attentionCard());
  EXPECT_EQ(one.nodes.size(), 1u);
  ByteAttentionCase made{CaseBuilder(one), std::get<qrt::Call>(one.nodes[0].work), expected[0]};
  for (size_t i = 0; i < inputs.size(); ++i)
    made.builder.contents[one.inputs[i].buffer] = inputs[i];
  made.builder.contents[one.outputs[0].buffer] = qrt::test::emptyOutputs(net.program, batch)[0];
  return made;
}

} // namespace qopt::test
