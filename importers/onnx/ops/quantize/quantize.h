// Quantization with parameters that are computed of the values themselves.
#pragma once

#include "importers/onnx/ops/quantize/steps.h"

namespace qopt::onnx {

/// Plain u8 under a scale and a zero point, which are scalars.
struct Steps {
  Value value, scale, zero;
};
/// ONNX's DynamicQuantizeLinear.
Steps quantizeDynamically(Binder &b, llvm::StringRef name, Value x);

} // namespace qopt::onnx
