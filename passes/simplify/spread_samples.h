// Constants in the place of values that are the same for each sample. Private to --fold-constants.
#pragma once

#include "passes/rewrite.h"
#include "passes/simplify/each_sample.h"

namespace qopt {

/// Values that are the same for each sample, and that something else reads, become one sample's
/// constant, expanded; what made them is gone.
void spreadSamples(mlir::func::FuncOp function, const EachSamples &known, FreshNames &names);

/// Indices that name the same rows of each sample, counted through the batch, name them within the
/// sample: a table does, or none is needed where they are all rows in order.
void chooseWithinSamples(mlir::func::FuncOp function, const EachSamples &known, FreshNames &names);

/// Lets operations that broadcast their operands read an expanded constant as it was before.
void readUnexpanded(mlir::func::FuncOp function);

} // namespace qopt
