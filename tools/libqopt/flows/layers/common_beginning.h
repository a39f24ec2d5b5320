// The beginning that two networks have in common, and parts of a network as networks.
#pragma once

#include "passes/simplify/structures.h"
#include "tools/libqopt/qopt_mlir.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace qopt::run {

/// The operations of an entry in their order, constants left out.
std::vector<mlir::Operation *> operationsOf(mlir::func::FuncOp entry);

/// Tells what of a network another one of the same arguments computes, too.
class CommonBeginning {
public:
  /// Both are of one context, and outlive this. `structures` may have seen other networks.
  CommonBeginning(mlir::func::FuncOp first, mlir::func::FuncOp other, Structures &structures);

  /// Returns how many of the first network's operations, counted from its first one, the other one
  /// computes, too. Operations whose result either network returns end the count.
  size_t count() const { return number; }
  /// Tells whether the two return the same in all.
  bool isAll() const { return returnsSame; }
  /// Returns the first network's value that the other's equals, made by the first `count` of the
  /// first one's operations, or an argument; null: there is none.
  mlir::Value valueOf(mlir::Value other, size_t count) const;
  /// Returns the other network's operations but those that the first `count` stand for.
  std::vector<mlir::Operation *> others(size_t count) const;
  /// Returns the values that the first `count` operations make and the other network's others read.
  llvm::SetVector<mlir::Value> read(size_t count) const;

private:
  void match(Structures &structures);

  mlir::func::FuncOp first, other;
  llvm::DenseMap<mlir::Operation *, size_t> places;    // of the first network's operations
  llvm::DenseMap<mlir::Value, mlir::Value> equalValue; // of the other network's
  size_t number = 0;
  bool returnsSame = false;
};

/// A part of a network as a network: constants that it reads are its own, what else it reads are
/// its arguments.
struct NetworkPart {
  Module module;
  std::vector<mlir::Value> inputs; // what its arguments are in the network
};

/// Makes a network of these operations, in their order, that returns these values. It takes the
/// argument whose rows are samples in any case.
NetworkPart partOf(mlir::func::FuncOp entry, llvm::ArrayRef<mlir::Operation *> operations,
                   llvm::ArrayRef<mlir::Value> results);
/// The same of all that the entry returns, under its names.
NetworkPart endingOf(mlir::func::FuncOp entry, llvm::ArrayRef<mlir::Operation *> operations);

} // namespace qopt::run
