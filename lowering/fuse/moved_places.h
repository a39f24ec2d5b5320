// A movement tells where elements lay before the views and copies that only move them.
#pragma once

#include "ir/ops.h"

namespace qopt {

/// `at` holds the place in the source of each element of a value, in row-major order.
struct Places {
  std::vector<int64_t> shape;
  std::vector<int32_t> at;
};

/// A gather by a constant table that has each element of its input once.
bool isMovedByTable(mlir::Operation *op);

/// Made by a reshape, transpose, slice, split, concatenation or such a gather.
bool isMoved(mlir::Value value);

/// Back from a value to the one that all of its elements are of.
class Movement {
public:
  explicit Movement(mlir::Value result);
  /// The nearest value that is not moved itself; null where there are several.
  mlir::Value source() const { return from; }
  /// Returns the operations between the source and the result, in order.
  llvm::ArrayRef<mlir::Operation *> moves() const { return between; }
  /// Returns whether one of these operations is no view.
  bool isCopied() const;
  /// Returns whether each sample is moved alike, and none into another, if the value grows: places
  /// of one sample tell those of all.
  bool takesSamplesAlike() const;
  /// Returns the places at a batch of so many samples. The source has less than 2^31 elements.
  Places at(int64_t batch) const;

private:
  mlir::Value from, to;
  llvm::SmallVector<mlir::Operation *> between;
};

} // namespace qopt
