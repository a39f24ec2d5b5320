// Ranges whose ends no reader tells apart: a hard swish is 0 wherever its operand is below -3.
#pragma once

#include "passes/quantize/known_range.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace qopt {

/// The operations, in order, that one kernel computes from `reader` on to a result in steps; none
/// where it computes otherwise.
using ReaderSteps =
    llvm::function_ref<llvm::SmallVector<mlir::Operation *>(mlir::Operation *reader)>;

/// `range` of `value` less its ends in which no reader's result changes: what lies there may
/// saturate, and steps are finer. `range` itself where any reader's steps are no function of this
/// value alone.
KnownRange withoutFlatEnds(mlir::Value value, KnownRange range, ReaderSteps stepsOf);

} // namespace qopt
