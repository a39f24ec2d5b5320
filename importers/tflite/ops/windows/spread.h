// Transposed convolutions of steps.
#pragma once

#include "importers/tflite/graph/binder.h"

namespace qopt::tflite {

/// A transposed convolution as a convolution with the kernel turned around, of the image with zeros
/// between its elements: its sums are those, in one quantized operation. x is [N, I, H, W] of known
/// size, the weights [M, I, kernel]; `low` the pads of the convolution whose gradient this is,
/// `sizes` the result's.
Value convolveSpread(Binder &b, Value x, Value weights, Value bias, llvm::ArrayRef<int64_t> strides,
                     llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> sizes);

} // namespace qopt::tflite
