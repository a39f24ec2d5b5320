#include "passes/quantize/known_range.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/quantize/roles.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static constexpr double endOfF32 = std::numeric_limits<float>::max();

double KnownRange::span() const { return std::max(max, 0.0) - std::min(min, 0.0); }

bool KnownRange::isEndless() const { return min <= -endOfF32 || max >= endOfF32; }

// Returns the range that a bound, a clip or a relu, makes of its operand's, without measuring.
static std::optional<KnownRange> boundedRange(Operation *op) {
  double low = 0, high = INFINITY;
  if (auto clip = dyn_cast_or_null<ClipOp>(op)) {
    low = clip.getMin().convertToFloat(), high = clip.getMax().convertToFloat();
    if (std::isfinite(low) && std::isfinite(high))
      return KnownRange{low, high};
  } else if (!isa_and_nonnull<ReluOp>(op)) {
    return std::nullopt;
  }
  std::optional<KnownRange> range = knownRange(op->getOperand(0));
  if (range)
    range = {std::clamp(range->min, low, high), std::clamp(range->max, low, high)};
  return range;
}

// Returns the range of a constant's numbers (P7): NaNs are steps of zero wherever they stand, and
// alone they are all zeros.
static std::optional<KnownRange> rangeOfConstant(const qrt::Tensor &constant) {
  if (!constant.size() || constant.type() != qrt::ElementType::F32)
    return std::nullopt;
  KnownRange range{INFINITY, -INFINITY};
  for (double value : constant.values<float>())
    if (!std::isnan(value))
      range = {std::min(range.min, value), std::max(range.max, value)};
  if (range.min > range.max)
    return KnownRange{0, 0};
  return KnownRange{std::max(range.min, -endOfF32), std::min(range.max, endOfF32)};
}

std::optional<KnownRange> knownRange(Value value) {
  if (std::optional<RangeAttr> range = rangeOf(value))
    return KnownRange{range->getMin(), range->getMax()};
  if (std::optional<qrt::Tensor> constant = constantTensor(value))
    if (auto range = rangeOfConstant(*constant))
      return range;
  return boundedRange(value.getDefiningOp());
}

static std::optional<KnownRange> seenThroughCopies(Value value) {
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

std::optional<KnownRange> rangeShownByCopies(Value value) {
  std::optional<KnownRange> own = knownRange(value), shown = seenThroughCopies(value);
  constexpr double few = 16; // four bits of the steps
  return own && shown && own->span() > few * shown->span() ? shown : std::nullopt;
}

} // namespace qopt
