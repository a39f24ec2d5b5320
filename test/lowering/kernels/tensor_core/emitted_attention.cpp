// Attention as emission makes it, on the host.
#include "test/lowering/kernels/attention_cases.h"
#include "test/lowering/kernels/byte_attention_case.h"
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

#include <algorithm>

namespace qopt::test {
namespace {

using qrt::ElementType;

const qrt::DeviceDescription card = attentionCard();

/// Some of the tiles that a kernel may take, the first of those whose warps share keys among them:
/// the text takes the host's compiler seconds.
std::vector<Choice> someOf(const std::vector<Choice> &choices) {
  std::vector<Choice> some = {choices.front()};
  const auto shared = std::ranges::find_if(
      choices, [](const Choice &choice) { return choice.parameters.across > 1; });
  if (shared != choices.end())
    some.push_back(*shared);
  if (!(some.back() == choices.back()))
    some.push_back(choices.back());
  return some;
}

class EmittedAttention : public ::testing::TestWithParam<AttentionSizes> {
protected:
  void runOn(std::string_view name, ElementType input, ElementType output) {
    const AttentionCase attention(GetParam(), input, output);
    const DeviceKernel &kernel = *kernelNamed(name);
    ASSERT_EQ(attention.builder.against(kernel, attention.call, card), "");
    for (const Choice &choice : someOf(attention.builder.choicesOf(kernel, attention.call, card))) {
      SCOPED_TRACE(textOf(choice));
      std::vector<qrt::Tensor> contents = attention.builder.contents;
      contents[0] = qrt::Tensor::allocate(output, {attention.results()});
      runEmulated(attention.builder.emitted(attention.call, choice, card), 1, contents);
      attention.check(contents[0]);
    }
  }
};

TEST_P(EmittedAttention, HalvesAsSumsWrittenOut) {
  runOn("attention.f16", ElementType::F16,
        GetParam().padding == 0 ? ElementType::F32 : ElementType::F16);
}

TEST_P(EmittedAttention, FloatsAsSumsWrittenOut) {
  runOn("attention.f32", ElementType::F32, ElementType::F32);
}

INSTANTIATE_TEST_SUITE_P(Sizes, EmittedAttention, ::testing::ValuesIn(attentionSizes),
                         [](const auto &info) { return std::string(info.param.name); });

/// Attention of bytes has the bits of its parts, as the host computes them.
class EmittedByteAttention : public ::testing::TestWithParam<size_t> {
protected:
  void runAs(const qrt::test::AttentionTypes &types) {
    constexpr int64_t batch = 2;
    const ByteAttentionCase one =
        byteAttentionCase(qrt::test::byteAttentionForms[GetParam()], types, batch);
    for (const Choice &choice :
         someOf(one.builder.choicesOf(*kernelNamed("attention.i8"), one.call, card))) {
      SCOPED_TRACE(textOf(choice));
      std::vector<qrt::Tensor> contents = one.builder.contents;
      const uint32_t result = one.builder.program.outputs[0].buffer;
      contents[result] = qrt::Tensor::allocate(types.result, one.expected.shape());
      runEmulated(one.builder.emitted(one.call, choice, card), batch, contents);
      qrt::test::expectClose(contents[result], one.expected, {});
    }
  }
};

TEST_P(EmittedByteAttention, HasThePartsBits) {
  runAs(qrt::test::byteAttentionTypes[GetParam() % std::size(qrt::test::byteAttentionTypes)]);
}

INSTANTIATE_TEST_SUITE_P(Forms, EmittedByteAttention,
                         ::testing::Range(size_t(0), std::size(qrt::test::byteAttentionForms)));

} // namespace
} // namespace qopt::test
