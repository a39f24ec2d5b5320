// This step chooses, of the operations that may be integer, those that are, and of these those that
// write float.
#include "passes/quantize/insert/fused.h"
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/roles.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

bool hasFloatEpilogue(Operation *op) {
  return ruleOf(op).writesFloat && !operandWith(op, OperandRole::Residual);
}

namespace {

class IntegerChooser {
public:
  IntegerChooser(const PlanRequest &request, OpDecisions &operations)
      : request(request), operations(operations), groups(findFusedGroups(request, operations)) {}

  void run() {
    // A concat that one operand makes integer needs the others as integers too, and those may
    // have been left in float, or told to write it, when that was not known.
    for (size_t known = 0; choose(), drawn.size() > known;)
      known = drawn.size();
    for (auto &[op, decision] : operations)
      if (operations.isEligible(op) && !decision.isInteger)
        decision.whyFloat = {decision.fusedInto ? FloatReason::Kind::Fused
                                                : FloatReason::Kind::Neighbours};
  }

private:
  void choose() {
    needed.clear();
    // The last first: each asks those behind it.
    for (auto &[op, decision] : llvm::reverse(operations)) {
      decision.isInteger = decision.writesFloat = false;
      decision.fusedInto = nullptr;
      if (operations.isEligible(op) && readsSteps(op->getUsers()))
        needed.insert(op);
    }
    llvm::SmallDenseSet<Operation *> anchors;
    for (const FusedGroup &group : groups)
      if (llvm::all_of(group.result().getUsers(),
                       [&](Operation *user) { return readsSteps(user); }))
        fuse(group, anchors);
    for (auto &[op, decision] : operations) {
      decision.isInteger = operations.isEligible(op) && !decision.fusedInto && isWorthIntegers(op);
      decision.writesFloat =
          decision.isInteger && (anchors.contains(op) || mayWriteFloat(op, decision));
    }
    for (auto &[op, decision] : operations)
      if (decision.isInteger && ruleOf(op).result == ResultRule::Unifies)
        drawn.insert(op);
  }

  void fuse(const FusedGroup &group, llvm::SmallDenseSet<Operation *> &anchors) {
    for (Operation *op : group.bodies)
      operations.of(op).fusedInto = group.bodies.back();
    if (group.anchor)
      anchors.insert(group.anchor);
  }

  // A consumer, over operations that follow, computes on integers.
  bool readsSteps(Operation *user) const {
    if (user->hasTrait<OpTrait::IsTerminator>())
      return request.integerPorts;
    return operations.isEligible(user) &&
           (!follows(user) || drawn.contains(user) || needed.contains(user));
  }
  bool readsSteps(iterator_range<Operation::user_iterator> users) const {
    return llvm::any_of(users, [&](Operation *user) { return readsSteps(user); });
  }

  bool isWorthIntegers(Operation *op) const {
    return !follows(op) || needed.contains(op) ||
           llvm::any_of(op->getOperands(), [&](Value v) { return operations.areSteps(v); });
  }

  bool mayWriteFloat(Operation *op, const OpDecision &decision) const {
    return decision.isAskedForFloat || (!request.policy.fitsInterpreter() && hasFloatEpilogue(op) &&
                                        op->hasOneUse() && !readsSteps(*op->user_begin()));
  }

  const PlanRequest &request;
  OpDecisions &operations;
  const SmallVector<FusedGroup> groups;
  llvm::DenseSet<Operation *> needed; // integers are made of its results
  llvm::DenseSet<Operation *> drawn;  // concats that an operand made integer
};

} // namespace

void decideIntegers(const PlanRequest &request, OpDecisions &operations) {
  IntegerChooser(request, operations).run();
}

} // namespace qopt
