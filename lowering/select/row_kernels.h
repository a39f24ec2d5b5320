// Families that are not rooms yet: their rows as kernels.
#pragma once

#include "lowering/kernels/registry.h"
#include "lowering/kernels/row.h"

namespace qopt {

std::span<const DeviceKernel> rowKernels();
std::string rowReason(const KernelRow &row, const CallSite &site, const qrt::Call &call);

} // namespace qopt
