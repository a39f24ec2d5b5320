#include "passes/quantize/insert/report.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/norms.h"
#include "passes/quantize/roles.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

using Source = ValueDecision::Source;

static std::string textOf(const KnownRange &range) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g to %g", range.min, range.max);
  return text;
}

static std::string whyParams(Value value, const QuantPolicy &policy, const QuantPlan &plan) {
  const ValueDecision &decision = plan.values.at(value);
  const LayerPolicy &layer = policy.of(value);
  switch (decision.source) {
  case Source::Reader:
    return "as '" + keyOf(decision.from) + "', which alone reads it and gives it its parameters";
  case Source::Copied: return "as '" + keyOf(decision.from) + "', of which it is an exact copy";
  case Source::Given: return "a scale from " + policy.givenScales().find(value)->second.origin;
  case Source::Operation:
    return ("the fixed range of " + value.getDefiningOp()->getName().getStringRef()).str();
  case Source::Range: break;
  }
  std::string text = layer.origin + ": scheme " + std::string(schemeName(*layer.scheme)) + ", " +
                     std::to_string(decision.bits) + " bits";
  if (decision.range)
    text += (decision.isShownByCopies ? ", of what copies show of its range: "
             : decision.isToldApart   ? ", of what its readers tell apart of its range: "
                                      : ", of the range ") +
            textOf(*decision.range);
  return text;
}

std::string whyType(Value value, const PlanRequest &request, const QuantPlan &plan) {
  const QuantPolicy &policy = request.policy;
  std::string text = "f32";
  if (plan.isQuantized(value)) {
    const QuantParams of = plan.paramsOf(value);
    text.clear();
    llvm::raw_string_ostream(text)
        << StringRef(qrt::elementTypeName(of.storage)) << ", scale " << llvm::format("%g", of.scale)
        << ", zero point " << of.zeroPoint << ": " << whyParams(value, policy, plan);
  }
  Operation *op = value.getDefiningOp();
  if (!op)
    return text;
  const std::string layer = "; '" + layerName(op) + "' ";
  const OpDecision *decision = plan.operations.find(op);
  if (decision && decision->isInteger && decision->isSimulated)
    return text + layer + "is simulated (" + policy.of(op).origin +
           "): it computes in float on quantized values" +
           (decision->writesFloat ? ", and writes float" : "");
  if (decision && decision->isInteger)
    return decision->writesFloat ? text + layer + "computes on integers and writes float, as " +
                                       "its readers compute in float"
                                 : text;
  if (policy.of(op).mode == LayerMode::Dynamic)
    return text + layer + "has mode dynamic (" + policy.of(op).origin +
           "): its ranges are those of the run, and it writes float";
  if (isConstant(value))
    return text + ", a constant, of which each integer layer that reads it stores a quantized copy";
  const std::string reason =
      decision ? decision->whyFloat.text() : FloatReason{FloatReason::Kind::NoIntegerForm}.text();
  return text + layer + "stays float" + (reason.empty() ? ", as its neighbours do" : ": " + reason);
}

LogicalResult diagnoseMissing(Value value, const QuantPlan &plan) {
  while (plan.values.at(value).from)
    value = plan.values.at(value).from;
  const std::optional<KnownRange> &range = plan.values.at(value).range;
  if (!range)
    return mlir::emitError(value.getLoc())
           << "no range is known for '" << keyOf(value)
           << "': measure it with 'qrun calibrate' and give the file as "
              "--insert-quant=\"calibration=FILE\"";
  return mlir::emitError(value.getLoc())
         << "the range " << range->min << ", " << range->max << " of '" << keyOf(value)
         << "' gives no usable scale, which has to be a normal f32: measure it again with 'qrun "
            "calibrate'";
}

namespace {

/// It warns of what became of integer operations and their values, in the order in which the steps
/// look at them, of each value once.
class Warnings {
public:
  Warnings(const QuantPolicy &policy, const QuantPlan &plan) : policy(policy), plan(plan) {}

  void emit() {
    for (const auto &[op, decision] : plan.operations)
      if (decision.isInteger && ruleOf(op).isBound)
        warnOfBound(op);
    for (const auto &[op, decision] : plan.operations) {
      if (!decision.isInteger)
        continue;
      for (Value value : stepsOf(op, decision))
        warnOfRange(value);
      if (operandWith(op, OperandRole::Weight))
        warnOfBits(op);
    }
    for (const auto &[value, given] : policy.givenScales())
      if (plan.isQuantized(value) && !(plan.paramsOf(value) == given.params))
        mlir::emitWarning(value.getLoc())
            << "the scale given to '" << keyOf(value) << "' is not used: its parameters are "
            << whyParams(value, policy, plan);
    for (const auto &[op, decision] : plan.operations)
      for (const auto &[operand, product] : decision.products)
        for (const std::string &text : product.warnings)
          mlir::emitWarning(op->getLoc()) << "'" << layerName(op) << "': " << text;
  }

private:
  void warnOfBound(Operation *op) {
    Value operand = op->getOperand(0), result = op->getResult(0);
    if (plan.values.at(operand).source == Source::Reader)
      return;
    warnOfRange(operand);
    warnOfRange(result);
    if (readsCoarseSteps(op, plan.values))
      mlir::emitWarning(op->getLoc())
          << "'" << layerName(op) << "' reads '" << layerName(operand.getDefiningOp())
          << "', whose scale is "
          << llvm::formatv("{0:f1}", plan.paramsOf(operand).scale / plan.paramsOf(result).scale)
                 .str()
          << " times that of its result: the result takes few of its values";
  }

