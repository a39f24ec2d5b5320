// Symbolic sizes: each dimension is scale·N + offset, N the one batch symbol
// of a function; a static one has scale 0. A `?` type carries these in its
// encoding (#nn.dims).
#pragma once

#include "ir/types/dim.h"

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace qopt::nn {

using SymbolicShape = llvm::SmallVector<Dim, 4>;

/// The product where it is linear in N; none when two factors grow with N.
std::optional<Dim> multiply(Dim a, Dim b);
std::optional<Dim> productOf(llvm::ArrayRef<Dim> dims);

/// Sizes of a type; every `?` must have its expression (the verifier says so).
SymbolicShape symbolicShape(mlir::Type type);
inline SymbolicShape symbolicShape(mlir::Value value) { return symbolicShape(value.getType()); }
std::vector<int64_t> shapeAt(mlir::Type type, int64_t batch);

/// A ranked tensor of these sizes; a null `symbol` is "N".
mlir::RankedTensorType tensorType(llvm::ArrayRef<Dim> shape, mlir::Type element,
                                  mlir::StringAttr symbol);
/// The symbol of a type's encoding, or null.
mlir::StringAttr symbolOf(mlir::Type type);

/// NumPy broadcasting; none when the shapes do not fit.
std::optional<SymbolicShape> broadcastShapes(llvm::ArrayRef<Dim> a, llvm::ArrayRef<Dim> b);

/// "Nx3x32x32", "8*N+1".
std::string toString(llvm::ArrayRef<Dim> shape);

} // namespace qopt::nn
