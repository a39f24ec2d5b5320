// Texts of a plan: each is made from its records.
#pragma once

#include "passes/quantize/insert/plan.h"
#include "passes/quantize/summary.h"

namespace qopt {

/// Warns of what a user should know of the plan, and with `explain` remarks on what stays float.
/// Fails with a diagnostic where there is no plan.
mlir::LogicalResult report(const PlanRequest &request, const QuantPlan &plan, bool explain);

/// Emits the error that says why the value has no parameters.
mlir::LogicalResult diagnoseMissing(mlir::Value value, const QuantPlan &plan);

/// Names the rule that gave the value its type.
std::string whyType(mlir::Value value, const PlanRequest &request, const QuantPlan &plan);

/// Counts all layers but those that follow float neighbours; a simulated one computes in float.
Summary summaryOf(const QuantPlan &plan);

// ---- for whoever tells of a network that was quantized elsewhere ----

/// The plan of a profile says this of a float network.
struct PlannedLayers {
  FloatReasons floats;           // by layer: its reason, or that its neighbours are float
  llvm::StringMap<bool> integer; // layers that become integer
};

/// Decides as --insert-quant=profile=… attention=… would, by the ranges that values have. A value
/// without one counts as −1 to 1, so that the plan is whole: reasons that ranges give are missing
/// then. The function is changed: it is a copy of the caller's.
PlannedLayers planLayers(mlir::func::FuncOp function, const Profile &profile,
                         AttentionForm attention);

} // namespace qopt
