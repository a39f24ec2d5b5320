// Attention as emission makes it, on the host.
#include "test/lowering/kernels/attention_cases.h"
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class EmittedAttention : public ::testing::TestWithParam<AttentionSizes> {
protected:
  /// Two of the tiles that a kernel may take: the text takes the host's compiler seconds.
  void runOn(std::string_view name, ElementType input, ElementType output) {
    const qrt::DeviceDescription device{.driver = "cuda",
                                        .localMemoryBytes = 99 * 1024,
                                        .maxWorkGroup = 1024,
                                        .computeUnits = 2,
                                        .takesKernels = true,
                                        .isGpu = true,
                                        .computeCapability = 80,
                                        .dynamicLocalMemory = true};
    const AttentionCase attention(GetParam(), input, output);
    const DeviceKernel &kernel = *kernelNamed(name);
    ASSERT_EQ(attention.builder.against(kernel, attention.call, device), "");
    const std::vector<Choice> choices = attention.builder.choicesOf(kernel, attention.call, device);
    for (const Choice &choice : {choices.front(), choices.back()}) {
      SCOPED_TRACE(textOf(choice));
      std::vector<qrt::Tensor> contents = attention.builder.contents;
      contents[0] = qrt::Tensor::allocate(output, {attention.results()});
      runEmulated(attention.builder.emitted(attention.call, choice, device), 1, contents);
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

} // namespace
} // namespace qopt::test
