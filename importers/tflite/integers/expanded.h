// Operators whose integers are expanded (L16 to L20). Each binds nothing: it gives a part of the
// layer, null once something failed. Types are quantized per tensor.
#pragma once

#include "importers/tflite/integers/integers.h"

#include <functional>

namespace qopt::tflite {

/// Softmax over `axis` of 8 or 16 bits, which `result` has, too.
Value softmaxOfSteps(LayerBinder &b, Value x, int64_t axis, float beta, mlir::Type result);
/// e^(s·(q − max)·β) by (L16), of q − max from −255 to 0: numbers of 31 bits.
llvm::SmallVector<int64_t> softmaxExponentials(double inputScale, float beta);
/// x/|x| over `axis`, of 8 bits.
Value l2NormOfSteps(LayerBinder &b, Value x, int64_t axis, mlir::Type result);
/// 1/√x of i8.
Value rsqrtOfSteps(LayerBinder &b, Value x, mlir::Type result);
/// (x − y)² of i8.
Value squaredDifferenceOfSteps(LayerBinder &b, Value x, Value y, mlir::Type result);
/// x and y as integers that compare as the interpreter's do, of 8 or 16 bits.
std::pair<Value, Value> comparableSteps(LayerBinder &b, Value x, Value y);

/// One dimension of a bilinear resize: its axis and how many places come of it.
struct ResizedDim {
  int64_t axis, count;
};
struct ResizeRule {
  bool alignCorners = false, halfPixelCenters = false;
};
/// Bilinear, along two dimensions of known size; the result has x's type, of 8 or 16 bits.
Value resizedSteps(LayerBinder &b, Value x, ResizedDim rows, ResizedDim columns, ResizeRule rule);

} // namespace qopt::tflite
