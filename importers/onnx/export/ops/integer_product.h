// Products of plain integers, whose zero points and scales are operands.
#pragma once

#include "importers/onnx/export/layer.h"
#include "ir/ops.h"

namespace qopt::onnx {

/// `setWindow` says a convolution's window.
void integerConv(Layer &b, nn::Conv2dOp op, llvm::function_ref<void(Node)> setWindow);
/// `second` is b as [k, n].
void integerMatmul(Layer &b, nn::MatmulOp op, const std::string &second);

} // namespace qopt::onnx
