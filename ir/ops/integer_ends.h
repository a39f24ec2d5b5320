// f32 values between integers: no memory need hold them, as who makes them can make the integers.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace qopt::nn {

class IntegerEnds {
public:
  explicit IntegerEnds(mlir::func::FuncOp function);

  /// An f32 value of which nothing but integers are made: each reader quantizes it, moves it, or
  /// computes each element by itself, for readers that do. A softmax is such a reader only inside
  /// integer attention (I1), of scores that are made of integers.
  bool becomesIntegers(mlir::Value value) const { return becoming.contains(value); }
  /// An f32 value that is made of integers alone, constants and masks apart: dequantized, a sum of
  /// integer products, or what elementwise operations and softmax make of one.
  bool comesFromIntegers(mlir::Value value) const { return coming.contains(value); }
  /// All that it writes is between integers: f32 by rule, as scores and their softmax are (I1).
  bool isBetween(mlir::Operation *op) const;

private:
  bool isMadeOfIntegers(mlir::Operation *op) const;
  bool makesIntegers(mlir::Operation *reader, mlir::Value read) const;
  mlir::Value goesOnFrom(mlir::Operation *op) const;

  llvm::DenseSet<mlir::Value> becoming, coming;
};

/// The scalar body is its whole meaning: it computes each element of its result by itself.
bool computesElements(mlir::Operation *op);
/// It lays elements of its operands elsewhere and computes nothing.
bool movesElements(mlir::Operation *op);

} // namespace qopt::nn
