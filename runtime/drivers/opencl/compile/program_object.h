// Makes program objects from source or binary, and returns their binaries.
#pragma once

#include "runtime/drivers/opencl/api/objects.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace qrt::opencl {

/// The context and device that programs are built for.
struct BuildTarget {
  const Api *cl;
  cl_context context;
  cl_device_id device;
  bool isPocl; // the device's, as device_facts.h says
};

/// Build options, a part of the cache's key; none may change what a kernel computes. -w: PoCL and
/// NVIDIA's driver report the number of warnings on the host's stderr.
inline constexpr const char *buildOptions = "-cl-std=CL1.2 -w";

/// buildOptions for PoCL, which reads clang's header of all OpenCL functions (18,000 lines, twice)
/// for each program: more work than a kernel. The guard's name leaves it out, and kernels declare
/// what they call (lowering/kernels/common/opencl_functions.h).
inline constexpr const char *headerlessOptions =
    "-cl-std=CL1.2 -w -D_OPENCL_H_ -DDECLARES_OPENCL_FUNCTIONS";

/// Builds the source; returns Unsupported, with the compiler's log, if it does not compile. On PoCL
/// a source that does not compile with headerlessOptions is tried with buildOptions.
Expected<ProgramObject> fromSource(const BuildTarget &target, std::string_view source);

/// Returns null if the driver does not accept the binary.
ProgramObject fromBinary(const BuildTarget &target, std::span<const uint8_t> binary);

/// Returns the program's binary; empty if the driver gives none.
std::vector<uint8_t> binaryOf(const Api &cl, cl_program program);

} // namespace qrt::opencl
