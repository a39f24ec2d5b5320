// nn.part_ranges of a composite: the measured ranges of its parts, by their names, for its
// expansion.
#pragma once

#include "ir/dialect.h"

namespace qopt::nn {

inline constexpr llvm::StringLiteral partRangesAttr = "nn.part_ranges";

/// Returns the range of `part`, such as "probabilities" for the value with key
/// `name/probabilities`; none if it was not measured.
std::optional<RangeAttr> partRangeOf(mlir::Operation *composite, llvm::StringRef part);
void setPartRange(mlir::Operation *composite, llvm::StringRef part, double min, double max);

/// Verifies nn.part_ranges: a dictionary of #nn.range, on a composite.
mlir::LogicalResult verifyPartRanges(mlir::Operation *op, mlir::Attribute value);

} // namespace qopt::nn
