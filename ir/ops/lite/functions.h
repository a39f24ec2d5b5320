// Functions of one quantized operand as LiteRT's reference kernels compute them (L9 to L13).
#pragma once

#include "ir/scalar_body.h"

namespace qopt::nn::lite {

/// Builds the body of a quantized function: a table on 8 bits, the body of its rule on 16. `real`
/// is the function in f64, for functions without a rule of their own.
BodyValue functionBody(BodyBuilder &, mlir::Operation *, llvm::function_ref<double(double)> real);

/// Returns whether the operation has a rule for 16 bits.
bool takesSixteenBits(mlir::Operation *);

} // namespace qopt::nn::lite
