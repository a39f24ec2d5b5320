// Values by what they compute, over several modules: equal numbers are equal values.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace qopt::tool {

/// Tells whether an attribute says something beside what its operation computes.
bool isIdentity(llvm::StringRef attribute);

/// An input is its place. A layer is its operation, its operands' numbers, its attributes but for
/// names and ranges, and its types; a constant its type and bytes.
class ValueNumbers {
public:
  using Number = int64_t;

  /// Numbers every value of the function.
  void add(mlir::func::FuncOp function);
  Number of(mlir::Value value) const { return numbers.lookup(value); }
  /// Returns the number of a layer. It is unlike any other layer's where the layer holds operations
  /// of its own.
  Number of(mlir::Operation *op) const { return layers.lookup(op); }

private:
  using Signature = std::tuple<const void *, const void *, std::vector<const void *>,
                               std::vector<Number>, std::string>;
  Number numberOf(mlir::Operation *op);
  Number next(Signature signature);

  std::map<Signature, Number> known;
  llvm::DenseMap<mlir::Value, Number> numbers;
  llvm::DenseMap<mlir::Operation *, Number> layers;
  Number last = 0;
};

} // namespace qopt::tool
