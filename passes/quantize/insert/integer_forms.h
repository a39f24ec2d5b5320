// A plan is carried out on its function here.
#pragma once

#include "passes/quantize/insert/plan.h"

namespace qopt {

/// Each operation that the plan takes becomes its integer form, with nn.quantize before and
/// nn.dequantize after it; a simulated one stays float between such pairs.
void makeIntegerForms(mlir::func::FuncOp function, const QuantPlan &plan);

} // namespace qopt
