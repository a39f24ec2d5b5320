// Turns a failed allocation into an error for the caller; no exception crosses the library's
// boundary.
#pragma once

#include "runtime/numerics/types/status.h"

#include <functional>
#include <string>

namespace qrt {

/// Returns `run()`'s Status, or a DeviceError if memory runs out: the message says what happened
/// and how to avoid it.
Status orOutOfMemory(const std::function<Status()> &run, const std::string &what);

} // namespace qrt
