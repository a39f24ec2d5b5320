// A LayerSelection tells which layers a pass is to change: it reads the lists of the pass's options
// against the module.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

#include <string>

namespace qopt {

/// Names as a user wrote them. No layer and no operation: all layers.
struct LayerLists {
  llvm::ArrayRef<std::string> layers; // keys
  llvm::ArrayRef<std::string> ops;    // "nn.conv2d"
  llvm::ArrayRef<std::string> except; // either
};

class LayerSelection {
public:
  /// Fails after a diagnostic that names `pass` and what is wrong: a layer that the function does
  /// not have, with a near name; one that was merged into another; no operation of the dialect; a
  /// layer that is both listed and excepted.
  static mlir::FailureOr<LayerSelection> read(mlir::func::FuncOp function, llvm::StringRef pass,
                                              const LayerLists &lists);

  bool takes(mlir::Operation *op) const { return taken.contains(op); }
  /// It stands in `layers` itself: to leave it out would be to ignore what was asked for.
  bool names(mlir::Operation *op) const { return named.contains(op); }

private:
  llvm::DenseSet<mlir::Operation *> taken, named;
};

} // namespace qopt
