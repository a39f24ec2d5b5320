#include "importers/tflite/export/prepare/recognize_softmax.h"

#include "importers/tflite/integers/expanded.h"
#include "ir/ops.h"
#include "ir/ops/lite/arithmetic.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace qopt::tflite {

namespace {
/// Plain integers between the steps of one value and those of another.
struct Expansion {
  llvm::SetVector<Operation *> parts;
  Value source; // null: none, or several
};
} // namespace

static bool isFromSteps(Operation *op) {
  return isa<nn::BitCastOp>(op) && nn::isQuantized(op->getOperand(0).getType());
}

static Expansion expansionBefore(nn::BitCastOp last) {
  Expansion found;
  found.parts.insert(last);
  for (size_t i = 0; i < found.parts.size(); ++i) {
    Operation *op = found.parts[i];
    if (isFromSteps(op)) {
      if (found.source && found.source != op->getOperand(0))
        return {};
      found.source = op->getOperand(0);
      continue;
    }
    for (Value operand : op->getOperands()) {
      Operation *before = operand.getDefiningOp();
      if (!before || nn::isQuantized(operand.getType()))
        return {};
      found.parts.insert(before);
    }
  }
  return found;
}

// The axis of the one maximum and the one sum that softmax has.
static std::optional<int64_t> axisOf(const Expansion &expansion) {
  nn::ReduceMaxOp largest;
  nn::ReduceSumOp sum;
  for (Operation *op : expansion.parts) {
    if (auto one = dyn_cast<nn::ReduceMaxOp>(op)) {
      if (largest)
        return std::nullopt;
      largest = one;
    }
    if (auto one = dyn_cast<nn::ReduceSumOp>(op)) {
      if (sum)
        return std::nullopt;
      sum = one;
    }
  }
  if (!largest || !sum || largest.getAxes().size() != 1 || largest.getAxes() != sum.getAxes())
    return std::nullopt;
  return largest.getAxes()[0];
}

static bool holds(const Expansion &expansion, ArrayRef<int64_t> values) {
  return llvm::any_of(expansion.parts, [&](Operation *op) {
    std::optional<qrt::Tensor> tensor =
        isa<nn::ConstantOp>(op) ? nn::constantTensor(op->getResult(0)) : std::nullopt;
    return tensor && tensor->type() == qrt::ElementType::I64 &&
           llvm::equal(tensor->values<int64_t>(), values);
  });
}

// The numbers that beta and the input's scale decide.
static bool isOfBetaOne(const Expansion &expansion) {
  std::optional<nn::QuantParams> x = nn::quantParams(expansion.source.getType());
  if (!x)
    return false;
  if (qrt::byteWidth(x->storage) == 1)
    return holds(expansion, softmaxExponentials(x->scale, 1));
  return holds(expansion,
               {nn::lite::Multiplier(double(float(x->scale)) / (10.0 / 65535.0)).mantissa});
}

static void becomeSoftmax(nn::BitCastOp last) {
  if (!nn::isQuantized(last.getResult().getType()))
    return;
  const Expansion expansion = expansionBefore(last);
  if (!expansion.source)
    return;
  std::optional<int64_t> axis = axisOf(expansion);
  if (!axis || !isOfBetaOne(expansion))
    return;
  OpBuilder builder(last);
  auto softmax = nn::SoftmaxOp::create(builder, last.getLoc(), last.getResult().getType(),
                                       expansion.source, uint64_t(*axis));
  nn::setName(softmax, nn::nameOf(last));
  last.getResult().replaceAllUsesWith(softmax.getResult());
  last.erase();
}

void recognizeSoftmax(func::FuncOp entry) {
  for (auto op : llvm::make_early_inc_range(entry.getOps<nn::BitCastOp>()))
    becomeSoftmax(op);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(entry.front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

} // namespace qopt::tflite
