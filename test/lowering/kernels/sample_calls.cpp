#include "test/lowering/kernels/sample_calls.h"

#include "test/runtime/format/family_sample.h"

namespace qopt::test {

using qrt::ElementType;

static const KernelSample *listedSample(std::string_view name) {
  for (std::span<const KernelSample> samples : kernelSamples())
    for (const KernelSample &sample : samples)
      if (sample.kernel == name)
        return &sample;
  return nullptr;
}

/// Returns what the family's own sample calls, where that is one call.
static std::optional<Sample> familySample(std::string_view family) {
  for (qrt::test::FamilySample sample : qrt::test::listedSamples()) {
    qrt::Program program = qrt::test::programOf(sample).program;
    const qrt::Call call = std::get<qrt::Call>(program.nodes.back().work);
    if (program.nodes.size() == 1 && qrt::familyOf(call) == family)
      return Sample{CaseBuilder(std::move(program)), call};
  }
  return std::nullopt;
}

std::optional<Sample> sampleOf(const DeviceKernel &kernel, ElementType type) {
  if (const KernelSample *sample = listedSample(kernel.name))
    return sample->types.contains(type) ? std::optional(sample->make(type)) : std::nullopt;
  std::optional<Sample> sample = familySample(kernel.family);
  EXPECT_TRUE(sample) << kernel.name << " has no sample under test/lowering/kernels, and "
                      << kernel.family << " none under test/runtime/calls";
  return type == ElementType::F32 ? std::move(sample) : std::nullopt;
}

std::vector<qrt::DeviceDescription> describedDevices() {
  const qrt::DeviceDescription cpu{.driver = "opencl",
                                   .name = "described",
                                   .localMemoryBytes = 1 << 15,
                                   .maxWorkGroup = 256,
                                   .computeUnits = 132};
  qrt::DeviceDescription gpu = cpu, checked, ampere, hopper, vnni = cpu, calling = cpu;
  gpu.isGpu = gpu.dp4a = true;
  checked = gpu;
  checked.computeCapability = 60;
  ampere = checked;
  ampere.computeCapability = 80;
  ampere.localMemoryBytes = 163 * 1024;
  ampere.maxWorkGroup = 1024;
  hopper = ampere;
  hopper.computeCapability = 90;
  hopper.localMemoryBytes = 227 * 1024;
  hopper.wgmma = hopper.dynamicLocalMemory = hopper.dependentLaunch = true;
  vnni.vnni = true;
  calling.libraries = calling.allowedLibraries = {"clblast"};
  return {gpu, checked, ampere, hopper, cpu, calling, vnni};
}

std::optional<qrt::DeviceDescription> deviceFor(const DeviceKernel &kernel, const Sample &sample) {
  const qrt::Program &program = sample.builder.program;
  for (const qrt::DeviceDescription &device : describedDevices())
    if (reasonAgainst(kernel, {program, program.nodes[0], device}, sample.call).empty())
      return device;
  return std::nullopt;
}

void forEveryKernel(
    const std::function<void(const DeviceKernel &, ElementType, const Sample &)> &visit) {
  for (const DeviceKernel *kernel : allKernels()) {
    SCOPED_TRACE(std::string(kernel->name));
    int taken = 0;
    for (ElementType type : qrt::allElementTypes)
      if (const std::optional<Sample> sample = sampleOf(*kernel, type))
        if (deviceFor(*kernel, *sample)) {
          SCOPED_TRACE(std::string(qrt::elementTypeName(type)));
          visit(*kernel, type, *sample);
          ++taken;
        }
    EXPECT_GT(taken, 0) << "no described device takes its sample";
  }
}

} // namespace qopt::test
