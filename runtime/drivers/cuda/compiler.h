// Kernel sources → functions of modules, through the cache.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/drivers/cuda/objects.h"

#include <optional>

namespace qrt::cuda {

struct KernelObject {
  Module module;
  FunctionHandle function = nullptr;
  /// The function asks for so many percent of a multiprocessor's shared memory (memory_split.h), or
  /// for nothing where there is none.
  std::optional<int> sharedPercent = std::nullopt;
  explicit operator bool() const { return function != nullptr; }
};

/// What NVRTC is told, a part of the cache's key. Nothing here may change what a kernel computes.
std::vector<std::string> buildOptions(const DeviceDescription &device);
/// The same in a line.
std::string buildOptionsText(const DeviceDescription &device);

/// Of the programs that run it. The context outlives it.
using SharedKernel = std::shared_ptr<const KernelObject>;

/// One object per source, of those that `known` has its own, else null there, which takes the local
/// memory that the program's launches give it. An error carries the layer that runs the first
/// kernel at fault, and the compiler's log.
Expected<std::vector<SharedKernel>> compileAll(const DeviceContext &context, const Program &program,
                                               const LoadOptions &options,
                                               std::vector<SharedKernel> known);

} // namespace qrt::cuda
