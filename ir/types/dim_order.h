// Orders of dimensions: formats have images channels last, operations want them channels first.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace qopt {

/// Dimension i of one tensor is dimension order[i] of another, of the same elements. Empty: they
/// have the same order.
using Order = llvm::SmallVector<int64_t>;

/// The orders of an image of so many dimensions, seen from the other one: [0, rank − 1, 1, …] and
/// [0, 2, …, 1].
Order channelsFirst(int64_t rank);
Order channelsLast(int64_t rank);
Order inverse(llvm::ArrayRef<int64_t> order);
/// Returns where a dimension lies in that order.
int64_t placeOf(int64_t dim, llvm::ArrayRef<int64_t> order);

/// Returns the entries of a list by dimension in that order.
template <typename T>
llvm::SmallVector<T> inOrder(llvm::ArrayRef<T> entries, llvm::ArrayRef<int64_t> order) {
  if (order.empty())
    return llvm::SmallVector<T>(entries);
  return llvm::map_to_vector(order, [&](int64_t dim) { return entries[size_t(dim)]; });
}
inline llvm::SmallVector<int64_t> inOrder(llvm::ArrayRef<int64_t> entries,
                                          llvm::ArrayRef<int64_t> order) {
  return inOrder<int64_t>(entries, order);
}

/// Returns the same elements, not packed, in an order that is not empty; dimensions of size 1 are
/// put before those of a lower rank.
qrt::Tensor inOrder(const qrt::Tensor &tensor, llvm::ArrayRef<int64_t> order);

} // namespace qopt
