// Every kernel compiles as CUDA; no GPU is needed. Of what a row leaves open a sample in which each
// value of each parameter stands, and machine code of the cheapest alone: that of a large tile
// takes a minute, its text 40 ms. Machine code of all where $QOPT_ALL_CHOICES is set (./run test -C
// long -L long).
#include "test/lowering/kernels/attention_samples.h"
#include "test/lowering/kernels/batched_products.h"
#include "test/lowering/kernels/sample_calls.h"
#include "test/lowering/kernels/tensor_samples.h"
#include "test/nvrtc/nvrtc.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace qopt::test {
namespace {

/// Syntax and types, before anything is optimized, or machine code, for which inline assembly must
/// be right, too.
enum class Depth { Text, MachineCode };

void compileFor(const char *architecture, const qrt::KernelSource &kernel, Depth depth) {
  std::vector<std::string> options{std::string("--gpu-architecture=") + architecture,
                                   "--fmad=false", "--prec-div=true", "--prec-sqrt=true"};
  if (depth == Depth::Text)
    options.push_back("-dlto");
  const Compiled compiled = compileCuda(kernel.source, options);
  EXPECT_TRUE(compiled.isRight) << architecture << ": " << compiled.log.c_str();
  EXPECT_EQ(compiled.code.empty(), depth == Depth::Text);
}

using ParameterValues = std::set<std::pair<std::string_view, int>>;

ParameterValues valuesOf(const Choice &choice) {
  ParameterValues values;
  visitFields(choice.parameters,
              [&](std::string_view name, int value) { values.emplace(name, value); });
  return values;
}

/// What a choice's kernel takes to compile, in proportion: its tile's products are unrolled.
double costOf(const Choice &choice) {
  return 1 + double(choice.parameters.pixels) * choice.parameters.channels;
}

/// The choice with most new values for its cost, again and again, until none has any: the cheapest
/// first.
std::vector<Choice> coverValues(const std::vector<Choice> &choices) {
  ParameterValues seen;
  auto worth = [&](const Choice &choice) {
    const ParameterValues values = valuesOf(choice);
    return double(std::count_if(values.begin(), values.end(),
                                [&](const auto &value) { return !seen.contains(value); })) /
           costOf(choice);
  };
  std::vector<Choice> sample;
  while (true) {
    auto best =
        std::max_element(choices.begin(), choices.end(),
                         [&](const Choice &a, const Choice &b) { return worth(a) < worth(b); });
    if (worth(*best) == 0)
      return sample;
    sample.push_back(*best);
    seen.merge(valuesOf(*best));
  }
}

std::string nameOf(const ::testing::TestParamInfo<const DeviceKernel *> &info) {
  std::string name(info.param->name);
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

class NvrtcCompile : public ::testing::TestWithParam<const DeviceKernel *> {
protected:
  const bool isAll = std::getenv("QOPT_ALL_CHOICES") != nullptr;
  const DeviceKernel &kernel = *GetParam();
  std::set<std::string> texts; // types may be read alike

  void compileAll(const Sample &sample, const qrt::DeviceDescription &device);
  void compile(const qrt::KernelSource &source, int capability, Depth depth);
};

void NvrtcCompile::compile(const qrt::KernelSource &source, int capability, Depth depth) {
  if (capability < 90 && texts.size() == 1)
    compileFor("sm_80", source, depth);
  compileFor("sm_90a", source, depth);
}

void NvrtcCompile::compileAll(const Sample &sample, const qrt::DeviceDescription &device) {
  std::vector<Choice> choices = sample.builder.choicesOf(kernel, sample.call, device);
  ASSERT_FALSE(choices.empty());
  const bool isFirst = texts.empty();
  if (!isAll)
    choices = isFirst ? coverValues(choices) : std::vector<Choice>{choices.front()};
  for (const Choice &choice : choices) {
    SCOPED_TRACE(textOf(choice));
    const qrt::Program program = sample.builder.emitted(sample.call, choice, device);
    ASSERT_EQ(program.kernels.size(), 1u);
    const bool isCheapest = texts.empty() && device.isGpu;
    if (texts.insert(program.kernels[0].source).second)
      compile(program.kernels[0], device.computeCapability,
              isAll || isCheapest ? Depth::MachineCode : Depth::Text);
  }
}

TEST_P(NvrtcCompile, AmpereAndHopper) {
  if (!hasNvrtc())
    GTEST_SKIP() << "libnvrtc was found neither at build nor at run time";
  for (qrt::ElementType type : qrt::allElementTypes)
    if (const std::optional<Sample> sample = sampleOf(kernel, type))
      if (const auto device = deviceFor(kernel, *sample)) {
        SCOPED_TRACE(std::string(qrt::elementTypeName(type)));
        compileAll(*sample, *device);
      }
  EXPECT_FALSE(texts.empty());
}

// Where B lies and whether copies take 16 bytes is text of its own; all begin early.
TEST(NvrtcBatched, EveryForm) {
  if (!hasNvrtc())
    GTEST_SKIP() << "libnvrtc was found neither at build nor at run time";
  const DeviceKernel &kernel = *kernelNamed("matmul.batched.f16");
  const qrt::DeviceDescription hopper{.driver = "cuda",
                                      .localMemoryBytes = 227 * 1024,
                                      .maxWorkGroup = 1024,
                                      .computeUnits = 132,
                                      .isGpu = true,
                                      .computeCapability = 90,
                                      .dynamicLocalMemory = true,
                                      .dependentLaunch = true};
  for (const BatchedSizes &sizes : batchedSizes) {
    SCOPED_TRACE(sizes.name);
    const BatchedProduct product(sizes, qrt::ElementType::F16, qrt::ElementType::F16);
    const qrt::Program program = product.builder.emitted(product.call, {&kernel, {}}, hopper);
    EXPECT_TRUE(std::get<qrt::Launch>(program.nodes[0].work).dependent);
    compileFor("sm_90a", program.kernels[0], Depth::MachineCode);
  }
}

// Kernels of several groups have text of their own, which NVRTC compiles here.
TEST(NvrtcGroups, EveryKernelOfTiles) {
  if (!hasNvrtc())
    GTEST_SKIP() << "libnvrtc was found neither at build nor at run time";
  constexpr TensorLayer narrow{14, 56, 56, 3, 1, 1, 64, 14}, wide{14, 336, 336, 3, 2, 1, 336, 3};
  for (const char *name : {"conv2d.mma", "conv2d.wgmma", "conv2d.mma.f16", "conv2d.wgmma.f16"})
    for (const TensorLayer &layer : {narrow, wide}) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(layer.groups));
      const DeviceKernel &kernel = *kernelNamed(name);
      const bool areHalves = std::string_view(name).ends_with(".f16");
      const Sample sample =
          plainTensorConv2d(layer, areHalves ? qrt::ElementType::F16 : qrt::ElementType::I8);
      const auto device = deviceFor(kernel, sample);
      ASSERT_TRUE(device);
      const std::vector<Choice> choices = sample.builder.choicesOf(kernel, sample.call, *device);
      ASSERT_FALSE(choices.empty());
      const auto least = std::ranges::min_element(choices, {}, costOf);
      const qrt::Program program = sample.builder.emitted(sample.call, *least, *device);
      compileFor("sm_90a", program.kernels[0], Depth::MachineCode);
    }
}

