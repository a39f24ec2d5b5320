// This step finds the operations that lie in the policy's region.
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/roles.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// An operation without weights is enclosed where it reads integers alone, and integers are made of
// its result.
static bool isEnclosed(Operation *op, const OpDecisions &operations, bool integerPorts) {
  auto isInteger = [&](Value value) {
    Operation *producer = value.getDefiningOp();
    return !producer || operations.isEligible(producer) || isConstant(value);
  };
  auto isRead = [&](Operation *user) {
    return operations.isEligible(user) || (integerPorts && user->hasTrait<OpTrait::IsTerminator>());
  };
  return llvm::all_of(activationsOf(op), isInteger) && llvm::any_of(op->getUsers(), isRead);
}

static FloatReason::Kind whyOutside(Operation *op) {
  using enum FloatReason::Kind;
  if (follows(op))
    return Neighbours;
  return multipliesRepeated(op) ? RepeatedWeights : NotEnclosed;
}

void decideRegion(const PlanRequest &request, OpDecisions &operations) {
  if (request.policy.region() != QuantizedRegion::Weighted)
    return;
  SmallVector<Operation *> asked;
  for (auto &[op, decision] : operations)
    asked.push_back(op);
  while (!asked.empty()) {
    Operation *op = asked.pop_back_val();
    if (!operations.isEligible(op) || hasWeights(op) || request.attention.isPart(op) ||
        (isEnclosed(op, operations, request.integerPorts) && !multipliesRepeated(op)))
      continue;
    operations.of(op).whyFloat = {whyOutside(op)};
    // An operation that is not enclosed takes its neighbours with it.
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        asked.push_back(producer);
    asked.append(op->user_begin(), op->user_end());
  }
}

} // namespace qopt
