// Scales and zero points as operands of an operation that sums products of plain integers.
#pragma once

#include "ir/dialect.h"

namespace qopt::nn {

struct Accumulation; // ir/ops/accumulate.h

/// The operands of the parameters; null for absent ones.
struct RunTimeParameters {
  mlir::OpOperand *inputZero = nullptr, *weightsZero = nullptr;
  mlir::OpOperand *inputScale = nullptr, *weightsScale = nullptr;
  mlir::OpOperand *resultScale = nullptr, *resultZero = nullptr;

  std::array<mlir::OpOperand *, 6> all() const {
    return {inputZero, weightsZero, inputScale, weightsScale, resultScale, resultZero};
  }
};

/// Returns the optional operand of `range`, or null.
inline mlir::OpOperand *operandOf(mlir::MutableOperandRange range) {
  return range.empty() ? nullptr : &range[0];
}

template <typename Op> RunTimeParameters runTimeParametersOf(Op op) {
  return {operandOf(op.getInputZeroMutable()),   operandOf(op.getWeightsZeroMutable()),
          operandOf(op.getInputScaleMutable()),  operandOf(op.getWeightsScaleMutable()),
          operandOf(op.getResultScaleMutable()), operandOf(op.getResultZeroMutable())};
}

/// Verifies the labelled constraints of ir/ops/run_time_parameters.td: `types` on the parameters'
/// types, `presence` on the parameters that the result needs.
mlir::LogicalResult verifyRunTimeParameters(mlir::Operation *op, llvm::StringRef types,
                                            llvm::StringRef presence,
                                            const Accumulation &accumulation, Dim channels);

/// Builds the computation from the accumulator of plain integers to the result.
BodyValue buildRunTimeEpilogue(BodyBuilder &body, const Accumulation &op);

} // namespace qopt::nn
