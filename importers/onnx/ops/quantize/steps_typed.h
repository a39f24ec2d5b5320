// Scales and zero points that a file has as constants.
#pragma once

#include "importers/onnx/ops/quantize/steps.h"

namespace qopt::onnx {

struct StepParameters {
  llvm::SmallVector<double> scales;
  llvm::SmallVector<int64_t> zeroPoints;
  qrt::ElementType storage = qrt::ElementType::U8;
  int64_t axis = -1; // −1: per tensor
};

/// Checked for a tensor of that shape; `storage` where no zero point tells.
StepParameters readParameters(Binder &b, const Quantized &q, llvm::ArrayRef<nn::Dim> shape,
                              qrt::ElementType storage);
mlir::Type typeOf(Binder &b, const StepParameters &params, bool narrow = false);
/// A constant under its parameters, as the layer's own copy.
Value typedConstant(Binder &b, llvm::StringRef name, const qrt::Tensor &stored,
                    StepParameters params);

} // namespace qopt::onnx
