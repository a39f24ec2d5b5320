// Kernel sources → functions of modules, through the cache.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/drivers/cuda/objects.h"

#include <optional>

namespace qrt::cuda {

struct KernelObject {
  Module module;
  FunctionHandle function = nullptr;
  /// The percentage of a multiprocessor's shared memory that the function asks for
  /// (memory_split.h); none: it leaves the split to the driver.
  std::optional<int> sharedPercent = std::nullopt;
  explicit operator bool() const { return function != nullptr; }
};

/// Returns NVRTC's options, a part of the cache's key. None may change what a kernel computes.
std::vector<std::string> buildOptions(const DeviceDescription &device);
/// Returns the same options in one line.
std::string buildOptionsText(const DeviceDescription &device);

/// A kernel shared by the programs that run it. The context must outlive it.
using SharedKernel = std::shared_ptr<const KernelObject>;

/// Returns one object per source: the one in `known`, or a new one if that is null, which accepts
/// the local memory that the program's launches give it. An error names the layer that runs the
/// first failing kernel and carries the compiler's log.
Expected<std::vector<SharedKernel>> compileAll(const DeviceContext &context, const Program &program,
                                               const LoadOptions &options,
                                               std::vector<SharedKernel> known);

} // namespace qrt::cuda
