// These functions match the elements of a reshape's operand with those of its result, and say where
// they lie.
#pragma once

#include "lowering/layout/sizes.h"

#include <optional>

namespace qopt {

/// Runs of dimensions that hold the same elements before and behind a reshape, the outermost first.
struct SameElements {
  llvm::SmallVector<int64_t, 6> from, to;
};
/// Returns the runs of a whole shape, the outermost first; none where they cannot be told apart.
/// Dimensions of one element are in no run.
std::optional<llvm::SmallVector<SameElements>> matched(llvm::ArrayRef<qrt::Extent> to,
                                                       llvm::ArrayRef<qrt::Extent> from);

/// Strides of the dimensions `to` over elements of dimensions `from` that stay where they are; none
/// where these do not lie evenly enough, or a stride would grow.
std::optional<llvm::SmallVector<int64_t, 6>> viewedAs(llvm::ArrayRef<qrt::Extent> to,
                                                      llvm::ArrayRef<qrt::Extent> from,
                                                      llvm::ArrayRef<int64_t> strides);

} // namespace qopt
