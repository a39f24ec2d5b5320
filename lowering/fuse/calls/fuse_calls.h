// Calls that a device computes as one, of whatever kind: everybody who lowers calls asks this.
#pragma once

#include "runtime/format/device_description.h"
#include "runtime/format/program.h"

namespace qopt {

/// Fuses calls that are complete but for kernels and the memory plan: attention where the device
/// has a kernel for it (fuse/calls/attention.h) and results that are stored in two forms
/// (fuse/calls/auxiliary_results.h). Where no kernels are taken it also chooses how convolutions
/// are summed (fuse/calls/host_sums.h) and fuses pairs of them (fuse/calls/fused_conv2d.h). A fused
/// call is measured as one.
void fuseCalls(qrt::Program &calls, const qrt::DeviceDescription &device);

} // namespace qopt
