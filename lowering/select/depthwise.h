// A depthwise convolution as conv2d_depthwise_vector.cl takes it: what an item may hold.
#pragma once

#include "lowering/kernels/row.h"
#include "runtime/format/device_description.h"
#include "runtime/format/program.h"

namespace qopt {

/// Of a sample.
int64_t depthwiseItems(const qrt::Conv2dShape &shape, const KernelParameters &parameters);

/// Why the kernel cannot compute `call` with `parameters`; empty when it can.
std::string reasonAgainst(const qrt::Conv2dCall &call, const KernelParameters &parameters);

/// How long it takes at `samples`: a guess that orders parameters.
double costOf(const qrt::Conv2dCall &call, const KernelParameters &parameters, int64_t samples,
              const qrt::DeviceDescription &device);

} // namespace qopt
