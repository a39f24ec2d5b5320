#include "passes/quantize/insert/plan.h"

#include "passes/quantize/insert/steps.h"
#include "passes/quantize/roles.h"

using namespace mlir;

namespace qopt {

bool QuantPlan::takesNothing() const {
  return llvm::none_of(operations, [](const auto &entry) { return entry.second.isInteger; });
}

bool QuantPlan::isQuantized(Value value) const {
  auto readsSteps = [&](Operation *user) {
    const OpDecision *decision = operations.find(user);
    if (decision && decision->fusedInto)
      return operations.areStored(value, decision->fusedInto);
    return takes(user) && llvm::is_contained(activationsOf(user), value);
  };
  return operations.areSteps(value) || llvm::any_of(value.getUsers(), readsSteps);
}

QuantPlan makePlan(const PlanRequest &request) {
  QuantPlan plan;
  OpDecisions known = decideEligibility(request);
  for (const auto &[op, decision] : known)
    if (decision.whyFloat.kind == FloatReason::Kind::Refused)
      plan.refused.push_back(op);
  for (bool settled = false; !settled;) {
    plan.operations = known;
    decideRegion(request, plan.operations);
    decideIntegers(request, plan.operations);
    plan.values = decideParameters(request, plan.operations);
    Objections objections = checkBounds(plan.operations, plan.values);
    if (objections.list.empty() && objections.missing.empty())
      objections = checkIntegers(request, plan.operations, plan.values);
    for (const auto &[op, why, writer] : objections.list) {
      known.of(op).whyFloat = why;
      if (writer)
        known.of(writer).isAskedForFloat = true;
      if (why.kind == FloatReason::Kind::Refused)
        plan.refused.push_back(op);
    }
    plan.missing = objections.missing;
    settled = objections.list.empty() || !plan.missing.empty();
  }
  if (!plan.missing.empty())
    plan.operations = std::move(known);
  return plan;
}

} // namespace qopt