// A text declares its rows' scores: CUDA takes no more than 48 KiB, of which long rows want much.
TEST(NvrtcAttention, LongRowsInDeclaredMemory) {
  if (!hasNvrtc())
    GTEST_SKIP() << "libnvrtc was found neither at build nor at run time";
  const DeviceKernel &kernel = *kernelNamed("attention.i8.group");
  constexpr int64_t keys = 1280;
  const Sample sample = byteAttentionOf(qrt::ElementType::I8, keys);
  const auto device = deviceFor(kernel, sample);
  ASSERT_TRUE(device);
  const std::vector<Choice> choices = sample.builder.choicesOf(kernel, sample.call, *device);
  const auto most = std::ranges::max_element(
      choices, {}, [](const Choice &choice) { return choice.parameters.down; });
  ASSERT_NE(most, choices.end());
  EXPECT_EQ(most->parameters.down, 4)
      << "of 8 rows, 1280 keys' scores and weights take 51,200 bytes";
  const qrt::Program program = sample.builder.emitted(sample.call, *most, *device);
  compileFor("sm_90a", program.kernels[0], Depth::MachineCode);
}

INSTANTIATE_TEST_SUITE_P(Kernels, NvrtcCompile,
                         ::testing::ValuesIn(allKernels().begin(), allKernels().end()), nameOf);

} // namespace
} // namespace qopt::test
