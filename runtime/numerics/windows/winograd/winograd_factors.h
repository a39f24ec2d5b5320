// Windows as the factors of Winograd's products (docs/decisions/runtime/winograd.md): at load.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/walk.h"

#include <array>

namespace qrt {

/// What the products take of a part of 3×3 of a window: G·w·Gᵀ, in f64 and rounded once.
inline constexpr int64_t winogradFactors = 16;
/// Parts of a window, zeros behind its end.
constexpr int64_t winogradParts(std::array<int64_t, 2> window) {
  return (window[0] + 2) / 3 * ((window[1] + 2) / 3);
}
/// Of windows, the last two of the walk's four dimensions; those of `to` are of parts and factors.
void winogradCopy(const Execution &, const StridedWalk &, const float *source,
                  const StridedAccess &from, float *target, const StridedAccess &to);

} // namespace qrt
