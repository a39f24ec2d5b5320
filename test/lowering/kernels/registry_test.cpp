// Every kernel must satisfy these tests, and selection must choose so.
#include "test/lowering/kernels/sample_calls.h"

#include "lowering/emit/kernels.h"
#include "lowering/kernels/kernel_text.h"

#include <algorithm>
#include <array>
#include <set>

namespace qopt::test {
namespace {

using qrt::ElementType;

/// A CPU that multiplies bytes.
qrt::DeviceDescription processor() { return describedDevices().back(); }

Sample softmaxSample() { return *sampleOf(*kernelNamed("softmax.row"), ElementType::F32); }

TEST(Kernels, NamesAreUniqueAndFilesDefineTheEntry) {
  std::set<std::string_view> names;
  for (const DeviceKernel *kernel : allKernels()) {
    SCOPED_TRACE(std::string(kernel->name));
    EXPECT_TRUE(names.insert(kernel->name).second);
    // KERNEL stands ahead on the line, KERNEL_OF(…) on the line before.
    const std::string_view text = kernelFile(kernel->text.file);
    const std::string head = std::string(kernel->text.entry) + "(";
    EXPECT_TRUE(text.find("KERNEL " + head) != text.npos || text.find("\n" + head) != text.npos);
  }
}

TEST(Kernels, AreOrderedByFamilyAndPreference) {
  const DeviceKernel *before = nullptr;
  for (const DeviceKernel *kernel : allKernels()) {
    if (before && before->family == kernel->family) {
      EXPECT_LE(before->preference, kernel->preference) << before->name << " " << kernel->name;
    }
    before = kernel;
  }
  EXPECT_TRUE(kernelsOf("no such family").empty());
  EXPECT_EQ(kernelNamed("no such kernel"), nullptr);
}

TEST(Kernels, SayAllOfWhatTheyLeaveOpen) {
  for (const DeviceKernel *kernel : allKernels()) {
    SCOPED_TRACE(std::string(kernel->name));
    EXPECT_TRUE(kernel->against && kernel->emit);
    EXPECT_EQ(kernel->space.empty(), !kernel->againstParameters);
    EXPECT_EQ(kernel->space.empty(), !kernel->cost);
    EXPECT_TRUE(kernel->packing || !kernel->packsBeside);
  }
}

TEST(Kernels, EmitThePackingThatTheyState) {
  forEveryKernel([](const DeviceKernel &kernel, ElementType, const Sample &sample) {
    const qrt::DeviceDescription device = *deviceFor(kernel, sample);
    const qrt::Program &program = sample.builder.program;
    const CallSite site{program, program.nodes[0], device};
    for (const KernelParameters &parameters : parametersFor(kernel, site, sample.call)) {
      qrt::Program emitted = program;
      const Choice choice{&kernel, parameters};
      ASSERT_TRUE(emitLaunch(emitted, emitted.nodes[0], sample.call, choice, device).ok());
      std::vector<qrt::LoadStep> stated;
      if (kernel.packing)
        if (std::optional<qrt::LoadStep> step = kernel.packing(site, sample.call, parameters))
          stated.push_back(std::move(*step));
      ASSERT_EQ(emitted.loads.size(), stated.size()) << textOf(choice);
      if (!stated.empty())
        std::visit([&](auto &step) { step.target = qrt::targetOf(emitted.loads[0]); }, stated[0]);
      EXPECT_TRUE(emitted.loads == stated) << textOf(choice);
    }
  });
}

// Two that cost the same would be ordered by their names.
TEST(Kernels, OfOnePreferenceHaveACost) {
  for (const DeviceKernel *kernel : allKernels())
    for (const DeviceKernel *other : kernelsOf(kernel->family))
      if (other != kernel && other->preference == kernel->preference) {
        EXPECT_TRUE(kernel->cost) << kernel->name << " " << other->name;
      }
}

/// Kernels that are chosen for a sample of any kernel on a described device, with the type of the
/// sample.
std::set<std::pair<const DeviceKernel *, ElementType>> chosenKernels() {
  std::set<std::pair<const DeviceKernel *, ElementType>> chosen;
  forEveryKernel([&](const DeviceKernel &, ElementType type, const Sample &sample) {
    const qrt::Program &program = sample.builder.program;
    for (const qrt::DeviceDescription &device : describedDevices())
      if (auto choices = selectKernel({program, program.nodes[0], device}, sample.call))
        for (const BatchChoice &range : *choices)
          chosen.emplace(range.choice.kernel, type);
  });
  return chosen;
}

// A kernel that is preferred to another may take that one's sample, but not all calls.
TEST(Kernels, EveryOneIsReachedByACall) {
  const auto chosen = chosenKernels();
  forEveryKernel([&](const DeviceKernel &kernel, ElementType type, const Sample &sample) {
    EXPECT_EQ(qrt::familyOf(sample.call), kernel.family);
    EXPECT_TRUE(chosen.contains({&kernel, type})) << "another kernel is preferred everywhere";
  });
}

TEST(Select, RefusalNamesTheLayerAndEveryReason) {
  Sample sample = softmaxSample();
  qrt::Program &program = sample.builder.program;
  program.nodes[0].name = "conv_7";
  qrt::Conv2dCall call =
      std::get<qrt::Conv2dCall>(sampleOf(*kernelNamed("conv2d.cpu.4x32"), ElementType::F32)->call);
  call.input.type.type = ElementType::I32;
  auto chosen = selectKernel({program, program.nodes[0], processor()}, call);
  ASSERT_FALSE(chosen.ok());
  EXPECT_EQ(chosen.status().code(), qrt::StatusCode::Unsupported);
  EXPECT_NE(chosen.status().message().find("layer 'conv_7': no conv2d kernel for device "
                                           "'described': conv2d.cpu.bytes.8x32 does not take i32"),
            std::string::npos)
      << chosen.status().message();
}

TEST(Select, WhatTheHostAloneComputesIsRefusedWithARemedy) {
  Sample sample = softmaxSample();
  qrt::Program &program = sample.builder.program;
  program.nodes[0].name = "boxes";
  auto chosen =
      selectKernel({program, program.nodes[0], processor()}, qrt::NonMaxSuppressionCall());
  ASSERT_FALSE(chosen.ok());
  EXPECT_EQ(chosen.status().code(), qrt::StatusCode::Unsupported);
  EXPECT_EQ(chosen.status().message(),
            "layer 'boxes': non_max_suppression runs on the host alone, not on device 'described'; "
            "take --device=host, or end the graph before it with --outputs=");
}

TEST(Select, SmallLocalMemoryFallsBackToItems) {
  Sample sample = *sampleOf(*kernelNamed("softmax.group"), ElementType::F32);
  const qrt::Program &program = sample.builder.program;
  qrt::DeviceDescription device = processor();
  EXPECT_EQ(
      (*selectKernel({program, program.nodes[0], device}, sample.call))[0].choice.kernel->name,
      "softmax.group");
  device.maxWorkGroup = 32;
  EXPECT_EQ(
      (*selectKernel({program, program.nodes[0], device}, sample.call))[0].choice.kernel->name,
      "softmax.row");
}

qrt::Expected<qrt::Program> withKernels(const qrt::Program &program) {
  auto choices = selectKernels(program, processor());
  if (!choices)
    return choices.status();
  return emitKernels(program, *choices, processor());
}

TEST(EmitKernels, EqualLayersShareKernelsAndPackedWeights) {
  Sample sample = *sampleOf(*kernelNamed("conv2d.cpu.bytes.8x32"), ElementType::I8);
  qrt::Program &program = sample.builder.program;
  program.nodes[0].work = sample.call;
  program.nodes.push_back(program.nodes[0]);
  auto emitted = withKernels(program);
  ASSERT_TRUE(emitted.ok()) << emitted.status().message();
  EXPECT_EQ(emitted->target, "opencl");
  EXPECT_EQ(emitted->kernels.size(), 1u);
  ASSERT_EQ(emitted->loads.size(), 1u);
  EXPECT_EQ(qrt::targetOf(emitted->loads[0]), program.constants.size());
  for (const qrt::Node &node : emitted->nodes) {
    const auto &launch = std::get<qrt::Launch>(node.work);
    for (int64_t batch : {1, 7})
      for (int d = 0; d < 3; ++d)
        EXPECT_EQ(launch.global[d].at(batch) % launch.local[d], 0);
  }
}

/// The sample's node with these choices.
qrt::Node emittedNode(const Sample &sample, const Choices &choices,
                      const qrt::DeviceDescription &device, std::vector<std::string> *faults) {
  qrt::Program program = sample.builder.program;
  program.nodes.resize(1);
  program.nodes[0].work = sample.call;
  auto emitted = emitKernels(std::move(program), std::array{choices}, device);
  EXPECT_TRUE(emitted.ok()) << emitted.status().message();
  if (!emitted)
    return {};
  if (faults)
    *faults = emitted->faults;
  return emitted->nodes[0];
}

TEST(EmitKernels, RangesOfOtherArgumentsAreOtherLaunches) {
  const Sample sample = softmaxSample();
  DeviceKernel kernel = *kernelNamed("softmax.row");
  kernel.emit = [](LaunchDraft &draft, const qrt::Call &call) {
    draft.argument(qrt::Extent{0, std::min<int64_t>(draft.batches.first, 4), 1});
    return kernelNamed("softmax.row")->emit(draft, call);
  };
  const Choice choice{&kernel, {}};
  const qrt::Node node =
      emittedNode(sample, {{1, choice}, {4, choice}, {16, choice}}, processor(), nullptr);
  ASSERT_EQ(node.larger.size(), 1u) << "from 16 on it runs as from 4 on";
  EXPECT_EQ(node.larger[0].from, 4);
}

/// Tells whether some range of batches has a launch of its own on the device.
bool differsByRange(const DeviceKernel &kernel, const Sample &sample,
                    const qrt::DeviceDescription &device) {
  const qrt::Program &program = sample.builder.program;
  const CallSite site{program, program.nodes[0], device};
  if (!reasonAgainst(kernel, site, sample.call).empty())
    return false;
  return std::ranges::any_of(parametersFor(kernel, site, sample.call),
                             [&](const KernelParameters &parameters) {
                               Choices choices;
                               for (const Bucket &bucket : batchBuckets)
                                 choices.push_back({bucket.from, {&kernel, parameters}});
                               for (int64_t from : kernel.largerRanges)
                                 choices.push_back({from, {&kernel, parameters}});
                               return !emittedNode(sample, choices, device, nullptr).larger.empty();
                             });
}

/// Returns small cards, which ranges of small samples fill, and large ones.
std::vector<qrt::DeviceDescription> cardsOfAllSizes() {
  std::vector<qrt::DeviceDescription> cards;
  for (qrt::DeviceDescription device : describedDevices())
    for (int64_t units : {1, 8, 132, 4096}) {
      device.computeUnits = decltype(device.computeUnits)(units);
      cards.push_back(device);
    }
  return cards;
}

/// The samples of these kernels are too small for any range to differ, or do not grow.
const std::set<std::string_view> samplesTooSmall = {"copy.turned",    "reduce.columns",
                                                    "reduce.lanes",   "reduce.staged",
                                                    "softmax.staged", "standardize.staged"};

TEST(EmitKernels, ThoseThatDependOnTheRangeDoSo) {
  std::set<std::string_view> differing;
  std::set<std::string_view> all;
  const std::vector<qrt::DeviceDescription> cards = cardsOfAllSizes();
  forEveryKernel([&](const DeviceKernel &kernel, ElementType, const Sample &sample) {
    if (!kernel.dependsOnRange || differing.contains(kernel.name))
      return;
    all.insert(kernel.name);
    if (std::ranges::any_of(cards,
                            [&](const auto &card) { return differsByRange(kernel, sample, card); }))
      differing.insert(kernel.name);
  });
  EXPECT_GE(all.size(), 10u);
  for (std::string_view name : all)
    EXPECT_NE(differing.contains(name), samplesTooSmall.contains(name))
        << name << " emits the same for all ranges";
}

TEST(EmitKernels, ALayerHasOneFaultForAllBatches) {
  int guarded = 0;
  forEveryKernel([&](const DeviceKernel &kernel, ElementType, const Sample &sample) {
    const qrt::DeviceDescription device = *deviceFor(kernel, sample);
    const qrt::Program &program = sample.builder.program;
    const Choice choice{
        &kernel, parametersFor(kernel, {program, program.nodes[0], device}, sample.call).front()};
    std::vector<std::string> faults;
    const qrt::Node node = emittedNode(sample, {{1, choice}, {4, choice}}, device, &faults);
    EXPECT_LE(faults.size(), 1u);
    if (faults.empty())
      return;
    ++guarded;
    EXPECT_TRUE(node.larger.empty());
  });
  EXPECT_GT(guarded, 0);
}

TEST(EmitKernels, SameProgramSameText) {
  Sample sample = *sampleOf(*kernelNamed("matmul.cpu.bytes.8x32"), ElementType::U8);
  sample.builder.program.nodes[0].work = sample.call;
  auto first = withKernels(sample.builder.program);
  auto second = withKernels(sample.builder.program);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->kernels[0].source, second->kernels[0].source);
}

} // namespace
} // namespace qopt::test
