// The common parts of the recurrent layers: their operands and the formulas of their cells.
#pragma once

#include "runtime/calls/recurrent/recurrent.h"

#include "mlir/IR/Operation.h"

#include <vector>

namespace qopt::nn {

/// The operands of a recurrent layer; null for absent ones.
struct Recurrence {
  mlir::OpOperand *input = nullptr, *weights = nullptr, *bias = nullptr, *lengths = nullptr,
                  *hidden = nullptr, *cell = nullptr, *peepholes = nullptr;
  int64_t gates = 1;
  bool hasCell = false;
  bool reversed = false;    // direction 0 goes from the last step to the first
  bool roundsState = false; // in the gates' sums, to 8 bits (D4)
};

/// Returns the reason why the operation's activations make no cells; empty if they do.
std::string reasonAgainstActivations(mlir::Operation *op);

} // namespace qopt::nn
