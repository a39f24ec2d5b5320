// Deviations from a mean and scaling by a variance, in one order of operations that norms and
// nn.standardize share.
#pragma once

#include "ir/ops.h"
#include "ir/ops/expansion.h"

namespace qopt::nn {

using Axes = llvm::SmallVector<int64_t, 4>;

inline Axes axesFrom(mlir::Value input, int64_t axis) {
  return llvm::to_vector<4>(llvm::seq<int64_t>(axis, symbolicShape(input).size()));
}

inline std::optional<int64_t> staticCount(mlir::Value x, llvm::ArrayRef<int64_t> axes) {
  SymbolicShape shape = symbolicShape(x), reduced;
  for (int64_t axis : axes)
    reduced.push_back(shape[axis]);
  std::optional<Dim> count = productOf(reduced);
  return count && count->isStatic() ? std::optional(count->value()) : std::nullopt;
}

// Squares are rounded before they are added, in either form.
inline mlir::Value meanOfSquares(CompositeBuilder &b, mlir::Value x, llvm::ArrayRef<int64_t> axes) {
  std::optional<int64_t> count = staticCount(x, axes);
  if (!count)
    return b.part<ReduceMeanOp>("variance", b.part<MulOp>("square", x, x), axes, true);
  mlir::Value sum = b.part<ReduceSumSquareOp>("squares", x, axes, /*keep_dims=*/true);
  return b.part<DivOp>("variance", sum, b.scalar("count", float(*count)));
}

inline mlir::Value deviation(CompositeBuilder &b, mlir::Value x, llvm::ArrayRef<int64_t> axes) {
  return b.part<SubOp>("deviation", x, b.part<ReduceMeanOp>("mean", x, axes, /*keep_dims=*/true));
}

// d·(1/√(mean(d·d) + epsilon))
inline mlir::Value scaledToVariance(CompositeBuilder &b, mlir::Value d,
                                    llvm::ArrayRef<int64_t> axes, float epsilon) {
  mlir::Value variance = meanOfSquares(b, d, axes);
  mlir::Value shifted = b.part<AddOp>("shifted", variance, b.scalar("epsilon", epsilon));
  mlir::Value root = b.part<SqrtOp>("root", shifted);
  mlir::Value inverse = b.part<DivOp>("inverse", b.scalar("1", 1.0f), root);
  return b.part<MulOp>("normalized", d, inverse);
}

} // namespace qopt::nn
