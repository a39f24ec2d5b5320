// Which parameters the values of a plan have.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/quantize/insert/plan.h"
#include "passes/quantize/roles.h"

#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static std::string textOf(const KnownRange &range) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g to %g", range.min, range.max);
  return text;
}

// Whoever makes the value says how many bits it has, and of which scheme (P4, P5).
std::optional<QuantParams> QuantPlan::fixedParams(Operation *op) const {
  auto interface = dyn_cast_or_null<QuantizationRuleOpInterface>(op);
  QuantizationRule rule = interface ? interface.quantizationRule() : QuantizationRule();
  if (rule.unsignedScale == 0 && rule.signedScale == 0)
    return std::nullopt;
  const LayerPolicy &layer = policy.of(op);
  if (bitsOf(op->getResult(0)) == 16) // the range that the signed form has
    return paramsForRange(-127 * rule.signedScale, 127 * rule.signedScale, Scheme::Signed, 16);
  if (layer.scheme == Scheme::Signed || rule.unsignedScale == 0)
    return QuantParams{rule.signedScale, 0, -128, 127, qrt::ElementType::I8};
  if (layer.scheme == Scheme::Affine)
    return QuantParams{rule.unsignedScale, -128, -128, 127, qrt::ElementType::I8};
  return QuantParams{rule.unsignedScale, 0, 0, 255, qrt::ElementType::U8};
}

// The most bits that layers on integers ask for which read the value: copies and bounds of which
// nobody says anything ask for what is asked of them.
unsigned QuantPlan::bitsAskedOf(Value value) const {
  unsigned bits = 0;
  for (Operation *user : value.getUsers()) {
    if (!taken.contains(user) || !llvm::is_contained(activationsOf(user), value))
      continue;
    unsigned asked = 0;
    if (follows(user) && !policy.of(user).saysBits)
      for (Value result : user->getResults())
        asked = std::max(asked, bitsAskedOf(result));
    bits = std::max(bits, asked ? asked : policy.of(user).bits);
  }
  return bits;
}

// As whoever makes the value says. A float layer makes none, so that its readers are asked, unless
// somebody says it of that layer.
unsigned QuantPlan::bitsOf(Value value) const {
  Operation *op = value.getDefiningOp();
  const LayerPolicy &layer = policy.of(value);
  if (!op || taken.contains(op) || layer.saysBits)
    return layer.bits;
  const unsigned asked = bitsAskedOf(value);
  return asked ? asked : layer.bits;
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

// The only consumer is a bound (B2) or a concat, perhaps behind exact copies, which have one result
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
                     std::to_string(bitsOf(value)) + " bits";
  llvm::raw_string_ostream stream(text);
  if (auto shown = shownRange(value))
    stream << ", of what copies show of its range: " << textOf(*shown);
  else if (auto range = knownRange(value))
    stream << ", of the range " << textOf(*range);
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

// What exact copies that alone read the value, a maximum over windows among them, show of its
// range, where that is a small part: what lies outside may saturate, for it never gets through
// them.
std::optional<KnownRange> QuantPlan::shownRange(Value value) const {
  std::optional<KnownRange> own = knownRange(value), shown = seenThroughCopies(value);
  constexpr double few = 16; // four bits of the steps
  return own && shown && own->span() > few * shown->span() ? shown : std::nullopt;
}

std::optional<KnownRange> QuantPlan::seenThroughCopies(Value value) const {
  std::optional<KnownRange> all;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (!isa<QuantizationRuleOpInterface>(user) || !keepsInput(user) || use.getOperandNumber() != 0)
      return std::nullopt;
    for (Value result : user->getResults()) {
      std::optional<KnownRange> behind = seenThroughCopies(result), seen = knownRange(result);
      if (!behind && !seen)
        return std::nullopt;
      if (!behind || (seen && seen->span() < behind->span()))
        behind = seen;
      all = all ? KnownRange{std::min(all->min, behind->min), std::max(all->max, behind->max)}
                : *behind;
    }
  }
  return all;
}

std::optional<KnownRange> QuantPlan::rangeForSteps(Value value) const {
  std::optional<KnownRange> shown = shownRange(value);
  return shown ? shown : knownRange(value);
}

FailureOr<QuantParams> QuantPlan::fromRange(Value value) {
  std::optional<KnownRange> range = rangeForSteps(value);
  if (!range)
    return mlir::emitError(value.getLoc())
           << "no range is known for '" << keyOf(value)
           << "': measure it with 'qrun calibrate' and give the file as "
              "--insert-quant=\"calibration=FILE\"";
  bool finite = std::isfinite(range->min) && std::isfinite(range->max);
  QuantParams result =
      paramsForRange(range->min, range->max, policy.of(value).scheme, bitsOf(value));
  if (!finite || !std::isnormal(float(result.scale)))
    return mlir::emitError(value.getLoc())
           << "the range " << range->min << ", " << range->max << " of '" << keyOf(value)
           << "' gives no usable scale: measure it again with 'qrun calibrate'";
  warnOfRange(value, *range, result);
  return result;
}

void QuantPlan::warnOfRange(Value value, const KnownRange &range, const QuantParams &made) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  // A scale of 1 means values to 127 and more, or nothing but zeros.
  const double widest = std::max(std::abs(range.min), std::abs(range.max));
  if (made.scale == 1 && widest > 0 && widest < 1)
    stream << "the range " << range.min << ", " << range.max << " of '" << keyOf(value)
           << "' is too narrow for a normal scale: it counts as empty";
  else if (shownRange(value))
    stream << "the range of '" << keyOf(value) << "', " << textOf(*knownRange(value))
           << ", is that of numbers which copies of it never show: its steps are made of what they "
              "show, "
           << textOf(range) << ", and what lies outside saturates";
  if (!text.empty())
    warnings.emplace_back(value.getLoc(), std::move(text));
}

} // namespace qopt
