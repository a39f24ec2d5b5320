#include "passes/quantize/insert/float_reasons.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "passes/quantize/insert/plan.h"
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/norms.h"

using namespace mlir;

namespace qopt {

static void setAbsentRanges(func::FuncOp function) {
  auto set = [](Value value) {
    if (!nn::keyOf(value).empty() && !nn::rangeOf(value) &&
        nn::isFloat(getElementTypeOrSelf(value.getType())))
      nn::setRange(value, -1, 1);
  };
  for (Value argument : function.getArguments())
    set(argument);
  for (Operation &op : function.front())
    for (Value result : op.getResults())
      if (!isa<nn::ConstantOp>(op))
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
  norms.replace(function, [](nn::BatchNormOp op) { return !isFoldableNorm(op); });
  const QuantPlan plan = makePlan({function, policy, /*integerPorts=*/false, taken});
  PlannedLayers layers;
  for (const auto &[op, decision] : plan.operations) {
    if (decision.isInteger) {
      layers.integer[nn::layerName(op)] = true;
      continue;
    }
    const std::string reason = decision.whyFloat.text();
    layers.floats[nn::layerName(op)] = reason.empty() ? "its neighbours compute on floats" : reason;
  }
  return layers;
}

} // namespace qopt
