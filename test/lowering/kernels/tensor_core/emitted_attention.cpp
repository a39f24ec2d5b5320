// Attention as emission makes it, on the host.
#include "test/lowering/kernels/attention_cases.h"
#include "test/lowering/kernels/tensor_core/emitted_kernel.h"

namespace qopt::test {
namespace {

using qrt::ElementType;

class EmittedAttention : public ::testing::TestWithParam<AttentionSizes> {
protected:
  /// Two of the tiles that a row may take: the text takes the host's compiler seconds.
  void runOn(const KernelRow &row, ElementType input, ElementType output) {
    const qrt::DeviceDescription device{.driver = "cuda",
                                        .localMemoryBytes = 99 * 1024,
                                        .maxWorkGroup = 1024,
                                        .computeUnits = 2,
                                        .takesKernels = true,
                                        .isGpu = true,
                                        .computeCapability = 80};
    const AttentionCase attention(GetParam(), input, output);
    const qrt::Program &program = attention.builder.program;
    ASSERT_EQ(reasonAgainst(row, program, program.nodes[0], attention.call, device), "");
    const std::vector<Choice> choices = attention.builder.choicesOf(row, attention.call, device);
    for (const Choice &choice : {choices.front(), choices.back()}) {
      SCOPED_TRACE(textOf(choice));
      std::vector<qrt::Tensor> contents = attention.builder.contents;
      contents[0] = qrt::Tensor::allocate(output, {attention.results()});
      runEmulated(attention.builder.emitted(attention.call, choice, device), 1,
                  attentionTileOf(attention.call, input, choice.parameters).localBytes, contents);
      attention.check(contents[0]);
    }
  }
};

TEST_P(EmittedAttention, HalvesAsSumsWrittenOut) {
  runOn(attentionRows[0], ElementType::F16,
        GetParam().padding == 0 ? ElementType::F32 : ElementType::F16);
}

TEST_P(EmittedAttention, FloatsAsSumsWrittenOut) {
  runOn(attentionRows[1], ElementType::F32, ElementType::F32);
}

INSTANTIATE_TEST_SUITE_P(Sizes, EmittedAttention, ::testing::ValuesIn(attentionSizes),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace qopt::test
