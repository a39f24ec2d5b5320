// Where allocation fails: an error to the caller, nothing thrown across the boundary.
#pragma once

#include "runtime/numerics/types/status.h"

#include <functional>
#include <string>

namespace qrt {

/// `run()`'s Status, or a DeviceError where memory runs out on the way: what
/// happened, and what helps.
Status orOutOfMemory(const std::function<Status()> &run, const std::string &what);

} // namespace qrt
