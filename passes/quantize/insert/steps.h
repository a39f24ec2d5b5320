// The steps in which a plan is made, in their order. Each reads what those before it decided, and
// fills in its own part of the records. What the last two find out changes what an operation's
// neighbours may do, so that all but the first are taken again.
#pragma once

#include "passes/quantize/insert/plan.h"

#include "ir/interfaces.h"

namespace qopt {

/// Finds the operations that may be integer, by their rules and by what is said of them.
OpDecisions decideEligibility(const PlanRequest &request);

/// Makes those of them float that do not lie in the policy's region.
void decideRegion(const PlanRequest &request, OpDecisions &operations);

/// Makes the others integer, but for those that follow float neighbours and those that are fused
/// (fused.h), and chooses those that write float.
void decideIntegers(const PlanRequest &request, OpDecisions &operations);

/// Gives all values that they read or write, and ports, their parameters.
ValueDecisions decideParameters(const PlanRequest &request, const OpDecisions &operations);

/// An objection says what does not work out as it was decided.
struct Objections {
  struct Objection {
    mlir::Operation *op;
    FloatReason why;
    mlir::Operation *writer = nullptr; // who must write float for it
  };
  llvm::SmallVector<Objection> list;
  // These values have no parameters: the rest was not looked at.
  llvm::SmallVector<mlir::Value> missing;
};

/// Bounds that must read floats, the steps of their operands being too coarse (B4).
Objections checkBounds(const OpDecisions &operations, const ValueDecisions &values);

/// Integer operations that would go wrong; the others have their products then.
Objections checkIntegers(const PlanRequest &request, OpDecisions &operations,
                         const ValueDecisions &values);

// ---- what several steps ask ----

/// A batch norm that is the only reader of what a layer with weights makes.
bool isFoldableNorm(mlir::Operation *op);
/// It can write f32 straight from the accumulator (E4).
bool hasFloatEpilogue(mlir::Operation *op);
/// A bound's operand has parameters of its own, and steps more than 2.01 times as large as those of
/// the result (B4). Both have parameters.
bool readsCoarseSteps(mlir::Operation *bound, const ValueDecisions &values);

/// The values that an integer operation reads as activations, and those that it writes as steps.
llvm::SmallVector<mlir::Value> stepsOf(mlir::Operation *op, const OpDecision &decision);
/// Returns the values that a fused operation reads or writes as steps: what others than its group
/// made of steps or make into them, and its group's result.
llvm::SmallVector<mlir::Value> stepsOfFused(mlir::Operation *op, const OpDecisions &operations);
/// Returns "", or what is lost in the steps that an integer operation reads or writes.
std::string whyLossy(mlir::Operation *op, const OpDecision &decision, const QuantPolicy &policy,
                     const ValueDecisions &values);
/// A convolution of one constant tap for each channel, as norms become (quantize/norms.h).
bool isScaleOfChannels(mlir::Operation *op);
/// Empty, or how a convolution of one tap for each channel, as norms become (quantize/norms.h),
/// would amplify what is lost in its input's steps: where one of these is more than four of its
/// own, which is where channels differ much in their size. It saves no products that are worth
/// that.
std::string whyAmplified(mlir::Operation *op, const ValueDecisions &values);
/// Empty, and the operation has its products, where they work out.
std::string quantizeWeights(mlir::Operation *op, OpDecision &decision, const QuantPolicy &policy,
                            const ValueDecisions &values);

} // namespace qopt
