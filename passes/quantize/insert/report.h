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

} // namespace qopt
