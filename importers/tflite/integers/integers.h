// Integers as LiteRT's reference kernels compute them, made of the IR's operations on plain i64:
// what no quantized operation says is expanded into them (docs/reference/numerics.md, L16 to L20).
#pragma once

#include "importers/common/graph/layer_binder.h"
#include "ir/ops/lite/arithmetic.h"
#include "ir/types/quant_params.h"

namespace qopt::tflite {

/// Makes parts of one layer. Operands broadcast as in NumPy; a null value once something failed.
class Integers {
public:
  explicit Integers(LayerBinder &b) : b(b) {}

  /// The stored values of a quantized tensor, and less their zero point; of one type.
  Value stored(Value quantized);
  Value centred(Value quantized);
  /// These values, in the range of `element`, as its stored ones.
  Value quantized(Value values, mlir::Type element);
  /// clamp(t + z) as `element`.
  Value clamped(Value t, mlir::Type element);

  Value number(int64_t value);
  Value vector(llvm::ArrayRef<int64_t> values);
  /// values[index], each index in range.
  Value entry(llvm::ArrayRef<int64_t> values, Value index);
  /// The same of a constant vector of integers.
  Value entryOf(Value values, Value index);

  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  /// The quotient goes towards zero.
  Value div(Value a, Value b);
  Value max(Value a, Value b);
  Value min(Value a, Value b);
  Value where(Value condition, Value a, Value b);
  Value isAtMost(Value a, Value b);
  Value isBelow(Value a, Value b);
  /// x·2^−count, rounded down; |x| < 2^62.
  Value shiftedDown(Value x, int count);
  /// x − 2^count·⌊x·2^−count⌋
  Value rest(Value x, int count);
  /// 2^count, count in 0 … 62.
  Value power(Value count);
  /// Counts the bits of a number in 0 … 2^32 − 1.
  Value bits(Value x);

  /// a·b·2^−31, halves up; |a·b| < 2^62.
  Value highProduct(Value a, Value b);
  /// x / 2^count, halves away from zero.
  Value roundedShift(Value x, int count);
  Value roundedShift(Value x, Value power);
  /// n·m (L1).
  Value scaled(Value n, nn::lite::Multiplier m);
  /// Entries of 513 points (L10), q in −32768 … 32767.
  Value interpolated(Value q, llvm::ArrayRef<int32_t> table);

  Value sumOver(Value x, int64_t axis);
  Value largestOver(Value x, int64_t axis);
  /// x with `indices` of one dimension.
  Value gathered(Value x, llvm::ArrayRef<int64_t> indices, int64_t axis);

private:
  template <typename Op, typename... Args> Value make(mlir::Type element, Args &&...args) {
    return b.part<Op>("integer", element, std::forward<Args>(args)...);
  }
  mlir::Type wide() const { return b.i64(); }

  LayerBinder &b;
};

} // namespace qopt::tflite
