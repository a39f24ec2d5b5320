// An Exit tells where the quantized values of an operation end up in a network of
// quantize/dequantize pairs; the functions below tell what pairs may be taken past.
#pragma once

#include "ir/ops.h"

namespace qopt {

/// The type that every consumer quantizes `value` to; null when they differ, or one reads it as
/// float.
mlir::RankedTensorType quantizedBy(mlir::Value value);

/// The result becomes quantized in the operation itself, or behind a bound.
struct Exit {
  mlir::RankedTensorType type; // null: the result stays float
  mlir::Operation *bound = nullptr;
  mlir::RankedTensorType requantized; // by the bound, or where there is none; null: `type` is it
};
Exit exitOf(mlir::Value result);

/// A relu or clip.
bool isBound(mlir::Operation *op);

/// A quantize behind copies and bounds that addHoists' patterns take back to what makes `result`:
/// that has not its last form yet.
bool awaitsQuantize(mlir::Value result);
/// The same behind casts to narrow floats, which addHalves' patterns take away.
bool awaitsWidening(mlir::Value result);
inline constexpr llvm::StringLiteral raiseQuantize = "absorb-qdq/raise-quantize";

class Rewrites;
/// Pairs go past copies and bounds to the operations that absorb them; nothing changes a bit.
void addHoists(Rewrites &rewrites);
/// Copies of dequantized weights are made of their steps (copy_weights.cpp).
void addWeightCopies(Rewrites &rewrites);
/// Pairs of narrow floats become pairs of f32 (widen_halves.cpp).
void addHalves(Rewrites &rewrites);

} // namespace qopt
