// Numbers that stand for nothing: -1e4, the end of f32 or an infinity in masks, and in borders
// before a maximum. A range that holds them is wide for their sake, and in its steps the others are
// lost.
#pragma once

#include "mlir/IR/Value.h"

#include <optional>

namespace qopt {

/// An operation of whose values little is left.
struct Buried {
  mlir::Value value;
  double width = 0; // of its range, in the unit of what buries it
};

/// Returns a value that sums, choices, concats and borders join into `value`, and whose whole range
/// makes no more than two steps of `value`: it may lie behind copies and multiples too. A number
/// that is the same everywhere, as an epsilon, and what is always the same do not count.
std::optional<Buried> findBuried(mlir::Value value, double step);

/// Returns how far apart values may lie for all that read `value`, with a softmax behind each of
/// them, to tell the smaller from 0; none where something else reads it, or where it is joined of
/// nothing.
std::optional<double> widthToSoftmax(mlir::Value value);
/// So many steps in that width are as fine as a softmax needs.
inline constexpr double fewestStepsToSoftmax = 4 * 104 * 16;

} // namespace qopt
