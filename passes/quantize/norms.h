// Batch norms between layers with weights, which no convolution before them takes: where they are
// to be integer each is a depthwise convolution of one tap, whose integer form is E1 with a bias.
#pragma once

#include "ir/ops.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt {

class NormsAsConvolutions {
public:
  /// Replaces those of which `isAsked` says so: y = x·gain + (beta − mean·gain), gain as gainOf has
  /// it, the bias rounded from f64. A convolution has its norm's key and range.
  void replace(mlir::func::FuncOp function, llvm::function_ref<bool(nn::BatchNormOp)> isAsked);
  /// Keeps the convolutions of which `isInteger` says so.
  void keep(llvm::function_ref<bool(mlir::Operation *)> isInteger);
  /// Makes the others batch norms again, whose float form has other bits.
  void restore();

private:
  struct Replaced {
    nn::Conv2dOp convolution;
    llvm::SmallVector<mlir::Value, 4> parameters; // gamma, beta, mean, variance
    llvm::APFloat epsilon;
  };
  llvm::SmallVector<Replaced> all;
};

} // namespace qopt
