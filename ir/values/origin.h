// The origin of a module: nn.source on the module, the hash of the model's files; and nn.tensor on
// an operation, the model's name of a value whose key differs (for several results an array, `unit`
// if the key is the name). Tables of other tools use tensors' names.
#pragma once

#include "ir/dialect.h"

#include "mlir/IR/BuiltinOps.h"

namespace qopt::nn {

inline constexpr llvm::StringLiteral sourceAttr = "nn.source";
inline constexpr llvm::StringLiteral tensorAttr = "nn.tensor";

/// Returns "blake3:…", or "" if the module has no nn.source.
llvm::StringRef sourceOf(mlir::ModuleOp module);
mlir::LogicalResult verifySource(mlir::Operation *op, mlir::Attribute source);

/// Returns nn.tensor, or else the key.
std::string tensorNameOf(mlir::Value value);
/// Returns nn.tensor; "" if the key is the name.
llvm::StringRef ownTensorName(mlir::Value value);
void setTensorName(mlir::OpResult value, llvm::StringRef name);
mlir::LogicalResult verifyTensorNames(mlir::Operation *op, mlir::Attribute names);

/// Returns the SHA-256 of the module's text, weights included, in hexadecimal digits.
std::string moduleHash(mlir::ModuleOp module);

} // namespace qopt::nn
