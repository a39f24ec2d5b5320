// Which kernel takes attention of floats, by what a card is asked for.
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

std::string chosen(const AttentionSizes &sizes, int64_t batch,
                   qrt::FloatOrder order = qrt::FloatOrder::Fast) {
  AttentionCase attention(sizes, ElementType::F32, ElementType::F32);
  attention.builder.program.floatOrder = order;
  return std::string(choiceFor(attention.builder, attention.call, batch).kernel->name);
}

TEST(AttentionChoice, FloatsAreSplitOnceWhereGroupsQueue) {
  EXPECT_EQ(chosen(sizesOf(12, 197, 64), 32), "attention.f32.split");
  EXPECT_EQ(chosen(sizesOf(12, 128, 64), 32), "attention.f32.split");
}

TEST(AttentionChoice, FloatsAreNotSplitWhereGroupsRunAtOnceOrWindowsAreShort) {
  EXPECT_EQ(chosen(sizesOf(12, 197, 64), 1), "attention.f32");
  EXPECT_EQ(chosen(sizesOf(12, 128, 64), 1), "attention.f32");
  EXPECT_EQ(chosen(sizesOf(192, 49, 32), 32), "attention.f32") << "3 heads of 64 windows";
}

// A float's halves are no terms of the definition.
TEST(AttentionChoice, FloatsAreNotSplitWhereTheDefinitionsTermsArePromised) {
  EXPECT_EQ(chosen(sizesOf(12, 197, 64), 32, qrt::FloatOrder::Direct), "attention.f32");
  EXPECT_EQ(chosen(sizesOf(12, 197, 64), 32, qrt::FloatOrder::Invariant), "attention.f32.split");
}

// 12 heads of 128 queries are 24 groups of four warps for 132 multiprocessors.
TEST(AttentionChoice, WarpsShareKeysWhereGroupsAreFew) {
  for (ElementType type : {ElementType::F32, ElementType::F16}) {
    const AttentionCase attention(sizesOf(12, 128, 64), type, ElementType::F32);
    EXPECT_EQ(choiceFor(attention.builder, attention.call, 1).parameters.across, 4);
    EXPECT_EQ(choiceFor(attention.builder, attention.call, 32).parameters.across, 1);
  }
  const ByteAttentionCase bytes =
      byteAttentionCase({12, 128, 128, 64, 64}, qrt::test::byteAttentionTypes[0], 1);
  EXPECT_EQ(choiceFor(bytes.builder, bytes.call, 1).parameters.across, 4);
  EXPECT_EQ(choiceFor(bytes.builder, bytes.call, 32).parameters.across, 1);
}

TEST(AttentionChoice, KeysOfSeveralStepsAreNotSplit) {
  EXPECT_EQ(chosen(sizesOf(12, 513, 64), 32), "attention.f32");
}

} // namespace
} // namespace qopt::test
