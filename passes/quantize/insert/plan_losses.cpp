// Operations of a plan that stay float, as the steps of a whole range would lose what readers look
// at.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "passes/quantize/insert/buried.h"
#include "passes/quantize/insert/plan.h"
#include "passes/quantize/roles.h"

#include "llvm/Support/Format.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// Empty, or what a value loses under the parameters that the plan gives it. What a user gave it is
// the user's choice.
std::string QuantPlan::whyLostIn(Value value) const {
  const QuantParams &made = params.at(value);
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (policy.scaleOf(value))
    return text;
  const double span = made.scale * double(made.max - made.min);
  if (std::optional<Buried> buried = findBuried(value, made.scale))
    stream << "'" << keyOf(buried->value) << "', whose values lie within "
           << llvm::format("%g", buried->width) << ", is lost in the steps of '" << keyOf(value)
           << "', " << llvm::format("%g", made.scale);
  else if (std::optional<double> width = widthToSoftmax(value);
           width && span > *width && made.scale > *width / fewestStepsToSoftmax)
    stream << "a softmax tells values apart that lie in one step of '" << keyOf(value) << "', "
           << llvm::format("%g", made.scale);
  return text;
}

std::string QuantPlan::whyLossy(Operation *op) const {
  SmallVector<Value> values = activationsOf(op);
  if (!writesFloat(op))
    values.append(op->result_begin(), op->result_end());
  for (Value value : values)
    if (std::optional<KnownRange> range = rangeForSteps(value);
        range && range->isEndless() && originOf(value).source == Source::Range)
      return "the range of '" + keyOf(value) + "' reaches the end of f32";
  // Whose product is worth integers takes what it reads.
  if (hasWeights(op))
    return "";
  for (Value value : values)
    if (std::string reason = whyLostIn(value); !reason.empty())
      return reason;
  return "";
}

} // namespace qopt
