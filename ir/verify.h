// Checks that several families share. Each cites the constraint's label in the
// operation's description.
#pragma once

#include "ir/dialect.h"
#include "ir/types/quant_type.h"

namespace qopt::nn {

/// emitOpError("(C3): ...") for the named constraint.
mlir::InFlightDiagnostic violates(mlir::Operation *op, llvm::StringRef label);

/// Which plain integers an operation takes: none, the types that are summed in, or all.
enum class Integers : uint8_t { None, Wide /* i32, i64 */, All };

/// Everything f32, or everything quantized per tensor on i8, u8 or i16; with `integers`, also
/// all of one such type; with `bits8`, quantized ones on 8 bits only; with `narrow`, all f16
/// or all bf16 (a scalar body computes with f32 whatever it loads and stores; 8-bit floats are
/// cast, which says what becomes of what is too large); with `booleans`, all i1.
struct ElementRule {
  bool quantized = true, floats = true;
  Integers integers = Integers::None;
  bool bits8 = false, narrow = false, booleans = false;
};
/// One element type, alone: what an operation with operands of several types asks of each.
bool fitsRule(mlir::Type type, ElementRule rule);
mlir::LogicalResult verifyElements(mlir::Operation *op, llvm::StringRef label, ElementRule rule);
/// Input and result elements are one type: f32, or quantized per tensor.
mlir::LogicalResult verifySameElement(mlir::Operation *op, llvm::StringRef label);
/// Scalar bodies compute with it: any float or integer that programs load, or i1; not quantized.
bool isComputedElement(mlir::Type type);
/// Operand `index` has the result's elements, which are moved as they are: of a type that bodies
/// load, not quantized per axis.
mlir::LogicalResult verifyMoved(mlir::Operation *op, llvm::StringRef label, unsigned index = 0);
/// An operand that holds indices: i32 or i64.
mlir::LogicalResult verifyIndices(mlir::Operation *op, llvm::StringRef label, mlir::Value indices);
/// f32, f16 or bf16: what elementwise operations take.
bool isComputedFloat(mlir::Type type);
/// Every operand and result is f32.
mlir::LogicalResult verifyAllF32(mlir::Operation *op, llvm::StringRef label);
/// The ratio of scales that an epilogue multiplies by is a normal f32.
mlir::LogicalResult verifyMultiplier(mlir::Operation *op, llvm::StringRef label, double numerator,
                                     double denominator);
/// The same for s_operand / s_result, where both are quantized per tensor.
mlir::LogicalResult verifyRescale(mlir::Operation *op, llvm::StringRef label, unsigned operand);
/// A quantized sum of up to `terms` steps, or their mean: it fits the
/// accumulator, and its multipliers are normal f32.
mlir::LogicalResult verifyStepSum(mlir::Operation *op, llvm::StringRef label, int64_t terms,
                                  bool mean);
/// The shape of `input` reduced along `axes`; an error naming C1 where they do not fit.
mlir::LogicalResult inferReduced(mlir::Value input, llvm::ArrayRef<int64_t> axes, bool keepDims,
                                 llvm::SmallVectorImpl<SymbolicShape> &results, EmitError error);
/// How many terms a sum along such a dimension has; where symbols decide, so many that nothing is
/// proved of it.
int64_t termsAlong(const Dim &dim);
/// A bias against its result's channels.
mlir::LogicalResult verifyBias(mlir::Operation *op, llvm::StringRef label, mlir::Value bias,
                               mlir::Type input, const Dim &channels);

/// One dimension of a sliding window: the result's size, or none when the
/// window does not fit.
struct WindowDim {
  int64_t kernel, stride, dilation, padLow, padHigh;
};
std::optional<Dim> slide(const Dim &size, WindowDim window);

/// The window attributes of a convolution or pool over an image of any rank, checked; an error
/// naming `label` otherwise.
mlir::FailureOr<llvm::SmallVector<Dim>>
slideImage(EmitError error, llvm::StringRef label, mlir::ArrayRef<Dim> image,
           llvm::ArrayRef<int64_t> kernel, llvm::ArrayRef<int64_t> strides,
           llvm::ArrayRef<int64_t> pads, llvm::ArrayRef<int64_t> dilations);

/// The same of a whole [N, C, image…]: its result.
mlir::FailureOr<SymbolicShape>
slideChannels(EmitError error, llvm::StringRef label, const SymbolicShape &input,
              mlir::ArrayRef<int64_t> kernel, mlir::ArrayRef<int64_t> strides,
              mlir::ArrayRef<int64_t> pads, mlir::ArrayRef<int64_t> dilations);
/// `shape` with so many elements before and behind each dimension; (C1) says what does not fit,
/// `what` names them.
mlir::FailureOr<SymbolicShape> padShape(EmitError error, llvm::StringRef what, SymbolicShape shape,
                                        mlir::ArrayRef<int64_t> low, mlir::ArrayRef<int64_t> high);

} // namespace qopt::nn
