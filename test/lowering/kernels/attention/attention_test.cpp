// Tests how many warps share the keys of attention, by what a card is asked for.
#include "test/lowering/kernels/attention_cases.h"
#include "test/lowering/kernels/byte_attention_case.h"

#include "lowering/select/select.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

constexpr AttentionSizes sizesOf(int64_t heads, int64_t keys, int64_t size) {
  return {"heads",
          1,
          heads,
          keys,
          keys,
          size,
          size,
          ElementType::F32,
          ElementType::F32,
          0,
          AttentionSizes::None};
}

/// With 132 multiprocessors.
qrt::DeviceDescription largeCard() {
  qrt::DeviceDescription card = attentionCard();
  card.localMemoryBytes = 227 * 1024;
  card.computeUnits = 132;
  return card;
}

Choice choiceFor(const CaseBuilder &builder, const qrt::Call &call, int64_t batch) {
  const qrt::DeviceDescription card = largeCard();
  const CallSite site{builder.program, builder.program.nodes[0], card};
  return candidatesFor(site, call, batch).front();
}

// 12 heads of 128 queries are 24 groups of four warps for 132 multiprocessors, 768 at batch 32.
TEST(AttentionChoice, WarpsShareKeysWhereGroupsAreFew) {
  for (ElementType type : {ElementType::F32, ElementType::F16})
    for (int64_t keys : {128, 197}) {
      SCOPED_TRACE(keys);
      const AttentionCase attention(sizesOf(12, keys, 64), type, ElementType::F32);
      EXPECT_EQ(choiceFor(attention.builder, attention.call, 1).parameters.across, 4);
      const KernelParameters many = choiceFor(attention.builder, attention.call, 32).parameters;
      EXPECT_EQ(many.across, 1);
      EXPECT_EQ(many.down, 4);
    }
  const ByteAttentionCase bytes =
      byteAttentionCase({12, 128, 128, 64, 64}, qrt::test::byteAttentionTypes[0], 1);
  EXPECT_EQ(choiceFor(bytes.builder, bytes.call, 1).parameters.across, 4);
  EXPECT_EQ(choiceFor(bytes.builder, bytes.call, 32).parameters.across, 1);
}

} // namespace
} // namespace qopt::test
