// The properties of a device that programs for it depend on.
#pragma once

#include "runtime/numerics/types/fields.h"

#include <cstdint>
#include <string>
#include <vector>

namespace qrt {

/// Properties that kernel selection and cache keys depend on.
struct DeviceDescription {
  std::string driver;  // "host", "opencl", "null"
  std::string name;    // of the device
  std::string version; // of its driver and compiler: part of the cache key
  int64_t localMemoryBytes = 0;
  int64_t maxWorkGroup = 1;
  unsigned computeUnits = 1;
  bool takesKernels = false; // runs Launches, not Calls; load compiles (and caches) them
  bool isGpu = false;
  bool dp4a = false;         // takes PTX's dp4a: four 8-bit products added to an i32
  bool vnni = false;         // a CPU whose compiler takes AVX-512 VNNI's four byte products
  int computeCapability = 0; // of NVIDIA's devices, 10 · major + minor: what inline PTX may say
  bool wgmma = false;        // compiles for sm_90a: warp groups' matrix products
  bool dynamicLocalMemory = false; // a Launch gives local memory beside what its kernel declares
  bool dependentLaunch =
      false;           // runs a Launch that is `dependent` beside the end of the one before
  unsigned queues = 1; // of launches that run side by side where a program has branches
  bool flushesDenormals = false; // its float results may differ from other devices' bits
  /// The libraries that the device can call: "clblast" if it is found. For a program in a file:
  /// those that it calls.
  std::vector<std::string> libraries = {};
  /// The libraries that the compiler's user allows a program to call (CompileOptions::libraries);
  /// by default none.
  std::vector<std::string> allowedLibraries = {};
};
QRT_FIELDS(DeviceDescription, driver, name, version, localMemoryBytes, maxWorkGroup, computeUnits,
           takesKernels, isGpu, dp4a, vnni, computeCapability, wgmma, dynamicLocalMemory,
           dependentLaunch, queues, flushesDenormals, libraries, allowedLibraries)

} // namespace qrt
