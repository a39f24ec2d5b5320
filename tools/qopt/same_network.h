// Compares two modules: are they the same network?
#pragma once

#include "runtime/numerics/types/status.h"

#include "mlir/IR/BuiltinOps.h"

namespace qopt::tool {

struct NetworkComparison {
  /// The first in the first module's order; empty: there is none.
  std::string difference;
  int64_t layers = 0;
  // Counts of the differences that do not matter, and the first of each kind.
  int64_t renamed = 0, ranges = 0;
  std::string firstRenamed, firstRange;
};

/// Layers are the same by what they compute: operation, operands, attributes, types, weights bit by
/// bit. The order in which they stand, what they are called and ranges that were measured do not
/// count; inputs and outputs, which callers bind by name, are compared with their names.
qrt::Expected<NetworkComparison> compareNetworks(mlir::ModuleOp first, mlir::ModuleOp second);

/// The same of networks in formats that have images in other orders: names of inputs, outputs and
/// open sizes do not count, nor does the order of images and of weights that read them.
qrt::Expected<NetworkComparison> compareAcrossFormats(mlir::ModuleOp first, mlir::ModuleOp second);

} // namespace qopt::tool
