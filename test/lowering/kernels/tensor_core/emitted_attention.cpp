// Attention as emission makes it, on the host.
#include "lowering/fuse/attention.h"
#include "test/conformance/attention_forms.h"
#include "test/conformance/harness.h"
#include "test/lowering/kernels/attention_cases.h"
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

/// With the local memory that most cards of capability 8 give.
const qrt::DeviceDescription card{.driver = "cuda",
                                  .localMemoryBytes = 99 * 1024,
                                  .maxWorkGroup = 1024,
                                  .computeUnits = 2,
                                  .takesKernels = true,
                                  .isGpu = true,
                                  .computeCapability = 80,
                                  .dynamicLocalMemory = true};

class EmittedAttention : public ::testing::TestWithParam<AttentionSizes> {
protected:
  /// Two of the tiles that a kernel may take: the text takes the host's compiler seconds.
  void runOn(std::string_view name, ElementType input, ElementType output) {
    const AttentionCase attention(GetParam(), input, output);
    const DeviceKernel &kernel = *kernelNamed(name);
    ASSERT_EQ(attention.builder.against(kernel, attention.call, card), "");
    const std::vector<Choice> choices = attention.builder.choicesOf(kernel, attention.call, card);
    for (const Choice &choice : {choices.front(), choices.back()}) {
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

/// Of bytes: the bits of the parts, as the host computes them.
class EmittedByteAttention : public ::testing::TestWithParam<size_t> {
protected:
  void runAs(const qrt::test::AttentionTypes &types) {
    constexpr int64_t batch = 2;
    qrt::test::NetBuilder net;
    qrt::test::appendAttention(net, qrt::test::byteAttentionForms[GetParam()], types);
    std::mt19937 random{uint32_t(GetParam())};
    const std::vector<qrt::Tensor> inputs = qrt::test::randomInputs(random, net.program, batch);
    std::vector<qrt::Tensor> expected = qrt::test::emptyOutputs(net.program, batch);
    ASSERT_TRUE(qrt::test::reference(net.program)->run(batch, inputs, expected).ok());
    qrt::Program one = net.program;
    fuseAttention(one, card);
    ASSERT_EQ(one.nodes.size(), 1u);
    const qrt::Call call = std::get<qrt::Call>(one.nodes[0].work);
    CaseBuilder builder(one);
    for (size_t i = 0; i < inputs.size(); ++i)
      builder.contents[one.inputs[i].buffer] = inputs[i];
    const std::vector<Choice> choices = builder.choicesOf(*kernelNamed("attention.i8"), call, card);
    for (const Choice &choice : {choices.front(), choices.back()}) {
      SCOPED_TRACE(textOf(choice));
      std::vector<qrt::Tensor> contents = builder.contents;
      qrt::Tensor &result = contents[one.outputs[0].buffer];
      result = qrt::test::emptyOutputs(net.program, batch)[0];
      runEmulated(builder.emitted(call, choice, card), batch, contents);
      qrt::test::expectClose(result, expected[0], {});
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
