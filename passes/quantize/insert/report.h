// What is said of a plan: every text is made from its records.
#pragma once

#include "passes/quantize/insert/plan.h"
#include "passes/quantize/summary.h"

namespace qopt {

/// Warns of what a user should know of the plan, and with `explain` remarks on what stays float.
/// Fails with a diagnostic where there is no plan.
mlir::LogicalResult report(const PlanRequest &request, const QuantPlan &plan, bool explain);

/// Why the value has no parameters, as an error.
mlir::LogicalResult diagnoseMissing(mlir::Value value, const QuantPlan &plan);

/// Which rule gave the value its type.
std::string whyType(mlir::Value value, const PlanRequest &request, const QuantPlan &plan);

/// Of all layers but those that follow float neighbours.
Summary summaryOf(const QuantPlan &plan);

} // namespace qopt
