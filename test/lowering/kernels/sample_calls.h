// A small call for every kernel and input type, for tests that compile kernels without running
// them. A kernel's are made in its folder here: test/lowering/kernels/<kernel>/<kernel>_sample.cpp,
// whose namespace qopt::test::samples::<kernel> has `std::span<const KernelSample> list()`. One
// that has none is tried with its family's own (test/runtime/format/family_sample.h).
#pragma once

#include "lowering/kernels/type_set.h"
#include "test/lowering/kernels/epilogues.h"

#include <functional>
#include <optional>

namespace qopt::test {

struct Sample {
  CaseBuilder builder;
  qrt::Call call;
};

struct KernelSample {
  std::string_view kernel;
  TypeSet types; // that it may be asked for
  /// A call that reads the type, and that the kernel takes on some described device where it takes
  /// the type at all; selection shall choose it for one of its family's samples.
  Sample (*make)(qrt::ElementType);
};
/// Returns what each folder lists; generated.
std::vector<std::span<const KernelSample>> kernelSamples();

/// None where it has none of the type.
std::optional<Sample> sampleOf(const DeviceKernel &kernel, qrt::ElementType type);

/// GPUs of all kinds, then CPUs, one of which calls libraries.
std::vector<qrt::DeviceDescription> describedDevices();
/// The first of them on which `kernel` takes the sample.
std::optional<qrt::DeviceDescription> deviceFor(const DeviceKernel &kernel, const Sample &sample);

/// With a sample of each type that some described device has the kernel for.
void forEveryKernel(
    const std::function<void(const DeviceKernel &, qrt::ElementType, const Sample &)> &visit);

} // namespace qopt::test
