// A kernel of tensor cores as the compiler emits it, built for the host and run item by item
// (emulated_warps.h).
#pragma once

#include "test/lowering/kernels/cases.h"

#include <vector>

namespace qopt::test {

/// A card of compute capability 9.0 that gives local memory at launch, as runEmulated wants it.
inline qrt::DeviceDescription emulatedCard() {
  return {.driver = "opencl",
          .localMemoryBytes = 227 * 1024,
          .maxWorkGroup = 1024,
          .computeUnits = 2,
          .isGpu = true,
          .computeCapability = 90,
          .dynamicLocalMemory = true};
}

/// Runs the one launch of `program` at batch N, made for a device that gives local memory at
/// launch: `contents` of its buffers change as there. Fails the test where the text does not
/// compile.
void runEmulated(const qrt::Program &program, int64_t batch, std::vector<qrt::Tensor> &contents);

/// Returns what a convolution by `choice` makes of the builder's buffers: `elements` of its output.
qrt::Tensor emulated(const CaseBuilder &builder, const qrt::Conv2dCall &call, const Choice &choice,
                     const qrt::DeviceDescription &device, int64_t samples, int64_t elements);

} // namespace qopt::test
