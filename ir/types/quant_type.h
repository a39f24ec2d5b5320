// Quantized element types: reading them, making them from ranges, and the
// checks that upstream's verifier leaves out.
#pragma once

#include "ir/types/quant_params.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"

#include <optional>

namespace qopt::nn {

/// Per-tensor parameters of a type or of a tensor's element; none if it is
/// not uniformly quantized per tensor.
std::optional<QuantParams> quantParams(mlir::Type type);
bool isQuantized(mlir::Type type); // per tensor or per axis
/// Storage that quantized operations compute with: i8, u8 or i16. (32 bits only hold
/// what an importer brings: constants, arguments, dequantize and copies of them.)
bool hasComputedStorage(mlir::Type type);
/// Integers that stand for themselves.
bool isPlainInteger(mlir::Type type);
bool isF32(mlir::Type type);
/// f32 or a narrower float, which is f32 where it is computed with. (f64 is for files.)
bool isFloat(mlir::Type type);

/// Scales per channel (one entry when per tensor), and the axis (−1).
struct WeightScales {
  llvm::SmallVector<double> scales;
  int64_t axis = -1;
};
WeightScales weightScales(mlir::Type type);

/// The stored element type of a tensor (quantized or plain), packed values unpacked; none for
/// types that no loop handles.
std::optional<qrt::ElementType> storageType(mlir::Type type);
/// The same as it is declared: one that is packed is stored so where it is constant, and computed
/// a value to a byte.
std::optional<qrt::ElementType> declaredType(mlir::Type type);
/// What a constant of values of less than a byte is stored as; none for other types.
std::optional<qrt::ElementType> packedType(mlir::Type type);
/// The MLIR type of plain values: i1, ui8, i8, f32, …
mlir::Type plainElementType(mlir::MLIRContext *context, qrt::ElementType type);

mlir::quant::UniformQuantizedType quantType(mlir::MLIRContext *context, const QuantParams &params);

/// Symmetric narrow weights along `axis` (−127..127; 16 bits −32767..32767, 4 bits −7..7), in
/// storage of as many bits, or of `storageBits`.
mlir::quant::UniformQuantizedPerAxisType weightType(mlir::MLIRContext *context,
                                                    llvm::ArrayRef<double> scales, int64_t axis,
                                                    unsigned bits = 8, unsigned storageBits = 0);
/// absmax / 127 in f64, rounded once to f32; 1 for an all-zero channel.
double weightScale(double absMax, unsigned bits = 8);

/// What upstream accepts and we refuse: zero point outside the storage range,
/// a scale that is no normal f32, f64 expressed types, sub-channel types.
mlir::LogicalResult verifyQuantType(mlir::Type element,
                                    llvm::function_ref<mlir::InFlightDiagnostic()> error);

} // namespace qopt::nn
