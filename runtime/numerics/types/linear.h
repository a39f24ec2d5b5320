// Arithmetic on extents, so that a bound can be proved for every N ≥ 1 at once. A result past
// extentLimit is invalid, and nothing is proved of it.
#pragma once

#include "runtime/numerics/types/extent.h"

#include <optional>

namespace qrt {

/// An extent that arithmetic made; of a static program its scale is 0.
struct Linear {
  Extent size; // nothing where it is not valid
  bool valid = true;

  static Linear constant(int64_t value) { return Linear().plus(value); }
  /// `extent` as a bound; a static program fixes N = 1.
  static Linear of(const Extent &extent, bool dynamicBatch = true);
  /// None where it is invalid.
  std::optional<Extent> extent() const { return valid ? std::optional(size) : std::nullopt; }

  Linear plus(int64_t value) const;
  Linear plus(const Linear &other) const;
  Linear times(int64_t factor) const; // factor ≥ 0
  /// The product where at most one side grows with N; else invalid.
  Linear times(const Linear &other) const;

  bool isConstant() const { return size.isStatic() && size.multiple == 1; }
  bool operator==(const Linear &) const = default;
};

/// Proved for every N ≥ 1; false where it cannot be proved.
bool lessEqual(const Linear &a, const Linear &b);

} // namespace qrt
