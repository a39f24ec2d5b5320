// Symbolic sizes of tensor types: a `?` carries its expression (dim.h) in the type's encoding,
// #nn.dims.
#pragma once

#include "ir/types/dim.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace qopt::nn {

using SymbolicShape = llvm::SmallVector<Dim, 4>;

/// Sizes of a type; every `?` must have its expression (the verifier says so).
SymbolicShape symbolicShape(mlir::Type type);
inline SymbolicShape symbolicShape(mlir::Value value) { return symbolicShape(value.getType()); }
/// Sizes where the one symbol is `batch`.
std::vector<int64_t> shapeAt(mlir::Type type, int64_t batch);

/// A ranked tensor of these sizes.
mlir::RankedTensorType tensorType(llvm::ArrayRef<Dim> shape, mlir::Type element);
/// Symbols in a type's sizes.
void collectSymbols(mlir::Type type, std::set<std::string> &names);

/// NumPy broadcasting; none when the shapes cannot fit. Sizes that may be equal, depending on
/// their symbols, are taken to be.
std::optional<SymbolicShape> broadcastShapes(llvm::ArrayRef<Dim> a, llvm::ArrayRef<Dim> b);
/// Returns whether the sizes are not known to differ: they are equal, or depend on symbols that
/// inputs bring.
bool mayBeEqual(const Dim &a, const Dim &b);
bool mayBeEqual(llvm::ArrayRef<Dim> a, llvm::ArrayRef<Dim> b);

/// `#nn.dims`' own form of a shape's dynamic sizes: numbers, and the symbols that these name.
struct EncodedDims {
  llvm::SmallVector<mlir::StringAttr> symbols;
  llvm::SmallVector<int64_t> code;
};
EncodedDims encodeDims(mlir::MLIRContext *context, llvm::ArrayRef<Dim> dims);
llvm::SmallVector<Dim> decodeDims(llvm::ArrayRef<mlir::StringAttr> symbols,
                                  llvm::ArrayRef<int64_t> code);

} // namespace qopt::nn
