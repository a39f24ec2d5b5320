// Fake quantization, by which networks are trained for integers: real values rounded to steps and
// made real again, under parameters that training has learned. One pair says it in every format
// (QONNX's Quant, TensorFlow's FakeQuantWithMinMaxVars).
#pragma once

#include "importers/common/graph/layer_binder.h"

namespace qopt {

struct FakeQuant {
  /// f32 as the file has them, normal and above 0; several run along `axis` (−1: one).
  llvm::SmallVector<double> scales;
  llvm::SmallVector<int64_t> zeroPoints; // as many
  int64_t axis = -1;
  int64_t least = 0, most = 0; // the steps
};

/// More than 16 bits: a constant alone may have them, as a bias.
bool isWide(const FakeQuant &q);

/// quantize and dequantize of `x`: the steps are `steps`, the result is still to be bound.
Value fakeQuantized(LayerBinder &b, Value x, const FakeQuant &q);
/// The same of an f32 constant that is to have wide steps; zero points are 0.
Value wideConstant(LayerBinder &b, const qrt::Tensor &x, const FakeQuant &q);
/// Steps that are known.
Value dequantizedConstant(LayerBinder &b, const qrt::Tensor &steps, const FakeQuant &q);

} // namespace qopt
