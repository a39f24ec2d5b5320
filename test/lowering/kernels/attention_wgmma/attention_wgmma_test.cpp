// Tests when attention of floats goes to warp groups, and why it does not.
#include "test/lowering/kernels/attention_cases.h"
#include "test/lowering/kernels/attention_wgmma/warp_group_card.h"

#include "lowering/select/select.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

struct Shape {
  int64_t heads, keys, size;
  ElementType weights = ElementType::F32;
};

AttentionCase attentionOf(const Shape &shape) {
  return AttentionCase({"shape", 1, shape.heads, shape.keys, shape.keys, shape.size, shape.size,
                        ElementType::F32, shape.weights, 0, AttentionSizes::None},
                       ElementType::F32, ElementType::F32);
}

std::string_view chosenFor(const Shape &shape, int64_t batch) {
  const AttentionCase attention = attentionOf(shape);
  const qrt::DeviceDescription card = warpGroupCard();
  const CallSite site{attention.builder.program, attention.builder.program.nodes[0], card};
  return candidatesFor(site, attention.call, batch).front().kernel->name;
}

// docs/performance/history/cuda-rounds.md has its times at 32 beside those of attention.f32.
TEST(AttentionWgmmaChoice, WhereGroupsFillTheCard) {
  EXPECT_EQ(chosenFor({12, 197, 64}, 32), "attention.f32.wgmma");
  EXPECT_EQ(chosenFor({12, 128, 64}, 32), "attention.f32.wgmma");
  EXPECT_EQ(chosenFor({192, 49, 32}, 32), "attention.f32.wgmma");
  EXPECT_EQ(chosenFor({12, 50, 64}, 32), "attention.f32");
  for (int64_t keys : {50, 128, 197})
    EXPECT_EQ(chosenFor({12, keys, 64}, 1), "attention.f32");
}

// Nothing was timed where groups are so few.
TEST(AttentionWgmmaChoice, NotOfFewerGroupsThanMultiprocessors) {
  for (const Shape &shape : {Shape{2, 300, 64}, {12, 257, 64}, {12, 300, 64}, {12, 512, 64}})
    EXPECT_EQ(chosenFor(shape, 1), "attention.f32") << shape.heads << " " << shape.keys;
  EXPECT_EQ(chosenFor({12, 300, 64}, 4), "attention.f32.wgmma");
  EXPECT_EQ(chosenFor({12, 300, 64}, 15), "attention.f32.wgmma");
  EXPECT_EQ(chosenFor({2, 300, 64}, 15), "attention.f32") << "the range begins with batch 4";
  EXPECT_EQ(chosenFor({2, 300, 64}, 16), "attention.f32.wgmma");
}

TEST(AttentionWgmmaChoice, WhatWasMeasuredIsTakenAllTheSame) {
  const AttentionCase attention = attentionOf({2, 300, 64});
  const qrt::DeviceDescription card = warpGroupCard();
  const CallSite site{attention.builder.program, attention.builder.program.nodes[0], card};
  const Choice choice{kernelNamed("attention.f32.wgmma"),
                      {.channels = 64, .down = 4, .resident = 2}};
  EXPECT_EQ(reasonAgainst(choice, site, attention.call, 1),
            "has 10 groups for 132 multiprocessors, of which so few were never timed");
  EXPECT_EQ(reasonAgainst(choice, site, attention.call, 16), "");
  Tuning tuning;
  tuning.choices[{qrt::callKey(site.program, attention.call), tunedName(card), 1}] = {
      textOf(choice)};
  std::vector<std::string> remarks;
  const auto chosen = selectKernel(site, attention.call, Tuned{tuning, remarks});
  ASSERT_TRUE(chosen.ok());
  EXPECT_EQ(chosen->front().choice, choice);
  EXPECT_TRUE(remarks.empty());
}

std::string against(const Shape &shape, const qrt::DeviceDescription &card) {
  const AttentionCase attention = attentionOf(shape);
  return attention.builder.against(*kernelNamed("attention.f32.wgmma"), attention.call, card);
}

TEST(AttentionWgmmaChoice, WhyNot) {
  qrt::DeviceDescription card = warpGroupCard();
  EXPECT_EQ(against({2, 64, 64}, card), "");
  EXPECT_EQ(against({2, 64, 64, ElementType::F16}, card), "needs shares that are read as they are");
  EXPECT_EQ(against({2, 64, 160}, card), "needs elements of a value of 128 at most, here 160");
  card.wgmma = false;
  EXPECT_EQ(against({2, 64, 64}, card), "needs matrix products of warp groups (wgmma, Hopper)");
}

} // namespace
} // namespace qopt::test
