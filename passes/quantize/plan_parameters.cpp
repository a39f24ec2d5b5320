// Which parameters the values of a plan have.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/quantize/plan.h"
#include "passes/quantize/roles.h"

#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

using Range = std::pair<double, double>;

// What a bound makes of its operand's range, without measuring.
static std::optional<Range> boundedRange(Operation *op);

static std::optional<Range> knownRange(Value value) {
  if (std::optional<RangeAttr> range = rangeOf(value))
    return Range(range->getMin(), range->getMax());
  if (std::optional<qrt::Tensor> constant = constantTensor(value); constant && constant->size()) {
    auto [min, max] = std::ranges::minmax(constant->values<float>());
    return Range(min, max);
  }
  return boundedRange(value.getDefiningOp());
}

static std::optional<Range> boundedRange(Operation *op) {
  double low = 0, high = INFINITY;
  if (auto clip = dyn_cast_or_null<ClipOp>(op)) {
    low = clip.getMin().convertToFloat(), high = clip.getMax().convertToFloat();
    if (std::isfinite(low) && std::isfinite(high))
      return Range(low, high);
  } else if (!isa_and_nonnull<ReluOp>(op)) {
    return std::nullopt;
  }
  std::optional<Range> range = knownRange(op->getOperand(0));
  if (range)
    range = {std::clamp(range->first, low, high), std::clamp(range->second, low, high)};
  return range;
}

// Whoever makes the value says how many bits it has, and of which scheme.
std::optional<QuantParams> QuantPlan::fixedParams(Operation *op) const {
  auto interface = dyn_cast_or_null<QuantizationRuleOpInterface>(op);
  QuantizationRule rule = interface ? interface.quantizationRule() : QuantizationRule();
  if (rule.unsignedScale == 0 && rule.signedScale == 0)
    return std::nullopt;
  const LayerPolicy &layer = policy.of(op);
  if (layer.bits == 16) // the range that the signed form has
    return paramsForRange(-127 * rule.signedScale, 127 * rule.signedScale, Scheme::Signed, 16);
  if (layer.scheme == Scheme::Signed || rule.unsignedScale == 0)
    return QuantParams{rule.signedScale, 0, -128, 127, qrt::ElementType::I8};
  if (layer.scheme == Scheme::Affine)
    return QuantParams{rule.unsignedScale, -128, -128, 127, qrt::ElementType::I8};
  return QuantParams{rule.unsignedScale, 0, 0, 255, qrt::ElementType::U8};
}

// Nothing upstream fixes the parameters of `value`.
bool QuantPlan::isFree(Value value) const {
  Operation *op = value.getDefiningOp();
  if (isConstant(value) || (fixedParams(op) && !feedsOnlyBound(value)))
    return false;
  if (!op || !taken.contains(op) || !keepsInput(op))
    return true;
  return isDictated(op->getOperand(0));
}

bool QuantPlan::feedsOnlyBound(Value value) const {
  if (!value.hasOneUse())
    return false;
  Operation *user = *value.user_begin();
  return taken.contains(user) && ruleOf(user).isBound;
}

// The only consumer is a bound or a concat, perhaps behind exact copies, which have one result
// each: several could be pulled several ways.
bool QuantPlan::isPulled(Value value) const {
  if (!value.hasOneUse())
    return false;
  Operation *user = *value.user_begin();
  if (!taken.contains(user) || !follows(user))
    return false;
  QuantizationRule rule = ruleOf(user);
  return rule.isBound || rule.result == ResultRule::Unifies ||
         (user->getNumResults() == 1 && isPulled(user->getResult(0)));
}

FailureOr<QuantParams> QuantPlan::resolve(Value value) {
  auto found = params.find(value);
  if (found != params.end())
    return found->second;
  FailureOr<QuantParams> result = compute(value);
  if (succeeded(result))
    params[value] = *result;
  return result;
}

QuantPlan::Origin QuantPlan::originOf(Value value) const {
  if (isDictated(value))
    return {Source::Reader, (*value.user_begin())->getResult(0)};
  Operation *op = value.getDefiningOp();
  if (op && taken.contains(op) && keepsInput(op) && !isDictated(op->getOperand(0)))
    return {Source::Copied, op->getOperand(0)};
  if (policy.scaleOf(value))
    return {Source::Given};
  return {fixedParams(op) ? Source::Operation : Source::Range};
}

