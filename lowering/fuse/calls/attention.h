// Attention in one call: a product of queries and keys, what happens to its scores, their softmax
// and the product with values become one where the device has a kernel for it.
#pragma once

#include "runtime/format/device_description.h"
#include "runtime/format/program.h"

namespace qopt {

/// Makes one call of each attention, in calls that are complete but for kernels and the memory
/// plan. An attention that the verifier would refuse as one call stays in parts.
void fuseAttention(qrt::Program &calls, const qrt::DeviceDescription &device);

} // namespace qopt
