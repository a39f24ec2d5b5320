// f32 values between integers: no memory need hold them, as who makes them can make the integers.
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

  /// An f32 value that one nn.quantize ends: each reader is that one, computes elements for it or
  /// moves them to it, all from one value. What is moved is computed on only where it comes from
  /// integers, and a softmax is such a reader only there (I1).
  bool becomesIntegers(mlir::Value value) const { return ends.contains(value); }
  /// An f32 value that is made of integers alone, constants and masks apart: dequantized, a sum of
  /// integer products, or what elementwise operations and softmax make of one.
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
