// Symbols of an entry's sizes: their values, from inputs, and numbers in their place.
#pragma once

#include "ir/types/dims.h"
#include "ir/types/solve_sizes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt::nn {

/// Of the entry's arguments: all others follow from them.
std::set<std::string> symbolsOf(mlir::func::FuncOp entry);

/// Puts numbers in the place of symbols, in all types of the entry. Shapes are inferred anew: what
/// sizes were taken to be equal must be so now. A diagnostic at the operation that does not fit.
mlir::LogicalResult bindSizes(mlir::func::FuncOp entry, const SizeBindings &sizes);

/// The entry as it stands serves every batch: its sizes have one symbol at most, each grows with it
/// linearly, a value in one dimension, and no operation minds. Where that is not so, sizes are
/// bound before it is evaluated or lowered.
bool servesAnyBatch(mlir::func::FuncOp entry);
/// The first operation that keeps it from that; null where it is something else.
mlir::Operation *findUnevenGrowth(mlir::func::FuncOp entry);

} // namespace qopt::nn
