// A float network and its quantized form in one entry: both compute on the same inputs, and values
// of one key stand beside each other.
#pragma once

#include "tools/libqopt/flows/feed/subject.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace qopt::run {

struct JoinedNetworks {
  Loaded network; // its entry returns the float network's results
  mlir::func::FuncOp entry;
  std::vector<mlir::Operation *> floats; // the float network's operations in order, no constants
  /// The float network's values and inputs lead to what the quantized one has in their place:
  /// steps, or real values of the same shape.
  llvm::DenseMap<mlir::Value, mlir::Value> quantizedAs;
  llvm::StringMap<mlir::Operation *> quantizedLayers; // by name
  std::vector<mlir::Value> quantizedResults;          // beside the entry's
};

/// Joins both. Composites of the float network that are more than a function of one element are
/// taken apart. Fails where the two have different inputs or numbers of outputs.
qrt::Expected<JoinedNetworks> joinNetworks(const Loaded &floats, const Loaded &quantized);

} // namespace qopt::run
