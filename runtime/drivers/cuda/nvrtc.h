// NVIDIA's compiler of CUDA text, found at run time as the driver is.
#pragma once

#include "runtime/numerics/types/status.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace qrt::cuda {

// The part of nvrtc.h that is used.
using NvrtcProgram = struct _nvrtcProgram *;

#define QRT_NVRTC_FUNCTIONS(X)                                                                     \
  X(nvrtcVersion, (int *, int *))                                                                  \
  X(nvrtcGetNumSupportedArchs, (int *))                                                            \
  X(nvrtcGetSupportedArchs, (int *))                                                               \
  X(nvrtcCreateProgram, (NvrtcProgram *, const char *text, const char *name, int headers,          \
                         const char *const *headerTexts, const char *const *headerNames))          \
  X(nvrtcDestroyProgram, (NvrtcProgram *))                                                         \
  X(nvrtcCompileProgram, (NvrtcProgram, int, const char *const *))                                 \
  X(nvrtcGetProgramLogSize, (NvrtcProgram, size_t *))                                              \
  X(nvrtcGetProgramLog, (NvrtcProgram, char *))                                                    \
  X(nvrtcGetCUBINSize, (NvrtcProgram, size_t *))                                                   \
  X(nvrtcGetCUBIN, (NvrtcProgram, char *))

struct Nvrtc {
#define X(name, parameters) int(*name) parameters = nullptr;
  QRT_NVRTC_FUNCTIONS(X)
#undef X
  int major = 0, minor = 0;
  std::string version() const { return std::to_string(major) + "." + std::to_string(minor); }
  /// Returns whether it compiles for a compute capability, given as 10 · major + minor.
  bool knows(int computeCapability) const;
};

/// Returns the first NVRTC, in the loader's path or CUDA's own folders, whose code a driver of
/// `driverVersion` (Api::version) accepts, or the reason why there is none. Loaded once.
Expected<const Nvrtc *> nvrtc(int driverVersion);

/// Compiles the text to a CUBIN; an error carries the compiler's log.
Expected<std::vector<uint8_t>> compile(const Nvrtc &nvrtc, const std::string &text,
                                       std::span<const std::string> options);

} // namespace qrt::cuda
