// What the recurrent layers have in common: their operands, the formulas of their cells.
#pragma once

#include "runtime/calls/recurrent/recurrent.h"

#include "mlir/IR/Operation.h"

#include <vector>

namespace qopt::nn {

/// Operands; null where the operation has none.
struct Recurrence {
  mlir::OpOperand *input = nullptr, *weights = nullptr, *bias = nullptr, *lengths = nullptr,
                  *hidden = nullptr, *cell = nullptr, *peepholes = nullptr;
  int64_t gates = 1;
  bool hasCell = false;
  bool reversed = false;    // direction 0 goes from the last step to the first
  bool roundsState = false; // in the gates' sums, to 8 bits (D4)
};

/// Why the operation's activations make no cells; empty where they do.
std::string reasonAgainstActivations(mlir::Operation *op);

} // namespace qopt::nn
