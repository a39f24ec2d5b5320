// Scores stand between a product of queries and keys and its softmax. Private to this folder.
#pragma once

#include "ir/ops.h"
#include "passes/recognize/spelled.h"

namespace qopt {

/// (q·kᵀ)·scale under masks, as nn.attention has them.
struct Scores {
  nn::MatmulOp product;
  double scale = 1;
  llvm::SmallVector<mlir::Value> masks; // in order
  std::optional<float> fill;            // in place of scores that a mask of i1 takes away
  llvm::SmallVector<mlir::Operation *> parts;
};

/// A product of two f32 values of rank 4 without a bias; null where it is something else.
nn::MatmulOp plainProduct(mlir::Value value);

/// A value times a number, which goes into `scale`.
mlir::Value unscaled(mlir::Value value, double &scale,
                     llvm::SmallVectorImpl<mlir::Operation *> &parts);

/// Back from what a softmax reads, over reshapes that leave each matrix whole. What masks need to
/// be read as nn.attention's is made by `builder`, under names of `root`'s. None where it is
/// something else.
std::optional<Scores> scoresOf(mlir::Value value, mlir::Operation *root, mlir::OpBuilder &builder,
                               FreshNames &names);

} // namespace qopt
