// Calls that a device computes as one, of whatever kind: everybody who lowers calls asks this.
#pragma once

#include "runtime/format/device_description.h"
#include "runtime/format/program.h"

namespace qopt {

/// Of calls that are complete but for kernels and the memory plan: attention where the device has a
/// kernel for it (fuse/calls/attention.h), and where none are taken how convolutions are summed
/// (fuse/calls/host_sums.h) and pairs of them (fuse/calls/fused_conv2d.h). What is measured of a
/// call is of what it became.
void fuseCalls(qrt::Program &calls, const qrt::DeviceDescription &device);

} // namespace qopt
