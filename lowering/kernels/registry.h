// All kernels there are. A folder lowering/kernels/<kernel>/ with a .cpp is found by the build:
// namespace qopt::kernels::<kernel> has `std::span<const DeviceKernel> list()`.
#pragma once

#include "lowering/kernels/device_kernel.h"

#include <vector>

namespace qopt {

/// Returns what each folder lists; the build generates it.
std::vector<std::span<const DeviceKernel>> kernelLists();

/// Returns every kernel, family by family, in order of preference and name.
std::span<const DeviceKernel *const> allKernels();
/// Returns the kernels of a family, in that order; none where the host alone computes it.
std::span<const DeviceKernel *const> kernelsOf(std::string_view family);
/// Returns the kernel of that name; null where there is none.
const DeviceKernel *kernelNamed(std::string_view name);

} // namespace qopt
