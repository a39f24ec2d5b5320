// Reductions: shapes, constraints, quantization, bodies.
#include "ir/ops.h"
#include "ir/ops/lite/arithmetic.h"
#include "ir/ops/rescale.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

LogicalResult qopt::nn::inferReduced(Value input, ArrayRef<int64_t> axes, bool keepDims,
                                     SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(input), reduced;
  for (auto [i, axis] : llvm::enumerate(axes))
    if (axis < 0 || axis >= int64_t(shape.size()) || (i && axis <= axes[i - 1]))
      return error() << "(C1): axes must be distinct, ascending and in range in "
                     << toString(shape);
  for (auto [i, dim] : llvm::enumerate(shape)) {
    if (!llvm::is_contained(axes, int64_t(i)))
      reduced.push_back(dim);
    else if (keepDims)
      reduced.push_back(staticDim(1));
  }
  results.push_back(reduced);
  return success();
}

static int64_t reducedCount(ReductionOpInterface op) {
  SymbolicShape shape = symbolicShape(op->getOperand(0)), reduced;
  for (int64_t axis : op.reducedAxes())
    reduced.push_back(shape[axis]);
  std::optional<Dim> count = productOf(reduced);
  return count ? termsAlong(*count) : qrt::extentLimit;
}

LogicalResult qopt::nn::detail::inferReduction(Operation *op,
                                               SmallVectorImpl<SymbolicShape> &results,
                                               EmitError error) {
  auto reduction = cast<ReductionOpInterface>(op);
  return inferReduced(op->getOperand(0), reduction.reducedAxes(), reduction.keepsDims(), results,
                      error);
}

static bool isMean(Operation *op) { return isa<ReduceMeanOp>(op); }

// An index may be that of any element that is compared; its own type is i64.
static LogicalResult verifyPlace(Operation *op) {
  Type input = getElementTypeOrSelf(op->getOperand(0)),
       result = getElementTypeOrSelf(op->getResult(0));
  bool compares = isF32(input) || input.isSignlessInteger(32) || input.isSignlessInteger(64) ||
                  (quantParams(input) && hasComputedStorage(input));
  return result.isInteger(64) && compares
             ? success()
             : violates(op, "C2") << "element type " << input << " does not go with " << result;
}

LogicalResult qopt::nn::detail::verifyReduction(Operation *op) {
  const qrt::ReduceKind kind = cast<ReductionOpInterface>(op).reduction();
  const qrt::ReduceTypes types = rowOf(kind).types;
  if (isIndex(kind) && reducedCount(cast<ReductionOpInterface>(op)) == 0)
    return violates(op, "C1") << "there is no place among no elements";
  if (isIndex(kind))
    return verifyPlace(op);
  bool isPlain = getElementTypeOrSelf(op->getOperand(0)).isInteger();
  if (isExtreme(kind) && !isPlain)
    return verifySameElement(op, "C2");
  ElementRule rule{/*quantized=*/types == qrt::ReduceTypes::Steps,
                   /*floats=*/true,
                   types != qrt::ReduceTypes::Float && !isMean(op) ? Integers::Wide
                                                                   : Integers::None};
  if (failed(verifyElements(op, "C2", rule)))
    return failure();
  return verifyStepSum(op, "C3", reducedCount(cast<ReductionOpInterface>(op)), isMean(op));
}

QuantizationRule qopt::nn::detail::ruleOfReduction(Operation *op) {
  const qrt::ReduceKind kind = cast<ReductionOpInterface>(op).reduction();
  if (rowOf(kind).types != qrt::ReduceTypes::Steps || isIndex(kind))
    return {ResultRule::StaysFloat, {OperandRole::Float}};
  return {isExtreme(kind) ? ResultRule::SharesInput : ResultRule::OwnRange,
          {OperandRole::Activation}};
}

OpCost qopt::nn::detail::costOfReduction(Operation *op, int64_t batch) {
  OpCost cost = costOf(op, batch, 0);
  cost.elements = qrt::elementCount(shapeAt(op->getOperand(0).getType(), batch));
  return cost;
}

qrt::ElementType qopt::nn::detail::accumulatorOfReduction(Operation *op) {
  return qrt::accumulatorOf(cast<ReductionOpInterface>(op).reduction(),
                            *storageType(op->getOperand(0).getType()));
}

// s_x/s_y as a multiplier, whose mantissa is divided by the count (L8).
static BodyValue liteMean(BodyBuilder &body, const QuantParams &input, const QuantParams &result,
                          int64_t count) {
  qrt::ScalarBuilder &b = body.scalar;
  lite::Multiplier m(input.scale / result.scale);
  const int shift = std::min({int(llvm::Log2_64(count)), 32, 31 + m.exponent});
  const auto mantissa = int32_t((int64_t(m.mantissa) << shift) / count);
  const int exponent = m.exponent - shift;
  BodyValue sum = body.accumulator();
  if (sum.type == qrt::ScalarType::I64)
    sum = b.apply(ScalarOp::I64ToI32, sum);
  std::optional<BodyValue> left;
  if (exponent > 0)
    left = b.constant(int32_t(exponent));
  BodyValue t =
      fixedProduct(b, sum, b.constant(mantissa), left, b.constant(int32_t(std::max(-exponent, 0))));
  return clampToStorage(b, t, result);
}

// f32(Σ (q − z)) · s_x / (n·s_y) (E7), or Σ / n in f32.
static BodyValue scaledSum(BodyBuilder &body, Operation *op, int64_t count) {
  qrt::ScalarBuilder &b = body.scalar;
  std::optional<QuantParams> input = quantParams(op->getOperand(0).getType());
  if (!input)
    return count == 1 ? body.accumulator()
                      : b.apply(ScalarOp::DivF, body.accumulator(), b.constant(float(count)));
  QuantParams result = *quantParams(op->getResult(0).getType());
  if (isLite(op) && count > 0)
    return liteMean(body, *input, result, count);
  double ratio = input->scale / (double(count) * result.scale);
  return rescaled(b, rescalingOf(op), body.accumulator(), ratio, result);
}
BodyValue qopt::nn::detail::sumBody(BodyBuilder &body, Operation *op) {
  return scaledSum(body, op, 1);
}
BodyValue qopt::nn::detail::meanBody(BodyBuilder &body, Operation *op) {
  return scaledSum(body, op, reducedCount(cast<ReductionOpInterface>(op)));
}
BodyValue qopt::nn::detail::rootBody(BodyBuilder &body) {
  return body.scalar.apply(ScalarOp::SqrtF, body.accumulator());
}
