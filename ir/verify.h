// Checks that several families share. Each cites the constraint's label in the
// operation's description.
#pragma once

#include "ir/dialect.h"
#include "ir/types/quant_type.h"

namespace qopt::nn {

/// emitOpError("(C3): ...") for the named constraint.
mlir::InFlightDiagnostic violates(mlir::Operation *op, llvm::StringRef label);

/// The plain integers that an operation accepts: none, the types that sums have, or all.
enum class Integers : uint8_t { None, Wide /* i32, i64 */, All };

/// The types that an operation accepts: all f32, or all quantized per tensor on i8, u8 or i16.
/// `integers`: also all of one such integer type; `bits8`: quantized types on 8 bits only;
/// `narrow`: all f16 or all bf16 (scalar bodies compute in f32; 8-bit floats need nn.cast, which
/// defines the treatment of values that are too large); `booleans`: all i1.
struct ElementRule {
  bool quantized = true, floats = true;
  Integers integers = Integers::None;
  bool bits8 = false, narrow = false, booleans = false;
};
/// Returns whether a single element type fits the rule, for operations whose operands differ in
/// type.
bool fitsRule(mlir::Type type, ElementRule rule);
mlir::LogicalResult verifyElements(mlir::Operation *op, llvm::StringRef label, ElementRule rule);
/// Verifies that input and result elements have one type: f32, or quantized per tensor.
mlir::LogicalResult verifySameElement(mlir::Operation *op, llvm::StringRef label);
/// Returns whether scalar bodies compute with the type: any float or integer that programs load, or
/// i1; not quantized.
bool isComputedElement(mlir::Type type);
/// Verifies that operand `index` has the result's element type, one that bodies load and that is
/// not quantized per axis: its elements are moved unchanged.
mlir::LogicalResult verifyMoved(mlir::Operation *op, llvm::StringRef label, unsigned index = 0);
/// Verifies that an operand holds indices: i32 or i64.
mlir::LogicalResult verifyIndices(mlir::Operation *op, llvm::StringRef label, mlir::Value indices);
/// Returns whether the type is f32, f16 or bf16, which elementwise operations accept.
bool isComputedFloat(mlir::Type type);
/// Verifies that every operand and result is f32.
mlir::LogicalResult verifyAllF32(mlir::Operation *op, llvm::StringRef label);
/// Verifies that the ratio of scales that an epilogue multiplies by is a normal f32.
mlir::LogicalResult verifyMultiplier(mlir::Operation *op, llvm::StringRef label, double numerator,
                                     double denominator);
/// The same for s_operand / s_result, if both are quantized per tensor.
mlir::LogicalResult verifyRescale(mlir::Operation *op, llvm::StringRef label, unsigned operand);
/// Verifies that a quantized sum (or mean) of up to `terms` values fits the accumulator, and that
/// its multipliers are normal f32.
mlir::LogicalResult verifyStepSum(mlir::Operation *op, llvm::StringRef label, int64_t terms,
                                  bool mean);
/// Infers the shape of `input` reduced along `axes`; an error names C1 if they do not fit.
mlir::LogicalResult inferReduced(mlir::Value input, llvm::ArrayRef<int64_t> axes, bool keepDims,
                                 llvm::SmallVectorImpl<SymbolicShape> &results, EmitError error);
/// Returns the number of terms of a sum along the dimension; if symbols decide it, a number so
/// large that nothing can be proved.
int64_t termsAlong(const Dim &dim);
/// Verifies a bias against its result's channels.
mlir::LogicalResult verifyBias(mlir::Operation *op, llvm::StringRef label, mlir::Value bias,
                               mlir::Type input, const Dim &channels);

/// One dimension of a sliding window: the result's size, or none when the
/// window does not fit.
struct WindowDim {
  int64_t kernel, stride, dilation, padLow, padHigh;
};
std::optional<Dim> slide(const Dim &size, WindowDim window);

/// Checks the window attributes of a convolution or pool over an image of any rank and returns the
/// result's sizes; an error names `label`.
mlir::FailureOr<llvm::SmallVector<Dim>>
slideImage(EmitError error, llvm::StringRef label, mlir::ArrayRef<Dim> image,
           llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
           llvm::ArrayRef<int64_t> pads, llvm::ArrayRef<int64_t> dilations);

/// The same for a whole [N, C, image…]; returns the result's shape.
mlir::FailureOr<SymbolicShape>
slideChannels(EmitError error, llvm::StringRef label, const SymbolicShape &input,
              mlir::ArrayRef<int64_t> kernel, mlir::ArrayRef<int64_t> strides,
              mlir::ArrayRef<int64_t> pads, mlir::ArrayRef<int64_t> dilations);
/// Returns `shape` with `low` and `high` elements added before and after each dimension; an error
/// names C1 and, by `what`, the attributes.
mlir::FailureOr<SymbolicShape> padShape(EmitError error, llvm::StringRef what, SymbolicShape shape,
                                        mlir::ArrayRef<int64_t> low, mlir::ArrayRef<int64_t> high);

} // namespace qopt::nn
