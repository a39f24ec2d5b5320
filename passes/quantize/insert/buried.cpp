#include "passes/quantize/insert/buried.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/weights.h"
#include "passes/quantize/known_range.h"
#include "passes/quantize/roles.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

// A network's values are looked at behind so many operations in a row, at most: what makes a mask
// is no longer.
constexpr int depth = 12;

// exp(-104) is 0 in f32. Scores of a network may be a few times as far apart.
constexpr double widthOfSoftmax = 4 * 104;

// The one number that a constant holds.
std::optional<float> numberIn(Value value) {
  std::optional<qrt::Tensor> constant = constantTensor(value);
  if (!constant || constant->type() != qrt::ElementType::F32 || !constant->size())
    return std::nullopt;
  auto [min, max] = std::ranges::minmax(constant->values<float>());
  return min == max ? std::optional(min) : std::nullopt;
}

/// A result is `factor` times `operand`, or an exact copy of it, or shifted.
struct Multiple {
  Value operand;
  double factor = 1;
};

std::optional<Multiple> multipleOf(Value value) {
  Operation *op = value.getDefiningOp();
  auto rule = dyn_cast_or_null<QuantizationRuleOpInterface>(op);
  if (!rule)
    return std::nullopt;
  if (keepsInput(rule) || isa<NegOp>(op))
    return Multiple{op->getOperand(0)};
  if (!isa<MulOp, DivOp, AddOp, SubOp>(op))
    return std::nullopt;
  const std::optional<float> left = numberIn(op->getOperand(0)),
                             right = numberIn(op->getOperand(1));
  if (!left == !right)
    return std::nullopt;
  const double number = std::abs(left ? *left : *right);
  Value other = op->getOperand(left ? 1 : 0);
  if (isa<MulOp>(op) && number > 0)
    return Multiple{other, number};
  if (isa<DivOp>(op) && right && number > 0)
    return Multiple{other, 1 / number};
  return isa<AddOp, SubOp>(op) ? std::optional(Multiple{other}) : std::nullopt;
}

// Returns the values that a result is made of, in one unit with it.
SmallVector<Value> joinedBy(Operation *op) {
  if (isa_and_nonnull<AddOp, SubOp, ConcatOp>(op))
    return llvm::to_vector(op->getOperands());
  if (auto where = dyn_cast_or_null<WhereOp>(op))
    return {where.getLhs(), where.getRhs()};
  if (auto pad = dyn_cast_or_null<PadOp>(op))
    return {pad.getInput()};
  return {};
}

// The search goes on behind a choice, but not behind a sum, whose operands alone it looks at: what
// one layer adds little to has lost nothing of the others.
bool isChoice(Operation *op) { return isa_and_nonnull<WhereOp, PadOp, ConcatOp>(op); }

std::optional<Buried> buriedIn(Value value, double step, int left) {
  if (left == 0)
    return std::nullopt;
  if (std::optional<Multiple> multiple = multipleOf(value))
    return buriedIn(multiple->operand, step / multiple->factor, left - 1);
  Operation *op = value.getDefiningOp();
  for (Value part : joinedBy(op)) {
    if (!isF32(part.getType()) || numberIn(part))
      continue;
    std::optional<KnownRange> range = knownRange(part);
    if (range && range->width() > 0 && range->width() <= 2 * step)
      return Buried{part, range->width()};
    if (isChoice(op))
      if (std::optional<Buried> deeper = buriedIn(part, step, left - 1))
        return deeper;
  }
  return std::nullopt;
}

// A choice of something, or a sum of two.
bool isJoined(Value value, int left) {
  if (std::optional<Multiple> multiple = multipleOf(value))
    return left > 0 && isJoined(multiple->operand, left - 1);
  Operation *op = value.getDefiningOp();
  auto parts = llvm::count_if(joinedBy(op), [](Value part) { return !numberIn(part); });
  return parts >= (isChoice(op) ? 1 : 2);
}

std::optional<double> widthBehind(Value value, int left);

// Returns the width that one operation which reads the value can tell apart; none where it is not
// known.
std::optional<double> widthForReader(OpOperand &use, int left) {
  Operation *user = use.getOwner();
  if (isa<SoftmaxOp, MaskedSoftmaxOp, GuardedSoftmaxOp>(user))
    return widthOfSoftmax;
  if (auto attention = dyn_cast<AttentionOp>(user))
    return llvm::is_contained(attention.getMasks(), use.get()) ? std::optional(widthOfSoftmax)
                                                               : std::nullopt;
  if (user->getNumResults() != 1 || left == 0)
    return std::nullopt;
  Value result = user->getResult(0);
  double factor = 1;
  if (std::optional<Multiple> multiple = multipleOf(result))
    factor = multiple->operand == use.get() ? multiple->factor : 0;
  else if (!llvm::is_contained(joinedBy(user), use.get()))
    factor = 0;
  if (factor == 0)
    return std::nullopt;
  std::optional<double> width = widthBehind(result, left - 1);
  return width ? std::optional(*width / factor) : std::nullopt;
}

std::optional<double> widthBehind(Value value, int left) {
  std::optional<double> most;
  for (OpOperand &use : value.getUses()) {
    std::optional<double> width = widthForReader(use, left);
    if (!width)
      return std::nullopt;
    most = std::max(most.value_or(0), *width);
  }
  return most;
}

} // namespace

std::optional<Buried> findBuried(Value value, double step) { return buriedIn(value, step, depth); }

std::optional<double> widthToSoftmax(Value value) {
  return isJoined(value, depth) ? widthBehind(value, depth) : std::nullopt;
}

} // namespace qopt
