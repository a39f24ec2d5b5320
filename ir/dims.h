// Symbolic sizes: each dimension is scale·N + offset, N the one batch symbol
// of a function; a static one has scale 0. A `?` type carries these in its
// encoding (#nn.dims).
#pragma once

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace qopt::nn {

struct Dim {
  int64_t scale = 0, offset = 0;
  bool isStatic() const { return scale == 0; }
  int64_t at(int64_t batch) const { return scale * batch + offset; }
  bool operator==(const Dim &) const = default;
};

inline Dim staticDim(int64_t size) { return {0, size}; }
inline Dim operator+(Dim a, Dim b) { return {a.scale + b.scale, a.offset + b.offset}; }

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
