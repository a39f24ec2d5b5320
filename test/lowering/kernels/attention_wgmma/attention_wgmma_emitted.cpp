// The kernel's text on the host: what floats give as parts, of rows that fill warp groups and that
// do not, keys of one step and of several, masked rows, and shares that are no numbers.
#include "test/lowering/kernels/attention_cases.h"
#include "test/lowering/kernels/attention_wgmma/warp_group_card.h"
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class EmittedWarpGroupAttention : public ::testing::TestWithParam<size_t> {
protected:
  void runAs(const Choice &choice, const ByteAttentionCase &one, int64_t batch) {
    SCOPED_TRACE(textOf(choice));
    std::vector<qrt::Tensor> contents = one.builder.contents;
    const uint32_t result = one.builder.program.outputs[0].buffer;
    contents[result] = qrt::Tensor::allocate(ElementType::F32, one.expected.shape());
    runEmulated(one.builder.emitted(one.call, choice, warpGroupCard()), batch, contents);
    qrt::test::expectClose(contents[result], one.expected, {1e-5f, 1e-5f});
  }
};

TEST_P(EmittedWarpGroupAttention, AsParts) {
  constexpr int64_t batch = 2;
  constexpr ElementType f32 = ElementType::F32;
  const ByteAttentionCase one =
      byteAttentionCase(qrt::test::attentionForms[GetParam()], {f32, f32, f32, f32, f32}, batch);
  const DeviceKernel &kernel = *kernelNamed("attention.f32.wgmma");
  ASSERT_EQ(one.builder.against(kernel, one.call, warpGroupCard()), "");
  const std::vector<Choice> choices = one.builder.choicesOf(kernel, one.call, warpGroupCard());
  runAs(choices.front(), one, batch);
  if (!(choices.back() == choices.front()))
    runAs(choices.back(), one, batch);
}

INSTANTIATE_TEST_SUITE_P(Forms, EmittedWarpGroupAttention,
                         ::testing::Values(1, 3, 5, 6, 8, 9, 10, 11));

// A mask of the lowest float leaves all keys of its rows alike, far below where e^x is 0: the base
// is what the scores are, not their power of two, which would be −∞.
TEST(EmittedWarpGroupMasks, LowestFloatsGiveTheMeanOfValues) {
  constexpr AttentionSizes sizes = {"lowest",
                                    1,
                                    1,
                                    20,
                                    150,
                                    8,
                                    16,
                                    ElementType::F32,
                                    ElementType::F32,
                                    0,
                                    AttentionSizes::OneRow};
  AttentionCase attention(sizes, ElementType::F32, ElementType::F32);
  std::vector<qrt::Tensor> contents = attention.builder.contents;
  for (float &mask : contents[attention.call.masks[0].operand.index].mutableValues<float>())
    mask = std::numeric_limits<float>::lowest();
  const auto values = contents[attention.call.value.operand.index].values<float>();
  const Choice choice = attention.builder.choicesOf(*kernelNamed("attention.f32.wgmma"),
                                                    attention.call, warpGroupCard())[0];
  contents[0] = qrt::Tensor::allocate(ElementType::F32, {attention.results()});
  runEmulated(attention.builder.emitted(attention.call, choice, warpGroupCard()), 1, contents);
  const auto results = contents[0].values<float>();
  for (int64_t c = 0; c < sizes.width; ++c) {
    double sum = 0;
    for (int64_t key = 0; key < sizes.keys; ++key)
      sum += values[size_t(key * sizes.width + c)];
    for (int64_t row = 0; row < sizes.rows; ++row)
      EXPECT_NEAR(results[size_t(row * sizes.width + c)], sum / double(sizes.keys), 1e-6);
  }
}

} // namespace
} // namespace qopt::test
