// Quantized element types: reading them, making them from ranges, and checks that upstream's
// verifier omits.
#pragma once

#include "ir/types/quant_params.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"

#include <optional>

namespace qopt::nn {

/// Returns the per-tensor parameters of a type or of a tensor's element; none if it is not
/// uniformly quantized per tensor.
std::optional<QuantParams> quantParams(mlir::Type type);
bool isQuantized(mlir::Type type); // per tensor or per axis
/// Returns whether quantized operations compute with the storage: i8, u8 or i16. (32 bits only hold
/// an importer's constants and arguments, dequantize and copies of them.)
bool hasComputedStorage(mlir::Type type);
/// Returns whether the type is an integer that is not quantized.
bool isPlainInteger(mlir::Type type);
bool isF32(mlir::Type type);
/// Returns whether the type is f32 or a narrower float, which is computed with as f32. (f64 is for
/// files.)
bool isFloat(mlir::Type type);

/// Scales per channel (one entry if per tensor), and the axis (−1 if per tensor).
struct WeightScales {
  llvm::SmallVector<double> scales;
  int64_t axis = -1;
};
WeightScales weightScales(mlir::Type type);

/// Returns the stored element type of a tensor (quantized or plain), packed types unpacked; none
/// for types that no loop supports.
std::optional<qrt::ElementType> storageType(mlir::Type type);
/// The same, but packed types as declared: constants of such types are stored packed, computed
/// values take a byte each.
std::optional<qrt::ElementType> declaredType(mlir::Type type);
/// Returns the packed type of constants whose values are smaller than a byte; none for other types.
std::optional<qrt::ElementType> packedType(mlir::Type type);
/// Returns the MLIR type of plain values: i1, ui8, i8, f32, …
mlir::Type plainElementType(mlir::MLIRContext *context, qrt::ElementType type);

mlir::quant::UniformQuantizedType quantType(mlir::MLIRContext *context, const QuantParams &params);

/// Returns the type of symmetric narrow weights along `axis` (−127..127; 16 bits −32767..32767, 4
/// bits −7..7), in storage of `bits` bits, or of `storageBits`.
mlir::quant::UniformQuantizedPerAxisType weightType(mlir::MLIRContext *context,
                                                    llvm::ArrayRef<double> scales, int64_t axis,
                                                    unsigned bits = 8, unsigned storageBits = 0);
/// Returns absmax / 127 (for 8 bits) in f64, rounded once to f32; 1 for an all-zero channel.
double weightScale(double absMax, unsigned bits = 8);

/// Refuses types that upstream accepts: zero point outside the storage range, a scale that is no
/// normal f32, f64 expressed types, sub-channel types.
mlir::LogicalResult verifyQuantType(mlir::Type element,
                                    llvm::function_ref<mlir::InFlightDiagnostic()> error);

} // namespace qopt::nn
