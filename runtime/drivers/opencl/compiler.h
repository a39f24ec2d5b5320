// Kernel sources → program objects, through the cache.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/drivers/opencl/objects.h"

namespace qrt::opencl {

struct CompileTarget {
  const Api *cl;
  cl_context context;
  cl_device_id device;
  const DeviceDescription *description;
};

/// One object per source, compiled on several threads. An error carries the
/// layer that runs the first kernel at fault, and the compiler's log.
Expected<std::vector<ProgramObject>> compileAll(const CompileTarget &target, const Program &program,
                                                const LoadOptions &options);

} // namespace qrt::opencl
