// Matrix products of factors as ONNX's: leading dimensions broadcast.
#pragma once

#include "importers/onnx/graph/binder.h"
#include "ir/ops.h"

namespace qopt::onnx {

/// The two operands of nn.matmul, of rank 2 at least: of one rank, with the same leading
/// dimensions, or b one matrix for all.
struct Factors {
  Value a, b;
};
Factors alignFactors(Binder &b, Value left, Value right);

/// f32, or the integers that are summed as they are: i32 and i64.
bool isSummedInteger(Value value);
/// An input of either.
Binder &factor(Binder &b, unsigned index, Value &value);

/// left·right under `key/name`.
Value productPart(Binder &b, llvm::StringRef name, Value left, Value right);

/// The layer as Gemm.
Value gemmPart(Binder &b, llvm::StringRef name);

/// `product(name, a, b)` of factors that may be vectors: these become matrices for it and lose that
/// dimension after it. The layer's own result, to be bound.
Value ofMatrices(Binder &b, Value left, Value right,
                 llvm::function_ref<Value(llvm::StringRef, Value, Value)> product);

} // namespace qopt::onnx
