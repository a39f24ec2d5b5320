// Operations that stay float, as the steps of a whole range would lose what readers look at.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/quantize/insert/buried.h"
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/roles.h"

#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// Empty, or what a value loses under its parameters.
static std::string whyLostIn(Value value, const QuantParams &made) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  const double span = made.scale * double(made.max - made.min);
  if (std::optional<Buried> buried = findBuried(value, made.scale))
    stream << "'" << keyOf(buried->value) << "', whose values lie within "
           << llvm::format("%g", buried->width) << ", would be rounded away by the scale of '"
           << keyOf(value) << "', " << llvm::format("%g", made.scale);
  else if (std::optional<double> width = widthToSoftmax(value);
           width && span > *width && made.scale > *width / fewestStepsToSoftmax)
    stream << "a softmax reads differences that are smaller than a step of '" << keyOf(value)
           << "', " << llvm::format("%g", made.scale);
  return text;
}

bool isScaleOfChannels(Operation *op) {
  auto convolution = dyn_cast<Conv2dOp>(op);
  if (!convolution || convolution.getGroups() == 1 || !isConstant(convolution.getWeights()))
    return false;
  return cast<RankedTensorType>(convolution.getWeights().getType()).getNumElements() ==
         int64_t(convolution.getGroups());
}

std::string whyAmplified(Operation *op, const ValueDecisions &values) {
  if (!isScaleOfChannels(op))
    return "";
  auto convolution = cast<Conv2dOp>(op);
  const std::optional<qrt::Tensor> weights = constantTensor(convolution.getWeights());
  const auto result = values.find(convolution.getResult());
  const auto input = values.find(convolution.getInput());
  if (weights->type() != qrt::ElementType::F32 || result == values.end() || input == values.end() ||
      !result->second.params || !input->second.params)
    return "";
  float gain = 0;
  for (float weight : weights->values<float>())
    gain = std::max(gain, std::fabs(weight));
  constexpr double mostSteps = 4;
  const double steps = double(gain) * input->second.params->scale / result->second.params->scale;
  if (steps <= mostSteps)
    return "";
  std::string text;
  llvm::raw_string_ostream(text) << "a step of '" << keyOf(convolution.getInput()) << "' is "
                                 << llvm::format("%.3g", steps)
                                 << " steps of its result, as a channel is multiplied by "
                                 << llvm::format("%g", double(gain));
  return text;
}

std::string whyLossy(Operation *op, const OpDecision &decision, const QuantPolicy &policy,
                     const ValueDecisions &values) {
  const SmallVector<Value> steps = stepsOf(op, decision);
  for (Value value : steps)
    if (const std::optional<KnownRange> &range = values.at(value).range;
        range && range->isEndless())
      return "the range of '" + keyOf(value) +
             "' reaches the largest f32: it is as good as unbounded";
  // Whose product is worth integers takes what it reads.
  if (hasWeights(op))
    return "";
  // A user who gave a value its scale has chosen it: nothing is said against it.
  for (Value value : steps)
    if (!policy.scaleOf(value))
      if (std::string reason = whyLostIn(value, *values.at(value).params); !reason.empty())
        return reason;
  return "";
}

} // namespace qopt
