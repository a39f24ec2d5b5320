// Orders of a value's dimensions: the file's has images channels last, operations want them first.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace qopt::tflite {

/// Dimension i of a value here is dimension order[i] of the file's. Empty: as in the file.
using Order = llvm::SmallVector<int64_t>;

/// Channels first, of an image of so many dimensions: [0, rank − 1, 1, …].
Order channelsFirst(int64_t rank);
Order inverse(const Order &order);
/// Where a dimension of the file's lies in that order.
int64_t placeOf(int64_t dim, const Order &order);
/// The entries of a list by dimension in that order.
llvm::SmallVector<int64_t> inOrder(llvm::ArrayRef<int64_t> entries, const Order &order);

/// The same elements, not packed, in another order; dimensions of size 1 are put before those of a
/// lower rank.
qrt::Tensor inOrder(const qrt::Tensor &tensor, const Order &order);

} // namespace qopt::tflite
