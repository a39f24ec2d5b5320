// What a calibration asks of values: where one that is no number ends it.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace qopt {

/// By key.
struct Demands {
  /// What layers with weights read and make. An infinity elsewhere, as in a mask before a softmax,
  /// may be meant.
  llvm::StringSet<> finite;
  /// What any layer makes that has an integer form. A softmax of a row that is masked whole, and
  /// whoever divides by nothing, may make a NaN that is chosen away later.
  llvm::StringSet<> noNan;
};

Demands demandsOf(mlir::func::FuncOp entry);

} // namespace qopt
