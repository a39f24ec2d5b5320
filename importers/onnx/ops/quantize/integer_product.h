// Products of plain integers whose zero points and scales stand beside them.
#pragma once

#include "importers/onnx/ops/matmul/product.h"
#include "importers/onnx/ops/quantize/quantize.h"

namespace qopt::onnx {

/// Tells whether there is one element; an absent input counts as one.
bool isOneElement(Binder &b, unsigned index);
bool isOneElement(Value value);

/// x − zero (null: 0) in i16: what has several zero points is centered first.
Value centeredPart(Binder &b, llvm::StringRef name, Value x, Value zero);

/// Σ (a − z_a)·(b − z_b) as i32. Zero points (null: 0) are one element or, of a, one a row and, of
/// b, one a column; scales are not read.
Value integerSum(Binder &b, llvm::StringRef name, const Steps &a, const Steps &right);
/// The same scaled, in f32, with a bias along the columns or null.
Value scaledSum(Binder &b, llvm::StringRef name, const Steps &a, const Steps &right, Value bias);

/// The product of quantized inputs in f32: of real values where types say the parameters, of
/// integers elsewhere. `right` is one matrix.
Value realProduct(Binder &b, llvm::StringRef name, const Quantized &a, const Quantized &right,
                  Value bias);

/// A tensor of a layer with what stands beside it, plain; scales are read where they are there.
Steps plainSteps(Binder &b, llvm::StringRef name, const Quantized &q);

} // namespace qopt::onnx