FailureOr<QuantParams> QuantPlan::compute(Value value) {
  const Origin origin = originOf(value);
  switch (origin.source) {
  case Source::Reader:
  case Source::Copied: return resolve(origin.value);
  case Source::Given: return *policy.scaleOf(value);
  case Source::Operation: return *fixedParams(value.getDefiningOp());
  case Source::Range: return fromRange(value);
  }
  llvm_unreachable("of an enum");
}

std::string QuantPlan::whyParams(Value value) {
  const Origin origin = originOf(value);
  switch (origin.source) {
  case Source::Reader:
    return "as '" + keyOf(origin.value) + "', which alone reads it and gives it its parameters";
  case Source::Copied: return "as '" + keyOf(origin.value) + "', of which it is an exact copy";
  case Source::Given: return "a scale from " + policy.of(value).origin;
  case Source::Operation:
    return ("the fixed range of " + value.getDefiningOp()->getName().getStringRef()).str();
  case Source::Range: break;
  }
  const LayerPolicy &layer = policy.of(value);
  std::string text = layer.origin + ": scheme " + std::string(schemeName(layer.scheme)) + ", " +
                     std::to_string(layer.bits) + " bits";
  if (auto range = knownRange(value))
    llvm::raw_string_ostream(text)
        << ", of the range " << llvm::format("%g to %g", range->first, range->second);
  return text;
}

std::string QuantPlan::why(Value value) {
  Operation *op = value.getDefiningOp();
  const bool reads = llvm::any_of(value.getUsers(), [&](Operation *user) {
    return takes(user) && llvm::is_contained(activationsOf(user), value);
  });
  const bool writes = op && takes(op) && !writesFloat(op);
  std::string text;
  if (writes || reads) {
    const QuantParams of = paramsOf(value);
    llvm::raw_string_ostream(text)
        << StringRef(qrt::elementTypeName(of.storage)) << ", scale " << llvm::format("%g", of.scale)
        << ", zero point " << of.zeroPoint << ": " << whyParams(value);
  } else {
    text = "f32";
  }
  if (!op)
    return text;
  if (writesFloat(op))
    return text + "; '" + layerName(op) + "' computes on integers and writes float, as whoever " +
           "reads it is float";
  if (modeOf(op) == LayerMode::Dynamic)
    return text + "; '" + layerName(op) + "' has mode dynamic (" + policy.of(op).origin +
           "): its ranges are those of the run, and it writes float";
  if (!takes(op)) {
    std::string reason = whyFloat(op);
    text += "; '" + layerName(op) + "' stays float" +
            (reason.empty() ? ", as its neighbours do" : ": " + reason);
  }
  return text;
}

FailureOr<QuantParams> QuantPlan::fromRange(Value value) {
  auto range = knownRange(value);
  if (!range)
    return mlir::emitError(value.getLoc())
           << "no range is known for '" << keyOf(value)
           << "': measure it with 'qrun calibrate' and give the file as "
              "--insert-quant=\"calibration=FILE\"";
  const LayerPolicy &layer = policy.of(value);
  bool finite = std::isfinite(range->first) && std::isfinite(range->second);
  QuantParams result = paramsForRange(range->first, range->second, layer.scheme, layer.bits);
  if (!finite || !std::isnormal(float(result.scale)))
    return mlir::emitError(value.getLoc())
           << "the range " << range->first << ", " << range->second << " of '" << keyOf(value)
           << "' gives no usable scale: measure it again with 'qrun calibrate'";
  // A scale of 1 means values to 127 and more, or nothing but zeros.
  double widest = std::max(std::abs(range->first), std::abs(range->second));
  if (result.scale == 1 && widest > 0 && widest < 1) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "the range " << range->first << ", " << range->second << " of '" << keyOf(value)
        << "' is too narrow for a normal scale: it counts as empty";
    warnings.emplace_back(value.getLoc(), std::move(text));
  }
  return result;
}

} // namespace qopt
