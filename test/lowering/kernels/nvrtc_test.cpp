// Every kernel compiles as CUDA for sm_80 and sm_90a; no GPU is needed.
#include "test/lowering/kernels/sample_calls.h"
#include "test/nvrtc/nvrtc.h"

namespace qopt::test {
namespace {

void compileFor(const char *architecture, const qrt::KernelSource &kernel) {
  const Compiled compiled =
      compileCuda(kernel.source, {std::string("--gpu-architecture=") + architecture, "--fmad=false",
                                  "--prec-div=true", "--prec-sqrt=true"});
  EXPECT_GT(compiled.code.size(), 0u) << architecture << ": " << compiled.log.c_str();
}

class NvrtcCompile : public ::testing::TestWithParam<KernelTable> {};

TEST_P(NvrtcCompile, AmpereAndHopper) {
  if (!hasNvrtc())
    GTEST_SKIP() << "libnvrtc was found neither at build nor at run time";
  int kernels = 0;
  forEveryKernel([&](std::string_view family, const KernelRow &row, qrt::ElementType type) {
    if (family != GetParam().family)
      return;
    SCOPED_TRACE(std::string(row.name) + " on " + std::string(qrt::elementTypeName(type)));
    Sample sample = sampleCall(family, row, type);
    const std::vector<Choice> choices = sample.builder.choicesOf(row, sample.call, deviceOf(row));
    ASSERT_FALSE(choices.empty());
    constexpr size_t apart = 7; // each takes seconds, and their loops' lengths have no factor of it
    for (size_t i = 0; i < choices.size(); i += apart) {
      if (i > 0 && (family != "conv2d" || type == qrt::ElementType::U8))
        break; // the same kernels again
      SCOPED_TRACE(textOf(choices[i]));
      const qrt::Program program = sample.builder.emitted(sample.call, choices[i], deviceOf(row));
      ASSERT_EQ(program.kernels.size(), 1u);
      if (i == 0 && row.needs.computeCapability < 90)
        compileFor("sm_80", program.kernels[0]);
      compileFor("sm_90a", program.kernels[0]);
    }
    ++kernels;
  });
  EXPECT_GE(kernels, int(GetParam().rows.size()));
}

INSTANTIATE_TEST_SUITE_P(Families, NvrtcCompile, ::testing::ValuesIn(kernelTables()),
                         [](const auto &info) { return std::string(info.param.family); });

} // namespace
} // namespace qopt::test
