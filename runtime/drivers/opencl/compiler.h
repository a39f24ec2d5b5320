// Kernel sources → program objects, through the cache.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/drivers/opencl/api/objects.h"
#include "runtime/drivers/opencl/executable.h"

namespace qrt::opencl {

/// One object per source; of those that `known` has, which are of the same context, its own. An
/// error carries the layer that runs the first kernel at fault, and the
/// compiler's log.
Expected<std::vector<SharedProgram>> compileAll(const DeviceHandle &device, const Program &program,
                                                const LoadOptions &options,
                                                std::vector<SharedProgram> known);

} // namespace qrt::opencl
