// Integers that an importer knows: the shape arithmetic of a model, folded
// while it is read. Each is a size, which symbols may decide.
#pragma once

#include "ir/types/dims.h"
#include "runtime/numerics/types/tensor.h"

#include <optional>

namespace qopt {

/// A scalar or a vector of i64 (or i32) values; `shape` has rank 0 or 1.
struct IntTensor {
  llvm::SmallVector<int64_t, 1> shape;
  llvm::SmallVector<nn::Dim> values;
  bool wide = true; // i64

  static IntTensor vector(llvm::ArrayRef<nn::Dim> values, bool wide = true);
  static IntTensor scalar(nn::Dim value, bool wide = true);
  /// Returns the integers of an i64 or i32 tensor of rank ≤ 1 and at most 4096 elements; none for
  /// others.
  static std::optional<IntTensor> of(const qrt::Tensor &tensor);

  /// The element where this is broadcast.
  const nn::Dim &at(size_t i) const { return values[values.size() == 1 ? 0 : i]; }
  /// The plain numbers; none when a symbol decides one.
  std::optional<llvm::SmallVector<int64_t>> constants() const;
  /// Returns an i64 or i32 tensor, under the same condition.
  std::optional<qrt::Tensor> tensor() const;
};

/// broadcastShape returns the shape to which shapes of rank 0 and 1 broadcast; none where they do
/// not, or one has a higher rank.
using IntShape = llvm::SmallVector<int64_t, 1>;
std::optional<IntShape> broadcastShape(std::initializer_list<llvm::ArrayRef<int64_t>> shapes);

enum class IntOp { Add, Sub, Mul, Div, Max, Min };

/// None where the result is no size, or overflows.
std::optional<nn::Dim> combine(IntOp op, const nn::Dim &a, const nn::Dim &b);
/// Element by element, a scalar or a single element broadcast.
std::optional<IntTensor> combine(IntOp op, const IntTensor &a, const IntTensor &b);

/// Joins all elements, from the first on; none of no elements, and where a step has no result.
std::optional<nn::Dim> combineAll(IntOp op, llvm::ArrayRef<nn::Dim> values);

} // namespace qopt
