#include "tools/libqopt/flows/compare/following_bounds.h"

#include "ir/ops.h"
#include "ir/values/keys.h"

#include <algorithm>

using namespace mlir;

namespace qopt::run {

static void narrow(FollowingBound &bound, Operation *op) {
  auto clip = dyn_cast<nn::ClipOp>(op);
  bound.key = nn::keyOf(op->getResult(0));
  bound.low = std::max(bound.low, clip ? clip.getMin().convertToDouble() : 0.0);
  if (clip)
    bound.high = std::min(bound.high, clip.getMax().convertToDouble());
}

/// The bounds that alone read `value`, along copies of one result each.
static std::optional<FollowingBound> boundsOf(Value value) {
  const Type element = getElementTypeOrSelf(value.getType());
  const bool quantized = nn::quantParams(value.getType()).has_value();
  FollowingBound bound;
  while (value.hasOneUse() && (quantized || bound.key.empty())) {
    Operation *user = *value.user_begin();
    auto interface = dyn_cast<nn::QuantizationRuleOpInterface>(user);
    if (!interface || user->getNumResults() != 1 ||
        getElementTypeOrSelf(user->getResult(0).getType()) != element)
      break;
    nn::QuantizationRule rule = interface.quantizationRule();
    if (rule.isBound)
      narrow(bound, user);
    else if (rule.result != nn::ResultRule::SharesInput && rule.result != nn::ResultRule::Unifies)
      break;
    value = user->getResult(0);
  }
  return bound.key.empty() ? std::nullopt : std::optional(bound);
}

/// Returns the ends beyond which the only reader of the quantized `value` is flat (P8), maybe
/// behind nn.dequantize; none for other readers.
static std::optional<FollowingBound> flatEndsOf(Value value) {
  if (!nn::quantParams(value.getType()) || !value.hasOneUse())
    return std::nullopt;
  Operation *reader = *value.user_begin();
  if (isa<nn::DequantizeOp>(reader) && reader->hasOneUse())
    reader = *reader->user_begin();
  FollowingBound bound;
  if (isa<nn::HardSwishOp>(reader)) {
    bound.low = -3;
  } else if (auto gate = dyn_cast<nn::HardSigmoidOp>(reader);
             gate && gate.getAlpha().convertToFloat() > 0) {
    const double alpha = gate.getAlpha().convertToFloat(), beta = gate.getBeta().convertToFloat();
    bound.low = -beta / alpha;
    bound.high = (1 - beta) / alpha;
  } else {
    return std::nullopt;
  }
  bound.key = nn::keyOf(reader->getResult(0));
  return bound;
}

llvm::StringMap<FollowingBound> followingBounds(ModuleOp module) {
  llvm::StringMap<FollowingBound> bounds;
  func::FuncOp entry = nn::entryOf(module);
  if (!entry)
    return bounds; // who compiles the module says so
  for (Operation &op : entry.front())
    for (Value result : op.getResults())
      if (!nn::keyOf(result).empty()) {
        std::optional<FollowingBound> bound = boundsOf(result);
        if (!bound)
          bound = flatEndsOf(result);
        if (bound)
          bounds.try_emplace(nn::keyOf(result), *bound);
      }
  return bounds;
}

/// All that the steps stand for lies inside, but for half a step.
static bool endsAt(const nn::QuantParams &steps, const FollowingBound &bound) {
  auto real = [&](int64_t step) { return steps.scale * double(step - steps.zeroPoint); };
  return real(steps.min) >= bound.low - steps.scale / 2 &&
         real(steps.max) <= bound.high + steps.scale / 2;
}

const FollowingBound *
judgedBehind(const BoundedValue &a, llvm::function_ref<bool(llvm::StringRef)> hasLayerA,
             const BoundedValue &b, llvm::function_ref<bool(llvm::StringRef)> hasLayerB) {
  for (const BoundedValue *side : {&a, &b})
    if (side->bound && side->port.quantization)
      return side->bound;
  auto absorbed = [](const BoundedValue &whole, const BoundedValue &other, auto hasLayer) {
    return whole.bound && other.port.quantization && !hasLayer(whole.bound->key) &&
           endsAt(*other.port.quantization, *whole.bound);
  };
  if (absorbed(a, b, hasLayerB))
    return a.bound;
  return absorbed(b, a, hasLayerA) ? b.bound : nullptr;
}

void applyBound(std::vector<double> &values, const FollowingBound &bound) {
  for (double &value : values)
    if (value < bound.low)
      value = bound.low;
    else if (value > bound.high)
      value = bound.high;
}

} // namespace qopt::run
