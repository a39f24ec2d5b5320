#include "passes/quantize/norms.h"

#include "ir/ops/elementwise/gain.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/quantize/roles.h"
#include "passes/rewrite.h"

#include "llvm/ADT/DenseSet.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static bool isWeighted(Operation *op) {
  return isa<QuantizationRuleOpInterface>(op) && hasWeights(op);
}

/// Returns whether a layer with weights is met from `start` on, by way of `next`; `start` does not
/// count.
static bool meetsWeights(Operation *start,
                         function_ref<SmallVector<Operation *>(Operation *)> next) {
  llvm::DenseSet<Operation *> seen;
  SmallVector<Operation *> open = next(start);
  while (!open.empty()) {
    Operation *op = open.pop_back_val();
    if (isWeighted(op))
      return true;
    if (seen.insert(op).second)
      llvm::append_range(open, next(op));
  }
  return false;
}

static SmallVector<Operation *> makersOf(Operation *op) {
  SmallVector<Operation *> makers;
  for (Value operand : op->getOperands())
    if (Operation *maker = operand.getDefiningOp())
      makers.push_back(maker);
  return makers;
}

static bool liesBetweenWeights(Operation *op) {
  return meetsWeights(op, makersOf) && meetsWeights(op, [](Operation *of) {
           return SmallVector<Operation *>(of->user_begin(), of->user_end());
         });
}

namespace {
/// y = x·gain + shift of each channel.
struct Affine {
  qrt::Tensor gain, shift; // f32, of shapes [C, 1, 1, 1] and [C]
};
} // namespace

/// None where a parameter is no f32 constant, or a number would be none.
static std::optional<Affine> affineOf(BatchNormOp op) {
  std::vector<qrt::Tensor> parameters;
  for (Value parameter : op->getOperands().drop_front()) {
    auto tensor = constantTensor(parameter);
    if (!tensor || tensor->type() != qrt::ElementType::F32)
      return std::nullopt;
    parameters.push_back(*tensor);
  }
  const auto gamma = parameters[0].values<float>(), beta = parameters[1].values<float>(),
             mean = parameters[2].values<float>(), variance = parameters[3].values<float>();
  const auto channels = int64_t(gamma.size());
  Affine affine{qrt::Tensor::allocate(qrt::ElementType::F32, {channels, 1, 1, 1}),
                qrt::Tensor::allocate(qrt::ElementType::F32, {channels})};
  for (size_t c = 0; c < gamma.size(); ++c) {
    const float gain = gainOf(gamma[c], variance[c], op.getEpsilon().convertToFloat());
    const auto shift = float(double(beta[c]) - double(mean[c]) * double(gain));
    if (!std::isfinite(gain) || !std::isfinite(shift))
      return std::nullopt;
    affine.gain.mutableValues<float>()[c] = gain;
    affine.shift.mutableValues<float>()[c] = shift;
  }
  return affine;
}

void NormsAsConvolutions::replace(func::FuncOp function, function_ref<bool(BatchNormOp)> isAsked) {
  NameTable names(function);
  SmallVector<BatchNormOp> found;
  function.walk([&](BatchNormOp op) {
    if (cast<ShapedType>(op.getType()).getRank() == 4 && isF32(op.getType()) && isAsked(op) &&
        liesBetweenWeights(op))
      found.push_back(op);
  });
  for (BatchNormOp op : found) {
    std::optional<Affine> affine = affineOf(op);
    if (!affine)
      continue;
    OpBuilder builder(op);
    const std::string name = layerName(op);
    auto constant = [&](StringRef what, const qrt::Tensor &tensor) {
      return createConstant(builder, op.getLoc(), names.unique(name + what.str()), tensor);
    };
    Value gain = constant("/gain", affine->gain), shift = constant("/shift", affine->shift);
    auto convolution =
        Conv2dOp::create(builder, op.getLoc(), op.getType(), op.getInput(), gain, shift, Value(),
                         ArrayRef<int64_t>{1, 1}, ArrayRef<int64_t>{0, 0, 0, 0},
                         ArrayRef<int64_t>{1, 1}, uint64_t(affine->shift.size()));
    all.push_back(
        {convolution, llvm::to_vector<4>(op->getOperands().drop_front()), op.getEpsilon()});
    takeIdentity(convolution, op);
    op.replaceAllUsesWith(convolution.getResult());
    op.erase();
  }
}

void NormsAsConvolutions::keep(function_ref<bool(Operation *)> isInteger) {
  llvm::erase_if(all, [&](const Replaced &one) { return isInteger(one.convolution); });
}

void NormsAsConvolutions::restore() {
  for (Replaced &one : all) {
    Conv2dOp convolution = one.convolution;
    OpBuilder builder(convolution);
    auto norm = BatchNormOp::create(builder, convolution.getLoc(), convolution.getType(),
                                    convolution.getInput(), one.parameters[0], one.parameters[1],
                                    one.parameters[2], one.parameters[3], one.epsilon);
    takeIdentity(norm, convolution);
    convolution.replaceAllUsesWith(norm.getResult());
    convolution.erase();
  }
  all.clear();
}

} // namespace qopt
