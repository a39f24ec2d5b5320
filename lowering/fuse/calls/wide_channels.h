// The host's kernels finish sums with vectors of f32, one number for each channel.
#pragma once

#include "runtime/format/program.h"

namespace qopt {

/// Makes f32 of the vectors of f16 and bf16 that epilogues read by channel, once at load, in calls
/// that are complete but for the memory plan. Their values stay the same.
void widenChannels(qrt::Program &calls);

} // namespace qopt
