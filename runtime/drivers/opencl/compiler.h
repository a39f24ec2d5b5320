// Kernel sources → program objects, through the cache.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/drivers/opencl/api/objects.h"
#include "runtime/drivers/opencl/executable.h"

namespace qrt::opencl {

/// Returns one object per source: the one in `known`, which is of the same context, or a new one.
/// An error names the layer that runs the first failing kernel and carries the compiler's log.
Expected<std::vector<SharedProgram>> compileAll(const DeviceHandle &device, const Program &program,
                                                const LoadOptions &options,
                                                std::vector<SharedProgram> known);

} // namespace qrt::opencl
