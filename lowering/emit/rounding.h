// Sizes that tiles cover, of values that are not negative.
#pragma once

#include <cstdint>

namespace qopt {

/// Returns how many parts of `divisor` cover `value`.
constexpr int64_t divideUp(int64_t value, int64_t divisor) {
  return (value + divisor - 1) / divisor;
}
/// Returns the least multiple that is not below `value`.
constexpr int64_t roundUp(int64_t value, int64_t multiple) {
  return divideUp(value, multiple) * multiple;
}

} // namespace qopt
