#include "runtime/numerics/types/first_outside.h"

#include <algorithm>
#include <cassert>
#include <type_traits>

namespace qrt {

// Checks all values without an early exit and in their own width, so that the loop is vectorized.
template <typename T> static bool anyOutside(std::span<const T> values, T low, T high) {
  T outside = 0;
  for (T value : values)
    outside = T(outside | T(value < low) | T(value > high));
  return outside != 0;
}

std::optional<int64_t> firstOutside(const Tensor &tensor, int64_t low, int64_t high) {
  return visitValues(tensor, [&]<typename T>(std::span<const T> values) -> std::optional<int64_t> {
    if constexpr (std::is_integral_v<T>) {
      const T least = T(low), most = T(high);
      if (!anyOutside(values, least, most))
        return std::nullopt;
      return int64_t(*std::find_if(values.begin(), values.end(),
                                   [&](T value) { return value < least || value > most; }));
    } else {
      assert(false && "of integers");
      return std::nullopt;
    }
  });
}

} // namespace qrt