  // The range counts that the value's parameters are made of, be it another's.
  void warnOfRange(Value value) {
    while (told.insert(value).second) {
      const ValueDecision &decision = plan.values.at(value);
      if (!decision.from)
        return warnOfRange(value, decision);
      value = decision.from;
    }
  }

  static void warnOfRange(Value value, const ValueDecision &decision) {
    if (!decision.range)
      return;
    // A scale of 1 means values to 127 and more, or nothing but zeros.
    const auto [min, max] = *decision.range;
    const double widest = std::max(std::abs(min), std::abs(max));
    if (decision.params->scale == 1 && widest > 0 && widest < 1)
      mlir::emitWarning(value.getLoc())
          << "the range " << min << ", " << max << " of '" << keyOf(value)
          << "' is too narrow for a scale that is a normal f32: the scale 1 is used, and its "
             "values become 0";
    else if (decision.isShownByCopies)
      mlir::emitWarning(value.getLoc())
          << "the range of '" << keyOf(value) << "', " << textOf(*knownRange(value))
          << ", is that of numbers which copies of it never show: its steps are made of what they "
             "show, "
          << textOf(*decision.range) << ", and what lies outside saturates";
  }

  void warnOfBits(Operation *op) {
    const Value input = activationsOf(op)[0];
    const auto inputBits = unsigned(qrt::bitWidth(plan.paramsOf(input).storage));
    if (std::optional<unsigned> said = policy.bitsSaidOf(op); said && *said > inputBits)
      mlir::emitWarning(op->getLoc())
          << "'" << layerName(op) << "' multiplies " << inputBits << " bits and not the " << *said
          << " that " << policy.of(op).origin << " says: '" << keyOf(input)
          << "', which it reads, has " << inputBits;
  }

  const QuantPolicy &policy;
  const QuantPlan &plan;
  llvm::DenseSet<Value> told;
};

} // namespace

LogicalResult report(const PlanRequest &request, const QuantPlan &plan, bool explain) {
  auto reasonOf = [&](Operation *op) { return plan.operations.find(op)->whyFloat.text(); };
  for (Operation *op : plan.refused)
    mlir::emitWarning(op->getLoc()) << "'" << layerName(op) << "' stays float: " << reasonOf(op);
  for (Value value : plan.missing)
    (void)diagnoseMissing(value, plan);
  if (!plan.missing.empty())
    return failure();
  Warnings(request.policy, plan).emit();
  if (!explain)
    return success();
  for (const auto &[op, decision] : plan.operations)
    if (std::string reason = decision.whyFloat.text();
        !reason.empty() && decision.whyFloat.kind != FloatReason::Kind::Refused)
      mlir::emitRemark(op->getLoc()) << "'" << layerName(op) << "' stays float: " << reason;
  return success();
}

static bool isIsland(Operation *op, const QuantPlan &plan) {
  auto comesFloat = [&](Value value) {
    Operation *maker = value.getDefiningOp();
    return maker && !plan.operations.areSteps(value) && !plan.operations.isFused(maker);
  };
  return plan.writesFloat(op) && llvm::all_of(activationsOf(op), comesFloat);
}

Summary summaryOf(const QuantPlan &plan) {
  Summary result;
  for (const auto &[op, decision] : plan.operations) {
    if (decision.isInteger && decision.isSimulated) {
      result.addFloat(op, "simulated on quantized values");
      continue;
    }
    if (decision.isInteger) {
      if (isIsland(op, plan))
        result.addIsland();
      result.addInteger(op);
      continue;
    }
    if (std::string reason = decision.whyFloat.text(); !reason.empty() && !decision.fusedInto)
      result.addFloat(op, reason);
    if (isFoldableNorm(op))
      result.setAvoidable();
  }
  return result;
}

static void setAbsentRanges(func::FuncOp function) {
  auto set = [](Value value) {
    if (!keyOf(value).empty() && !rangeOf(value) && isFloat(getElementTypeOrSelf(value.getType())))
      setRange(value, -1, 1);
  };
  for (Value argument : function.getArguments())
    set(argument);
  for (Operation &op : function.front())
    for (Value result : op.getResults())
      if (!isa<ConstantOp>(op))
        set(result);
}

PlannedLayers planLayers(func::FuncOp function, const Profile &profile, AttentionForm attention) {
  setAbsentRanges(function);
  LayerPolicy general;
  general.attention = attention;
  const QuantPolicy policy(profile, general, std::nullopt);
  IntegerAttention taken;
  taken.takeApart(function, policy.ofAll(), {});
  NormsAsConvolutions norms;
  norms.replace(function, [](BatchNormOp op) { return !isFoldableNorm(op); });
  const QuantPlan plan = makePlan({function, policy, /*integerPorts=*/false, taken});
  PlannedLayers layers;
  for (const auto &[op, decision] : plan.operations) {
    if (decision.isInteger || decision.fusedInto) {
      layers.integer[layerName(op)] = true;
      continue;
    }
    const std::string reason = decision.whyFloat.text();
    layers.floats[layerName(op)] = reason.empty() ? "its neighbours compute on floats" : reason;
  }
  return layers;
}

} // namespace qopt
