// Kernel sources → program objects, through the cache.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/drivers/opencl/api/objects.h"
#include "runtime/drivers/opencl/executable.h"

namespace qrt::opencl {

/// One object per source. An error carries the layer that runs the first kernel at fault, and the
/// compiler's log.
Expected<std::vector<ProgramObject>> compileAll(const DeviceHandle &device, const Program &program,
                                                const LoadOptions &options);

} // namespace qrt::opencl
