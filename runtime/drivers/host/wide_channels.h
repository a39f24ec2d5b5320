// The host's kernels finish sums with vectors of f32, one number for each channel.
#pragma once

#include "runtime/format/program.h"

namespace qrt::host {

/// Returns the program's calls, a call for each node, in which epilogues read vectors of f16 and
/// bf16 by channel as f32. Their values stay the same: widened copies are appended to `constants`,
/// which begins with those of the program as they are loaded.
std::vector<Call> callsOfWideChannels(const Program &program, std::vector<Tensor> &constants);

} // namespace qrt::host
