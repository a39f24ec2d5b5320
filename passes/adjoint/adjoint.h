// The adjoint of a float network between two points says how far a number that is made of its
// outputs moves with each of its values.
//
// Each operation is replaced by its secant between two points, at which values are x and x̂:
// f(x̂) − f(x) = S·(x̂ − x), exactly for operations that are linear, of one element, or products
// (at the middle of both points); softmax and maxima are linear only nearly (the rules say how).
// Going through the network backward once gives g = Sᵀ·v for each value, v being the direction at
// the outputs, so that <v, difference of the outputs> is the sum over values of <g, what was added
// there>.
#pragma once

#include "passes/adjoint/graph_maker.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace qopt {

class Adjoint {
public:
  /// `there` gives a value of the network, or what is computed from `there` of an operation's
  /// operands, at the other point. Operations are taken into account that lead from `sources`, f32
  /// values of the network, to the outputs.
  Adjoint(GraphMaker &maker, std::function<mlir::Value(mlir::Value)> there,
          const llvm::DenseSet<mlir::Value> &sources, llvm::ArrayRef<mlir::Operation *> operations);

  /// Adds the direction at an output, of its shape.
  void seed(mlir::Value output, mlir::Value direction) { add(output, direction); }
  /// Goes backward through the operations. Returns those that it could not go through: what lies
  /// before them alone has no adjoint.
  llvm::SmallVector<mlir::Operation *> propagate();
  /// Returns the adjoint of a value; null where it has no way to a seed.
  mlir::Value of(mlir::Value value) const { return gradients.lookup(value); }

  // ---- for rules ----
  GraphMaker &maker;
  mlir::Value there(mlir::Value value) const;
  /// (here + there) / 2.
  mlir::Value middle(mlir::Value value);
  /// Returns whether a value moves where a source does.
  bool isActive(mlir::Value value) const { return active.contains(value); }
  /// Adds to a value's adjoint, of its shape; nothing where it is not active.
  void add(mlir::Value value, mlir::Value gradient);

private:
  bool apply(mlir::Operation *op);

  std::function<mlir::Value(mlir::Value)> other;
  llvm::ArrayRef<mlir::Operation *> operations;
  llvm::DenseSet<mlir::Value> active;
  llvm::DenseMap<mlir::Value, mlir::Value> gradients, middles;
};

/// Returns whether the adjoint's rule goes through this composite; otherwise its parts are looked
/// at in its place.
bool isTakenWhole(mlir::Operation *composite);

} // namespace qopt
