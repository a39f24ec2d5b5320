// Operations of the same structure compute the same values.
#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "runtime/numerics/types/tensor.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <vector>

namespace qopt {

/// Attributes, types and names are uniqued in a context, so that pointers decide equality.
using Structure = std::vector<const void *>;

/// Tells structures of operations of one context, in as many modules as are asked about. Names,
/// keys and ranges do not count; constants of the same type and bytes are equal.
class Structures {
public:
  /// Returns an operation's structure on operands that stand for its own.
  Structure of(mlir::Operation *op, llvm::function_ref<mlir::Value(mlir::Value)> standsFor);

private:
  mlir::Attribute sameBytes(mlir::ElementsAttr value);

  // Constants are kept by type and hash: a large network has many of one type.
  struct Known {
    mlir::Attribute attribute;
    qrt::Tensor tensor; // which keeps the bytes
    llvm::StringRef bytes;
  };
  std::map<std::pair<const void *, uint64_t>, std::vector<Known>> constants;
};

} // namespace qopt
