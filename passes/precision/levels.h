// Weights on few levels, still f32: what a file archiver then makes small.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include <optional>

namespace qopt {

/// Levels of one tensor: its smallest and its largest value are levels, and 0 is one where it lies
/// between; a side of 0 is divided evenly. Without 0: level(i) = min + i·(max − min)/steps. With
/// it: i·max/stepsAbove above and i·min/stepsBelow below, steps shared out by the sides' lengths,
/// at least one each. In f64, rounded once to f32.
class Levels {
public:
  static constexpr int64_t least = 3, most = 65536;

  /// Finite values, at least one; `count` from `least` to `most`.
  Levels(std::span<const float> values, int64_t count);

  /// The nearest level; halves to the even one, counted from 0 or from the smallest.
  float nearest(float value) const;

private:
  double min, max;
  double below = 0, above = 0; // steps on either side of `origin`
  double origin;
};

/// None where there is nothing to round: all values are one.
std::optional<qrt::Tensor> onLevels(const qrt::Tensor &weights, int64_t count);

} // namespace qopt
