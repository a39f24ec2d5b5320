// Functions of one quantized operand as LiteRT's reference kernels compute them (L9 to L13).
#pragma once

#include "ir/scalar_body.h"

namespace qopt::nn::lite {

/// The body of a function that is quantized: on 8 bits a table, on 16 the body of its rule. `real`
/// is the function in f64, for those that have no rule of their own.
BodyValue functionBody(BodyBuilder &, mlir::Operation *, llvm::function_ref<double(double)> real);

/// Whether the operation has a rule for 16 bits.
bool takesSixteenBits(mlir::Operation *);

} // namespace qopt::nn::lite
