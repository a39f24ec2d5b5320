// The error that each layer of a quantized network adds to what it reads, apart by cause.
#pragma once

#include "passes/adjoint/graph_maker.h"
#include "tools/libqopt/flows/explain/causes.h"
#include "tools/libqopt/flows/explain/joined_networks.h"

namespace qopt::run {

/// One cause adds this to a value of the float network: an f32 value of its shape.
struct LocalError {
  mlir::Value value;
  Cause cause;
  mlir::Value error;
};

/// This computes the float network's layers on what the quantized one's layers read.
class LocalErrors {
public:
  LocalErrors(const JoinedNetworks &joined, GraphMaker &maker);

  llvm::ArrayRef<LocalError> errors() const { return all; }
  /// Returns what stands in a float network's value's place in the quantized one, or what the float
  /// operation makes of such; the value itself where nothing before it is quantized.
  mlir::Value there(mlir::Value value) const;
  /// Returns the layer with weights, of the float network, whose result a value with errors of its
  /// own is, maybe behind operations that the quantized network has joined with it; null: there is
  /// none.
  mlir::Operation *layerOf(mlir::Value value) const { return layers.lookup(value); }
  /// Returns the values that have errors of their own.
  const llvm::DenseSet<mlir::Value> &sources() const { return own; }

private:
  using Variant = llvm::DenseMap<mlir::Value, mlir::Value>;

  mlir::Value in(const Variant &variant, mlir::Value value) const;
  /// Returns an operation's result where operands are as the variant has them; null where that is
  /// nothing but there().
  mlir::Operation *copied(mlir::Operation *op, const Variant &variant, mlir::Value weights,
                          unsigned place);
  void follow(mlir::Operation *op);
  void compute(mlir::Operation *op);
  void tell(mlir::Value value, mlir::Value plain, mlir::Value weighted, mlir::Value biased);
  /// A sum of products by known weights is rounded as real values are, but for a step here and
  /// there: `isExact` has all of it be rounding.
  void tellSteps(mlir::Value value, mlir::Value computed, mlir::Value steps, mlir::Value real,
                 bool isExact);
  void add(mlir::Value value, Cause cause, mlir::Value to, mlir::Value from);
  mlir::Value realOf(mlir::Value quantized);

  const JoinedNetworks &joined;
  GraphMaker &maker;
  Variant plain, weighted, biased; // the float network's values, otherwise computed
  llvm::DenseMap<mlir::Value, mlir::Operation *> layers; // also of values between
  llvm::DenseSet<mlir::Value> own;
  std::vector<LocalError> all;
};

} // namespace qopt::run
