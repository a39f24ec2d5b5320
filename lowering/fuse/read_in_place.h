// This tells whether readers take a value where it lies among others.
#pragma once

#include "mlir/IR/Value.h"

namespace qopt {

/// Returns whether all readers of `value` would read it without a copy that they do not make today,
/// if its rows lay `pitch` elements apart. Products of matrices of their own read strides, behind
/// views, widenings and products with one number, which go before views (scaled_parts.h). Others
/// want whole rows, or are computed with a product's results and would not be behind a joined one.
bool isReadInPlace(mlir::Value value, int64_t pitch);

} // namespace qopt
