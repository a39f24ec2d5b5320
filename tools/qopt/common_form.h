// One form for networks of several formats, so that what is one but for names and layout compares
// equal.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt::tool {

/// Rewrites an entry, whose module is given up for it: inputs and outputs go by their places, open
/// sizes by the order in which they appear; images are channels first where they come and go; an
/// image is flattened so, too, before a product with constant weights, and such weights are
/// [outputs, inputs]. How samples become an input is left out.
void toCommonForm(mlir::func::FuncOp entry);

} // namespace qopt::tool
