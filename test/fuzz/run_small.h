// A module that came out of damaged bytes, run where that takes a moment.
#pragma once

#include "ir/ops.h"
#include "test/fuzz/cases.h"

#include <vector>

namespace qopt::test {

/// Evaluates the function at batch 2 on noise. False when the evaluator
/// refuses; a function that asks for much work, or for types that cannot be
/// bound, counts as run.
bool runsIfSmall(mlir::func::FuncOp function, Random &random);

} // namespace qopt::test
