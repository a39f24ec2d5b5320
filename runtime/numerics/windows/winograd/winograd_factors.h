// Windows as the factors of Winograd's products (docs/decisions/runtime/winograd.md): at load.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/walk.h"

#include <array>

namespace qrt {

/// The number of factors of a 3×3 part of a window: the 4×4 values G·w·Gᵀ, computed in f64 and
/// rounded once.
inline constexpr int64_t winogradFactors = 16;
/// Returns the number of 3×3 parts of a window, which is padded with zeros at its end.
constexpr int64_t winogradParts(std::array<int64_t, 2> window) {
  return (window[0] + 2) / 3 * ((window[1] + 2) / 3);
}
/// Copies windows as their factors. A window is the last two of the walk's four dimensions; in `to`
/// these are the parts and factors.
void winogradCopy(const Execution &, const StridedWalk &, const float *source,
                  const StridedAccess &from, float *target, const StridedAccess &to);

} // namespace qrt
