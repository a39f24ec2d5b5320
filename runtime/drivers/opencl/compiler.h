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

/// Part of the cache's key. Nothing here may change what a kernel computes.
inline constexpr const char *buildOptions = "-cl-std=CL1.2";

/// One object per source. An error carries the layer that runs the first kernel at fault, and the
/// compiler's log.
Expected<std::vector<ProgramObject>> compileAll(const CompileTarget &target, const Program &program,
                                                const LoadOptions &options);

} // namespace qrt::opencl
