// Errors by which a command refuses what it is asked.
#pragma once

#include "runtime/numerics/types/status.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace qopt::run {

/// Throws what the parser throws for a wrong option (main tells it, and which --help says more): a
/// combination of options that makes no sense.
[[noreturn]] void usageError(const std::string &message);

/// Reports as report() does, but for what flows say of --output-name, which is a usage error.
int reportFlow(const qrt::Status &status);

/// Returns the check of an option that takes one of these numbers.
std::function<std::string(const std::string &)> oneOf(std::vector<int64_t> numbers);

} // namespace qopt::run
