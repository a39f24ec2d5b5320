// Parts that the operators which attend share: heads, masks, the product itself.
#pragma once

#include "importers/onnx/ops/matmul/product.h"

namespace qopt::onnx {

/// A step under `key/name` of operands that are there; null once something failed.
/// [batch, length, heads·size] as [batch, heads, length, size].
Value splitHeads(Binder &b, llvm::StringRef name, Value x, int64_t heads);

/// Adds to what is there; either may be null.
Value addMask(Binder &b, llvm::StringRef name, Value mask, Value more);
/// Returns 0 where a mask of booleans or of ones and zeros holds, −∞ elsewhere.
Value maskOfTruths(Binder &b, llvm::StringRef name, Value truths);
/// Query i sees keys up to i + past: sizes must be known.
Value causalMask(Binder &b, nn::Dim queries, nn::Dim keys, nn::Dim past);

struct Heads {
  Value query, key, value, mask;
  float scale = 0, softcap = 0; // a scale of 0: 1/√size
};
/// softmax(q·kᵀ·scale + mask)·v as the layer's output 0; `merged`: heads side by side again.
void emitAttention(Binder &b, const Heads &heads, bool merged);
float scaleOf(const Heads &heads);

} // namespace qopt::onnx
