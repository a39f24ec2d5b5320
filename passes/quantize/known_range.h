// The range that a value's parameters are made of, as far as it was measured or follows.
#pragma once

#include "mlir/IR/Value.h"

#include <optional>

namespace qopt {

/// Finite ends: an infinity counts as the largest f32.
struct KnownRange {
  double min = 0, max = 0;

  /// Returns how far apart its ends are.
  double width() const { return max - min; }
  /// Returns the same with 0, which parameters always include.
  double span() const;
  /// Returns whether an end is the end of f32, as -3.4e38 of a mask is.
  bool isEndless() const;
};

/// Returns a value's range as measured (nn.range), a constant's own, or what a bound makes of its
/// operand's; none where nothing is known.
std::optional<KnownRange> knownRange(mlir::Value value);

/// Returns the range that shows through the readers of the value, where these are all exact copies,
/// a maximum over windows among them, and where that is a small part of its own: what lies outside
/// may saturate, for it never gets through them.
std::optional<KnownRange> rangeShownByCopies(mlir::Value value);

} // namespace qopt
