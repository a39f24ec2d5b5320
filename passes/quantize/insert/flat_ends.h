// Ranges whose ends no reader tells apart: a hard swish is 0 wherever its operand is below -3.
#pragma once

#include "passes/quantize/insert/decisions.h"

namespace qopt {

/// `range` of `value` less its ends in which no reader's result changes: what lies there may
/// saturate, and steps are finer. `range` itself where any reader is no integer function of this
/// value alone, nor a fused group of such.
KnownRange withoutFlatEnds(mlir::Value value, KnownRange range, const OpDecisions &operations);

} // namespace qopt
