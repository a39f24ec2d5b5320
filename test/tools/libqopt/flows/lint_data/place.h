#pragma once

#include <cstdint>
#include <string>

namespace qopt::lint {

/// Returns what the tests' findings call a sample.
inline std::string placeOfSample(int64_t sample) { return "#" + std::to_string(sample); }

} // namespace qopt::lint
