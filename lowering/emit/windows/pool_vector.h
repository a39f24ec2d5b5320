// Pools of which an item takes neighbouring channels as one vector.
#pragma once

#include "lowering/emit/launch.h"

#include <functional>

namespace qopt {

/// Returns why the device cannot run a call whose channels divide into such vectors; "" if it can.
std::string whyVectorsNot(const qrt::DeviceDescription &device);

/// Macros of sizes and types, then those that `define` adds; items of so many channels.
qrt::Status emitPoolVectors(LaunchDraft &draft, const qrt::Pool2dCall &call, int64_t channels,
                            const std::function<void()> &define);
/// Unsupported where the call is too large for the kernels.
qrt::Status requirePool32(const LaunchDraft &draft, const qrt::Pool2dShape &shape);

} // namespace qopt
