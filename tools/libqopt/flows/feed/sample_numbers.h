// Samples by their numbers, in words of a command line: "0,5,9-12".
#pragma once

#include "runtime/numerics/types/status.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace qopt::run {

/// Writes ascending numbers, of three in a row and more the ends alone. Empty for none.
std::string sampleNumbersText(const std::vector<int64_t> &numbers);
/// Reads such a text. Fails where it is none, where numbers do not ascend, and where they are more
/// than 2^24.
qrt::Expected<std::vector<int64_t>> sampleNumbersOf(std::string_view text);

} // namespace qopt::run
