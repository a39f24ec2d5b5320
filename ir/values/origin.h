// Where a module came from: nn.source, the hash of the model's files, on the module, and nn.tensor,
// what the model calls a value whose key is another name, on the operation (of several results an
// array, `unit` where the key is the name). Tables of other tools name tensors.
#pragma once

#include "ir/dialect.h"

#include "mlir/IR/BuiltinOps.h"

namespace qopt::nn {

inline constexpr llvm::StringLiteral sourceAttr = "nn.source";
inline constexpr llvm::StringLiteral tensorAttr = "nn.tensor";

/// "blake3:…", or "" where nobody stamped the module.
llvm::StringRef sourceOf(mlir::ModuleOp module);
mlir::LogicalResult verifySource(mlir::Operation *op, mlir::Attribute source);

/// nn.tensor, else the key.
std::string tensorNameOf(mlir::Value value);
/// nn.tensor alone; "" where the key is the name.
llvm::StringRef ownTensorName(mlir::Value value);
void setTensorName(mlir::OpResult value, llvm::StringRef name);
mlir::LogicalResult verifyTensorNames(mlir::Operation *op, mlir::Attribute names);

/// SHA-256 of the module's text, weights included, in hexadecimal digits.
std::string moduleHash(mlir::ModuleOp module);

} // namespace qopt::nn
