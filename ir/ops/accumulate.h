// Sums of products, of which convolution and matrix product consist, and epilogues E1 to E4 of the
// numerics contract, docs/reference/numerics.md.
#pragma once

#include "ir/ops/run_time_parameters.h"

namespace qopt::nn {

/// The operands of an operation that sums products; null where it has none.
struct Accumulation {
  mlir::OpOperand *input = nullptr, *weights = nullptr, *bias = nullptr, *residual = nullptr;
  mlir::Value result;
  RunTimeParameters parameters;

  mlir::Type inputType() const { return input->get().getType(); }
  mlir::Type weightsType() const { return weights->get().getType(); }
  bool hasFloatBias() const { return bias && isF32(bias->get().getType()); }
};

/// Storage of the accumulator: f32; i32; for 16-bit input i64.
qrt::ElementType accumulatorType(mlir::Type input);

/// The same for pools and reductions: sums accumulate as above, an extreme is
/// f32 or i32.
qrt::ElementType pooledType(mlir::Type input, bool sums);

/// Integer factors: `weights` are no wider than `input`, 8 or 16 bits, and every s_x·s_w/s_y is a
/// normal f32.
mlir::LogicalResult verifyFactors(mlir::Operation *op, llvm::StringRef label,
                                  const Accumulation &accumulation);

/// Two forms that no verifier lets pass are lowering's (lowering/fuse/products/weight_zeros.h): a
/// quantized product with a plain integer result is its accumulator; one with an operand
/// `weights_zero` has weights per axis whose zero points are not in its accumulator, and the
/// operand, of the accumulator's type and broadcast, is Σ (q_x − z_x) of the same terms, which
/// takes them off (A6).
BodyValue buildEpilogue(BodyBuilder &body, const Accumulation &op);

/// The result axis along which operand `index` runs, one value a channel; −1: another operand.
int64_t channelOperandAxis(const Accumulation &accumulation, unsigned index, int64_t channelDim);

/// The zero point of a factor that its type, or the constant that is its operand, says; 0 where
/// there is none, or one for each channel; nothing where it is known only when it runs.
std::optional<int64_t> knownZeroPoint(mlir::Type type, mlir::Value zero);

} // namespace qopt::nn
