// Fusion: an anchor (conv, matmul, pool, reduction, or none) and the
// elementwise operations that follow it become one region, one kernel. A value
// whose every reader is in the region vanishes; every rounding that the IR shows
// is kept.
#pragma once

#include "ir/ops.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt {

struct Region {
  mlir::Operation *anchor = nullptr;           // null: elementwise only
  llvm::SmallVector<mlir::Operation *> bodies; // in order; the last gives the result
  mlir::Operation *root() const { return bodies.empty() ? anchor : bodies.back(); }
  /// Returns the result of a region that computes; a region that moves may have several.
  mlir::Value result() const { return root()->getResult(0); }
};

/// The scalar body is its whole meaning.
bool isElementwise(mlir::Operation *op);

/// An anchor's region whose bodies read values that follow neither its result's shape nor its
/// channels: each dimension of the result must be a coordinate of its own.
bool readsAtAllCoordinates(const Region &region);

/// Returns whether every dimension of an anchor's result is a coordinate that its epilogue may read
/// by.
using HasAllCoordinates = llvm::function_ref<bool(mlir::Operation *anchor)>;

/// All computing operations of `function` in order of their roots; constants
/// are left out.
std::vector<Region> formRegions(mlir::func::FuncOp function, HasAllCoordinates hasAllCoordinates);

} // namespace qopt
