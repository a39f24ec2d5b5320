// f32 values between integers: they need not be stored, since their producers can compute the
// integers.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace qopt::nn {

/// The scalar body is its whole meaning: it computes each element of its result by itself.
bool computesElements(mlir::Operation *op);
/// It lays elements of its operands elsewhere and computes nothing.
bool movesElements(mlir::Operation *op);

class IntegerEnds {
public:
  explicit IntegerEnds(mlir::func::FuncOp function);

  /// Returns whether all uses of an f32 value end in one nn.quantize: each reader is that
  /// nn.quantize, or computes or moves elements for it. Moved values are computed on only if they
  /// come from integers, and a softmax is such a reader only then (I1).
  bool becomesIntegers(mlir::Value value) const { return ends.contains(value); }
  /// Returns whether an f32 value is made of integers alone, constants and masks apart: a
  /// dequantized value, a sum of integer products, or the result of elementwise operations and
  /// softmax on one.
  bool comesFromIntegers(mlir::Value value) const { return coming.contains(value); }
  /// All that it writes is between integers: f32 by rule, as scores and their softmax are (I1).
  bool isBetween(mlir::Operation *op) const;

private:
  bool isMadeOfIntegers(mlir::Operation *op) const;
  mlir::Value goesOnFrom(mlir::Operation *op) const;
  bool goesOn(mlir::Operation *reader, mlir::Value read) const;
  mlir::Operation *endOf(mlir::Value value) const;
  mlir::Operation *endThrough(mlir::Operation *reader, mlir::Value read) const;
  bool isOnlyMoved(mlir::Value value) const;
  void findEnds(mlir::func::FuncOp function);
  bool leaveStored(mlir::func::FuncOp function);

  llvm::DenseSet<mlir::Value> coming, moved; // moved: to its end, by copies alone
  llvm::DenseSet<mlir::Operation *> stored;  // copies whose results memory holds
  llvm::DenseMap<mlir::Value, mlir::Operation *> ends;
};

} // namespace qopt::nn
