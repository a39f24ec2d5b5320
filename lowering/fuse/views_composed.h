// Reshapes and transposes, composed as they are built.
#pragma once

#include "ir/ops.h"
#include "ir/values/keys.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/SetVector.h"

namespace qopt {

/// Dimensions of `from` that make up each of `to`, neighbours in order; none where one is cut.
std::optional<llvm::SmallVector<llvm::SmallVector<int64_t>>>
joinedDims(llvm::ArrayRef<nn::Dim> from, llvm::ArrayRef<nn::Dim> to);

/// Builds reshapes and transposes of which as few as possible are left: two of a kind are one, none
/// is left of what changes nothing, and a transpose comes before a reshape that joins dimensions,
/// so that a reshape which parts them again finds them as they were.
class ComposedViews {
public:
  explicit ComposedViews(mlir::func::FuncOp function) : builder(function), names(function) {}

  void buildBefore(mlir::Operation *op);
  mlir::Value reshaped(mlir::Value value, llvm::ArrayRef<nn::Dim> shape);
  mlir::Value transposed(mlir::Value value, llvm::ArrayRef<int64_t> permutation);

  /// `value`, built here, takes the place of the result of `op`, and its key where it has none of
  /// its own.
  void replace(mlir::Operation *op, mlir::Value value);
  /// Composes `op` with what was built here: a reshape or a transpose, or what computes rows, each
  /// by itself, that a reshape has joined.
  void recompose(mlir::Operation *op);
  /// Erases what was built and nobody reads.
  void dropUnused();

private:
  void partRows(mlir::Operation *op);
  nn::ReshapeOp joinsOf(mlir::Value value) const;
  mlir::Value reread(mlir::Value value, llvm::ArrayRef<nn::Dim> shape);
  void setOperand(mlir::OpOperand &operand, mlir::Value value);
  template <typename Op> Op builtBy(mlir::Value value) const;
  mlir::Value add(mlir::Operation *op);

  mlir::OpBuilder builder;
  nn::NameTable names;
  std::string layer; // whose views are built
  llvm::SetVector<mlir::Operation *> built;
  llvm::SmallPtrSet<mlir::Operation *, 8> unnamed; // no layer has given its key to them
};

} // namespace qopt
