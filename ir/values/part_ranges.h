// nn.part_ranges of a composite: the ranges that were measured of its parts, by their names, for
// whoever takes it apart.
#pragma once

#include "ir/dialect.h"

namespace qopt::nn {

inline constexpr llvm::StringLiteral partRangesAttr = "nn.part_ranges";

/// Of `part`, "probabilities" of a value with the key `name/probabilities`; none: it was not
/// measured.
std::optional<RangeAttr> partRangeOf(mlir::Operation *composite, llvm::StringRef part);
void setPartRange(mlir::Operation *composite, llvm::StringRef part, double min, double max);

/// nn.part_ranges as it must stand: a dictionary of #nn.range, on a composite.
mlir::LogicalResult verifyPartRanges(mlir::Operation *op, mlir::Attribute value);

} // namespace qopt::nn
