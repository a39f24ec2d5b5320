// Sums of 8-bit products that ONNX Runtime forms in 16 bits.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt::onnx {

/// Tells, in one remark, which layers have weights with which ONNX Runtime's sums may saturate: on
/// x86-64 without VNNI its kernels add two products of a step, which they make unsigned, and an i8
/// weight by `vpmaddubsw`, into 16 bits. Weights in -64..64 are safe, 2 * 255 * 64 < 2^15.
void tellNarrowSums(mlir::func::FuncOp entry);

} // namespace qopt::onnx
