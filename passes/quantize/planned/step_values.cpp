#include "passes/quantize/planned/step_values.h"

#include "ir/ops.h"
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/roles.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

bool isChangedFirst(func::FuncOp function, const Profile &profile) {
  return function
      .walk([&](Operation *op) {
        const bool isTaken = isa<AttentionOp>(op) && profile.attention == AttentionForm::Integer;
        return isTaken || isa<BatchNormOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

// The copy may leave out what makes its operand's range wide, where nothing else reads that
// (rangeShownByCopies).
bool showsRange(Value copy) {
  return llvm::all_of(copy.getDefiningOp()->getOperand(0).getUsers(), [](Operation *user) {
    return isa<QuantizationRuleOpInterface>(user) && keepsInput(user);
  });
}

bool isAsked(Value value, const ValueDecision &decision) {
  using enum ValueDecision::Source;
  return decision.source == Range || (decision.source == Copied && showsRange(value));
}

} // namespace

std::optional<llvm::DenseSet<Value>> valuesWithOwnSteps(func::FuncOp function,
                                                        const Profile &profile) {
  if (isChangedFirst(function, profile))
    return std::nullopt;
  LayerPolicy all;
  all.mode = LayerMode::Quantize;
  const IntegerAttention attention;
  llvm::DenseSet<Value> values;
  for (Fusing fusing : {Fusing::None, Fusing::Tables, Fusing::Arithmetic, Fusing::All}) {
    const QuantPolicy policy(profile, all, std::nullopt, fusing);
    const PlanRequest request{function, policy, false, attention};
    OpDecisions operations = decideEligibility(request);
    decideRegion(request, operations);
    decideIntegers(request, operations);
    for (const auto &[value, decision] : decideParameters(request, operations))
      if (isAsked(value, decision))
        values.insert(value);
  }
  return values;
}

} // namespace qopt
