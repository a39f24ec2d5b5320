// Every kernel compiles as CUDA; no GPU is needed. Of what a row leaves open a sample in which each
// value of each parameter stands, and machine code of the cheapest alone: that of a large tile
// takes a minute, its text 40 ms. Machine code of all where $QOPT_ALL_CHOICES is set (./run test -C
// long -L long).
#include "test/lowering/kernels/anchor_samples.h"
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

/// Returns what a choice's kernel takes to compile, in proportion: its tile's products are
/// unrolled.
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

// Each place of B, and each width of copies, is text of its own; all begin early.
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

// Rows that groups of a cluster share, and items that take several rows, have text of their own.
TEST(NvrtcRows, ClustersAndSeveralRows) {
  if (!hasNvrtc())
    GTEST_SKIP() << "libnvrtc was found neither at build nor at run time";
  const qrt::DeviceDescription hopper{.driver = "cuda",
                                      .localMemoryBytes = 227 * 1024,
                                      .maxWorkGroup = 1024,
                                      .computeUnits = 132,
                                      .isGpu = true,
                                      .dp4a = true,
                                      .computeCapability = 90,
                                      .dynamicLocalMemory = true,
                                      .dependentLaunch = true};
  struct Rows {
    const char *kernel;
    int64_t rows, length;
    const char *defined;
  };
  for (const Rows &of : {Rows{"softmax.staged", 1, 20000, "CLUSTER 4\n"},
                         {"softmax.staged", 1, 65536, "CLUSTER 8\n"},
                         {"softmax.lanes", 300000, 12, "ROWS 4\n"},
                         {"softmax.lanes", 300000, 49, "ROWS 2\n"}}) {
    SCOPED_TRACE(std::string(of.kernel) + " of " + std::to_string(of.length));
    CaseBuilder builder(qrt::ElementType::F32, of.rows * of.length);
    const qrt::SoftmaxCall call{perSample(of.rows), of.length,
                                builder.buffer(empty(qrt::ElementType::F32, {of.rows, of.length})),
                                identityEpilogue()};
    qrt::Program program = builder.program;
    ASSERT_TRUE(emitLaunch(program, program.nodes[0], call, {kernelNamed(of.kernel), {}}, hopper,
                           BatchRange{1, 3})
                    .ok());
    ASSERT_EQ(program.kernels.size(), 1u);
    EXPECT_NE(program.kernels[0].source.find(of.defined), std::string::npos);
    compileFor("sm_90a", program.kernels[0], Depth::MachineCode);
  }
}

// Bytes without holes are conv2d.gpu.depthwise's where a window's row is too short for dot
// products, weights have a zero point, or the device has no dot products; its listed sample has
// holes.
TEST(NvrtcDepthwise, BytesWithoutHoles) {
  if (!hasNvrtc())
    GTEST_SKIP() << "libnvrtc was found neither at build nor at run time";
  const DeviceKernel &kernel = *kernelNamed("conv2d.gpu.depthwise");
  for (qrt::ElementType type : {qrt::ElementType::I8, qrt::ElementType::U8}) {
    SCOPED_TRACE(std::string(qrt::elementTypeName(type)));
    const Sample sample = smallConv2d<80, 1>(type);
    const auto device = deviceFor(kernel, sample);
    ASSERT_TRUE(device);
    std::set<std::string> texts;
    for (const Choice &choice : sample.builder.choicesOf(kernel, sample.call, *device)) {
      SCOPED_TRACE(textOf(choice));
      const qrt::Program program = sample.builder.emitted(sample.call, choice, *device);
      if (texts.insert(program.kernels[0].source).second)
        compileFor("sm_90a", program.kernels[0],
                   texts.size() == 1 ? Depth::MachineCode : Depth::Text);
    }
    EXPECT_FALSE(texts.empty());
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

/// The sample with floats as results, and bytes of them as auxiliary results.
Sample withAuxiliary(Sample sample) {
  qrt::ScalarBuilder results, beside;
  const qrt::CallEpilogue &own = *qrt::epilogueOf(sample.call);
  const auto accumulator = std::ranges::find(own.program.inputs, qrt::ScalarInputKind::Accumulator,
                                             &qrt::ScalarInput::kind);
  auto sum = results.accumulator(accumulator->storage);
  if (!qrt::isFloat(accumulator->storage))
    sum = results.apply(qrt::ScalarOp::IntToF32, sum);
  auto t = beside.apply(qrt::ScalarOp::DivF, beside.accumulator(qrt::ElementType::F32),
                        beside.constant(0.3f));
  qrt::CallEpilogue epilogue;
  epilogue.program = results.finish(sum, qrt::ElementType::F32);
  epilogue.auxiliary = beside.finish(quantizeValue(beside, t, 3, -128, 127), qrt::ElementType::I8);
  std::visit(
      [&](auto &call) {
        if constexpr (requires { call.epilogue.auxiliary; })
          call.epilogue = std::move(epilogue);
      },
      sample.call);
  qrt::Program &program = sample.builder.program;
  program.buffers[0].type = qrt::ElementType::F32;
  program.nodes[0].writes.push_back(
      sample.builder.buffer(qrt::Tensor::allocate(qrt::ElementType::I8, {64})).index);
  return sample;
}

// Those that store auxiliary results, too, compile with them.
TEST(NvrtcAuxiliary, EveryKernelThatMakesThem) {
  if (!hasNvrtc())
    GTEST_SKIP() << "libnvrtc was found neither at build nor at run time";
  size_t compiled = 0;
  for (const DeviceKernel *kernel : allKernels()) {
    SCOPED_TRACE(kernel->name);
    for (qrt::ElementType type :
         {qrt::ElementType::I8, qrt::ElementType::F16, qrt::ElementType::F32}) {
      std::optional<Sample> sample = sampleOf(*kernel, type);
      if (!kernel->writesAuxiliary || !sample)
        continue;
      *sample = withAuxiliary(std::move(*sample));
      const auto device = deviceFor(*kernel, *sample);
      if (!device)
        continue;
      const std::vector<Choice> choices = sample->builder.choicesOf(*kernel, sample->call, *device);
      const auto least = std::ranges::min_element(choices, {}, costOf);
      const qrt::Program program = sample->builder.emitted(sample->call, *least, *device);
      ASSERT_NE(program.kernels[0].source.find("auxiliaryOf"), std::string::npos);
      compileFor("sm_90a", program.kernels[0], Depth::Text);
      ++compiled;
    }
  }
  EXPECT_GT(compiled, 20u);
}

INSTANTIATE_TEST_SUITE_P(Kernels, NvrtcCompile,
                         ::testing::ValuesIn(allKernels().begin(), allKernels().end()), nameOf);

} // namespace
} // namespace qopt::test
