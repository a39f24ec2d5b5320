// Copies of dequantized weights, as the reshapes and transposes that make a convolution's weights
// of a file's: the copies are made of the steps, whose parameters go where their elements go.
#include "ir/ops.h"
#include "ir/reference/evaluator.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/quantize/pairs/exits.h"
#include "passes/quantize/roles.h"
#include "passes/rewrite.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

// Returns whether the operation moves elements, whatever their values are.
bool movesElements(Operation *op) {
  return op->getNumOperands() == 1 && op->getNumResults() == 1 && keepsInput(op) &&
         !isa<AnchorOpInterface>(op);
}

// Returns for each element of `shape` the number of its place along `axis`.
qrt::Tensor spread(ArrayRef<float> numbers, ArrayRef<int64_t> shape, int64_t axis) {
  qrt::Tensor all = qrt::Tensor::allocate(qrt::ElementType::F32, shape);
  const int64_t behind = llvm::product_of(shape.drop_front(size_t(axis) + 1));
  std::span<float> to = all.mutableValues<float>();
  for (int64_t i = 0; i < all.size(); ++i)
    to[size_t(i)] = numbers[size_t(i / behind % shape[size_t(axis)])];
  return all;
}

struct AxisParameters {
  SmallVector<double> scales;
  SmallVector<int64_t> zeroPoints;
};

// The opposite, of both: what lies at each place along `axis`; none where two differ at one place.
// An element without a scale is a zero that the copy made (nn.pad): any parameters hold it.
std::optional<AxisParameters> gathered(const qrt::Tensor &allScales, const qrt::Tensor &allZeros,
                                       size_t axis) {
  ArrayRef<int64_t> shape = allScales.shape();
  const int64_t behind = llvm::product_of(shape.drop_front(axis + 1));
  std::span<const float> scales = allScales.values<float>(), zeros = allZeros.values<float>();
  AxisParameters found{SmallVector<double>(size_t(shape[axis])),
                       SmallVector<int64_t>(size_t(shape[axis]))};
  for (size_t i = 0; i < scales.size(); ++i) {
    const size_t place = i / size_t(behind) % size_t(shape[axis]);
    if (scales[i] == 0)
      continue;
    if (found.scales[place] == 0)
      found.scales[place] = scales[i], found.zeroPoints[place] = int64_t(zeros[i]);
    else if (found.scales[place] != scales[i] || found.zeroPoints[place] != int64_t(zeros[i]))
      return std::nullopt;
  }
  llvm::replace(found.scales, 0, 1); // where all is zeros
  return found;
}

std::optional<qrt::Tensor> moved(Operation *copy, const qrt::Tensor &real) {
  FailureOr<std::vector<qrt::Tensor>> results = evaluateOperation(copy, {real});
  return succeeded(results) ? std::optional(results->front()) : std::nullopt;
}

// The element type of what `copy` makes of steps of `type`; null where its parameters lie along no
// one dimension.
Type elementBehind(Operation *copy, RankedTensorType type) {
  auto steps = dyn_cast<quant::UniformQuantizedPerAxisType>(type.getElementType());
  if (!steps)
    return type.getElementType();
  const SmallVector<float> scales(steps.getScales()), zeros(steps.getZeroPoints());
  const int64_t axis = steps.getQuantizedDimension();
  std::optional<qrt::Tensor> allScales = moved(copy, spread(scales, type.getShape(), axis)),
                             allZeros = moved(copy, spread(zeros, type.getShape(), axis));
  if (!allScales || !allZeros || !allScales->size())
    return nullptr;
  for (size_t to = 0; to < allScales->shape().size(); ++to) {
    std::optional<AxisParameters> found = gathered(*allScales, *allZeros, to);
    if (!found)
      continue;
    return quant::UniformQuantizedPerAxisType::get(
        steps.getFlags(), steps.getStorageType(), steps.getExpressedType(), found->scales,
        found->zeroPoints, int32_t(to), steps.getStorageTypeMin(), steps.getStorageTypeMax());
  }
  return nullptr;
}

// copy(dequantize(weights)) → dequantize(copied weights). Of 8 and 16 bits, real values give back
// the steps that they were made of.
struct CopyWeights : OpInterfaceRewritePattern<QuantizationRuleOpInterface> {
  CopyWeights(MLIRContext *context, FreshNames &names)
      : OpInterfaceRewritePattern(context), names(names) {}

  LogicalResult matchAndRewrite(QuantizationRuleOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (!movesElements(op))
      return failure();
    auto back = op->getOperand(0).getDefiningOp<DequantizeOp>();
    std::optional<qrt::Tensor> steps = back ? constantTensor(back.getInput()) : std::nullopt;
    if (!steps || !hasComputedStorage(back.getInput().getType()))
      return failure();
    Type element = elementBehind(op, cast<RankedTensorType>(back.getInput().getType()));
    if (!element)
      return rewriter.notifyMatchFailure(op, Twine("'") + layerName(op) +
                                                 "' stays float: the channels that its scales "
                                                 "belong to are not a dimension of its result");
    auto type = cast<RankedTensorType>(op->getResult(0).getType()).clone(element);
    std::optional<qrt::Tensor> copied = copiedSteps(op, back, *steps, type);
    if (!copied)
      return failure();
    Operation *constant = back.getInput().getDefiningOp();
    std::string name =
        back->hasOneUse() ? names.forCopy(constant) : names.unique(constant, nameOf(constant));
    Value made = createConstant(rewriter, op->getLoc(), name, type, *copied);
    rewriter.replaceOpWithNewOp<DequantizeOp>(op, op->getResult(0).getType(), made)
        ->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    return success();
  }

  static std::optional<qrt::Tensor> copiedSteps(Operation *op, DequantizeOp back,
                                                const qrt::Tensor &steps, RankedTensorType type) {
    std::optional<qrt::Tensor> real = moved(back, steps);
    if (real)
      real = moved(op, *real);
    if (!real)
      return std::nullopt;
    // Past the rewriter: it is computed and gone.
    OpBuilder builder(op);
    auto quantize = QuantizeOp::create(builder, op->getLoc(), type, op->getResult(0));
    std::optional<qrt::Tensor> copied = moved(quantize, *real);
    quantize->erase();
    return copied;
  }

  FreshNames &names;
};

} // namespace

void addWeightCopies(Rewrites &rewrites) {
  rewrites.add<CopyWeights>({"absorb-qdq/copy-weights", Promise::SameBits}, rewrites.names);
}

} // namespace qopt
