// Symbols of an entry's sizes: deriving their values from inputs and replacing them by numbers.
#pragma once

#include "ir/types/dims.h"
#include "ir/types/solve_sizes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt::nn {

/// Returns the symbols of the entry's arguments; all other sizes follow from them.
std::set<std::string> symbolsOf(mlir::func::FuncOp entry);

/// Replaces symbols by numbers in all types of the entry. Shapes are inferred anew: sizes that were
/// assumed to be equal must now be so. A diagnostic names the operation that does not fit.
mlir::LogicalResult bindSizes(mlir::func::FuncOp entry, const SizeBindings &sizes);

/// Returns whether the entry, as it is, serves every batch: its sizes have at most one symbol, each
/// grows linearly with it, a value in one dimension only, and every operation permits it. Otherwise
/// sizes are bound before the entry is evaluated or lowered.
bool servesAnyBatch(mlir::func::FuncOp entry);
/// Returns the first operation that prevents this; null if the cause is another.
mlir::Operation *findUnevenGrowth(mlir::func::FuncOp entry);

} // namespace qopt::nn
