// The loop's problem shape, the same for evaluator and lowering.
#pragma once

#include "ir/ops.h"
#include "runtime/calls/non_max_suppression/non_max_suppression.h"

namespace qopt::nn {

/// For so many boxes of a sample; where values lie is the caller's to say.
qrt::SuppressionShape suppressionOf(NonMaxSuppressionOp op, int64_t boxes);

} // namespace qopt::nn
