// The kernel's text on the host: what floats give as parts, of rows that fill warp groups and that
// do not, keys of one step and of several, masked rows, and shares that are no numbers.
#include "test/lowering/kernels/attention_cases.h"
#include "test/lowering/kernels/attention_wgmma/warp_group_card.h"
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

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

/// These tests have one head, whose mask says what each key is worth.
class EmittedWarpGroupMasks : public ::testing::Test {
protected:
  static constexpr AttentionSizes sizes = {"masked",
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
  const AttentionCase attention{sizes, ElementType::F32, ElementType::F32};
  std::vector<qrt::Tensor> contents = attention.builder.contents;

  std::span<float> masks() {
    return contents[attention.call.masks[0].operand.index].mutableValues<float>();
  }
  /// Sets the key's mask for all queries.
  void mask(int64_t key, float value) {
    for (int64_t row = 0; row < sizes.rows; ++row)
      masks()[size_t(row * sizes.keys + key)] = value;
  }
  std::span<float> valuesOf(int64_t key) {
    return contents[attention.call.value.operand.index].mutableValues<float>().subspan(
        size_t(key * sizes.width), size_t(sizes.width));
  }
  qrt::Program emitted() const {
    const DeviceKernel &kernel = *kernelNamed("attention.f32.wgmma");
    return attention.builder.emitted(
        attention.call,
        attention.builder.choicesOf(kernel, attention.call, warpGroupCard()).front(),
        warpGroupCard());
  }
  std::vector<float> resultsOf(const qrt::Program &program) {
    contents[0] = qrt::Tensor::allocate(ElementType::F32, {attention.results()});
    runEmulated(program, 1, contents);
    const auto results = contents[0].values<float>();
    return {results.begin(), results.end()};
  }
};

// A mask of the lowest float leaves all keys of its rows alike, far below where e^x is 0: the base
// is what the scores are, not their power of two, which would be −∞.
TEST_F(EmittedWarpGroupMasks, LowestFloatsGiveTheMeanOfValues) {
  std::ranges::fill(masks(), std::numeric_limits<float>::lowest());
  const std::vector<float> results = resultsOf(emitted());
  for (int64_t c = 0; c < sizes.width; ++c) {
    double sum = 0;
    for (int64_t key = 0; key < sizes.keys; ++key)
      sum += valuesOf(key)[size_t(c)];
    for (int64_t row = 0; row < sizes.rows; ++row)
      EXPECT_NEAR(results[size_t(row * sizes.width + c)], sum / double(sizes.keys), 1e-6);
  }
}

// A finite value times a share of 0 is 0, though neither 11 bits nor bfloat16, rounded, hold it.
TEST_F(EmittedWarpGroupMasks, TheLargestFloatsBehindAMaskAreWorthNothing) {
  std::ranges::fill(masks(), 0.0f);
  for (int64_t key : {7, 140})
    mask(key, -std::numeric_limits<float>::infinity());
  std::ranges::fill(valuesOf(7), 0.0f);
  std::ranges::fill(valuesOf(140), 0.0f);
  const std::vector<float> without = resultsOf(emitted());
  EXPECT_TRUE(std::ranges::all_of(without, [](float x) { return std::isfinite(x); }));
  std::ranges::fill(valuesOf(7), std::numeric_limits<float>::lowest());
  std::ranges::fill(valuesOf(140), std::numeric_limits<float>::max());
  EXPECT_EQ(resultsOf(emitted()), without);
  std::ranges::fill(valuesOf(7), 3.3962e38f); // bfloat16 has nothing so large
  EXPECT_EQ(resultsOf(emitted()), without);
}

TEST_F(EmittedWarpGroupMasks, ALargeFloatAloneIsTheResult) {
  std::ranges::fill(masks(), -std::numeric_limits<float>::infinity());
  mask(7, 0);
  std::ranges::fill(valuesOf(7), 3.4e38f);
  for (float x : resultsOf(emitted()))
    EXPECT_NEAR(x, 3.4e38f, 3.4e33f);
}

// Infinite values and NaNs give no finite result.
TEST_F(EmittedWarpGroupMasks, InfiniteAndNoNumbersStayNone) {
  std::ranges::fill(masks(), 0.0f);
  for (float value : {std::numeric_limits<float>::infinity(), std::bit_cast<float>(0x7fffffffu),
                      std::bit_cast<float>(0x7f800001u)}) {
    std::ranges::fill(valuesOf(7), value);
    for (float x : resultsOf(emitted()))
      EXPECT_FALSE(std::isfinite(x));
  }
}

// The emulator tells of sums that are read before their products are waited for, and of products
// that begin without a fence.
TEST_F(EmittedWarpGroupMasks, AMissingWaitOrFenceShows) {
  std::ranges::fill(masks(), 0.0f);
  for (const std::string call : {"END_PRODUCTS();", "BEGIN_PRODUCTS();"}) {
    SCOPED_TRACE(call);
    int calls = 0;
    const qrt::Program whole = emitted();
    const std::string &text = whole.kernels[0].source;
    for (size_t at = text.find(call); at != text.npos; at = text.find(call, at + 1), ++calls) {
      qrt::Program program = whole;
      program.kernels[0].source.replace(at, call.size(), "");
      const std::vector<float> results = resultsOf(program);
      EXPECT_TRUE(std::ranges::all_of(results, [](float x) { return x != x; })) << calls;
    }
    EXPECT_GE(calls, 2);
  }
}

// Results take more room than queries, keys and values where keys are few and short; a group of 256
// queries has four warp groups, of which the last computes nothing here.
TEST(EmittedWarpGroupSizes, EveryGroupOfFewKeysAndOfManyRows) {
  constexpr ElementType f32 = ElementType::F32;
  constexpr AttentionSizes all[] = {
      {"few", 1, 1, 65, 8, 8, 8, f32, f32, 0, AttentionSizes::OneRow},
      {"many", 1, 1, 190, 20, 24, 48, f32, f32, 0, AttentionSizes::Infinite}};
  std::set<int> groups;
  for (const AttentionSizes &sizes : all) {
    const AttentionCase attention(sizes, f32, f32);
    std::set<int> seen;
    for (const Choice &choice : attention.builder.choicesOf(*kernelNamed("attention.f32.wgmma"),
                                                            attention.call, warpGroupCard())) {
      SCOPED_TRACE(sizes.name + (" " + textOf(choice)));
      if (!seen.insert(choice.parameters.down).second)
        continue;
      groups.insert(choice.parameters.down);
      std::vector<qrt::Tensor> contents = attention.builder.contents;
      contents[0] = qrt::Tensor::allocate(f32, {attention.results()});
      runEmulated(attention.builder.emitted(attention.call, choice, warpGroupCard()), 1, contents);
      attention.check(contents[0]);
    }
  }
  EXPECT_EQ(groups, (std::set<int>{4, 8, 16}));
}

} // namespace
} // namespace qopt::test
