// Why layers stay float, for whoever tells of a network that was quantized elsewhere: what a plan
// of
// --insert-quant says of each operation, without carrying it out.
#pragma once

#include "passes/quantize/policy/profile.h"
#include "passes/quantize/summary.h"

namespace qopt {

/// What the plan of a profile says of a float network.
struct PlannedLayers {
  FloatReasons floats;           // by layer: its reason, or that its neighbours are float
  llvm::StringMap<bool> integer; // layers that become integer
};

/// As --insert-quant=profile=… attention=… would decide, by the ranges that values have. A value
/// without one counts as −1 to 1, so that the plan is whole: reasons that ranges give are missing
/// then. The function is changed: it is a copy of the caller's.
PlannedLayers planLayers(mlir::func::FuncOp function, const Profile &profile,
                         AttentionForm attention);

} // namespace qopt
