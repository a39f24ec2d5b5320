// Checks that several families share. Each cites the constraint's label in the
// operation's description.
#pragma once

#include "ir/dialect.h"
#include "ir/quant_type.h"

namespace qopt::nn {

/// emitOpError("(C3): ...") for the named constraint.
mlir::InFlightDiagnostic violates(mlir::Operation *op, llvm::StringRef label);

/// Input and result elements are one type: f32, or quantized per tensor.
mlir::LogicalResult verifySameElement(mlir::Operation *op, llvm::StringRef label);
/// Everything f32, or everything quantized per tensor; with `integers`, also
/// all i32 or all i64; with `bits8`, quantized ones on 8 bits only.
struct ElementRule {
  bool quantized = true, integers = false, bits8 = false;
};
mlir::LogicalResult verifyElements(mlir::Operation *op, llvm::StringRef label,
                                   ElementRule rule);
/// Every operand and result is f32.
mlir::LogicalResult verifyAllF32(mlir::Operation *op, llvm::StringRef label);
/// A bias against its result's channels.
mlir::LogicalResult verifyBias(mlir::Operation *op, llvm::StringRef label,
                               mlir::Value bias, mlir::Type input, Dim channels);

/// One dimension of a sliding window: the result's size, or none when the
/// window does not fit.
struct WindowDim {
  int64_t kernel, stride, dilation, padLow, padHigh;
};
std::optional<int64_t> slide(int64_t size, WindowDim window);

/// The window attributes of a convolution or pool, checked; an error naming
/// `label` otherwise.
mlir::FailureOr<std::array<int64_t, 2>>
slideImage(EmitError error, llvm::StringRef label, mlir::ArrayRef<Dim> image,
           llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
           llvm::ArrayRef<int64_t> pads, llvm::ArrayRef<int64_t> dilations);

} // namespace qopt::nn
