// Source or binary → a program object, and back.
#pragma once

#include "runtime/drivers/opencl/objects.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace qrt::opencl {

/// Where programs are built.
struct BuildTarget {
  const Api *cl;
  cl_context context;
  cl_device_id device;
};

/// Part of the cache's key. Nothing here may change what a kernel computes. Without warnings: PoCL
/// and NVIDIA's driver count them on the host's stderr.
inline constexpr const char *buildOptions = "-cl-std=CL1.2 -w";

/// Unsupported, with the compiler's log, where the source does not compile.
Expected<ProgramObject> fromSource(const BuildTarget &target, std::string_view source);

/// Null where the driver does not take the binary.
ProgramObject fromBinary(const BuildTarget &target, std::span<const uint8_t> binary);

/// Empty where the driver gives none.
std::vector<uint8_t> binaryOf(const Api &cl, cl_program program);

} // namespace qrt::opencl
