// nn.conv2d: shapes, constraints, quantization, cost, epilogue.
#include "ir/ops.h"
#include "ir/ops/product_sum.h"
#include "ir/ops/zero_points.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;

LogicalResult Conv2dOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape input = symbolicShape(getInput());
  SymbolicShape weights = symbolicShape(getWeights());
  if (input.size() != weights.size() || (input.size() != 3 && input.size() != 4))
    return error() << "(C1): input and weights must both be of rank 3 or of rank 4";
  int64_t groups = getGroups();
  if (!llvm::all_of(weights, [](const Dim &d) { return d.isStatic() && d.value() > 0; }) ||
      groups <= 0 || weights[0].value() % groups != 0 ||
      !mayBeEqual(input[1], staticDim(weights[1].value() * groups)))
    return error() << "(C2): input " << toString(input) << " and weights " << toString(weights)
                   << " do not fit in " << groups << " groups";
  SmallVector<int64_t> kernel = llvm::map_to_vector(ArrayRef(weights).drop_front(2),
                                                    [](const Dim &size) { return size.value(); });
  auto image = slideImage(error, "C3", ArrayRef(input).drop_front(2), kernel, getStrides(),
                          getPads(), getDilations());
  if (failed(image))
    return failure();
  SymbolicShape result{input[0], weights[0]};
  result.append(*image);
  results.push_back(result);
  return success();
}

bool Conv2dOp::mayGrow(unsigned operand, int64_t dim) { return operand != 1 && dim == 0; }

static LogicalResult verifyWeights(Conv2dOp op) {
  Type input = op.getInput().getType(), weights = op.getWeights().getType();
  if ((isF32(input) && isF32(weights)) || (isPlainInteger(input) && isPlainInteger(weights)))
    return success();
  if (!isQuantized(input) || !isQuantized(weights))
    return violates(op, "C5") << "input " << input << " and weights " << weights
                              << " must both be f32, quantized or plain integers";
  auto element = cast<quant::QuantizedType>(getElementTypeOrSelf(weights));
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(element);
  if (!quantParams(input) || (perAxis && perAxis.getQuantizedDimension() != 0))
    return violates(op, "C5") << "weights " << weights << " must be per tensor or per axis 0; "
                              << "input per tensor";
  if ((!element.isSigned() || hasZeroPoints(weights)) && !mayHaveZeroPoints(op.getWeights()))
    return violates(op, "C5") << "weights " << weights << " must be signed with zero point 0: "
                              << "only constants of at most 8 bits have others";
  return success();
}

static LogicalResult verifyResult(Conv2dOp op) {
  Type input = op.getInput().getType(), result = op.getType();
  bool quantized = isQuantized(input);
  if (isF32(input) && !isF32(result))
    return violates(op, "C8") << "a float convolution writes f32, not " << result;
  if (isPlainInteger(input) && !isF32(result) && !isPlainInteger(result))
    return violates(op, "C8") << "of plain integers the result is f32 or of plain integers, not "
                              << result;
  if (quantized && !isF32(result) && !quantParams(result))
    return violates(op, "C8") << "the result is quantized per tensor or f32, not " << result;
  if (!op.getResidual())
    return success();
  Type residual = op.getResidual().getType();
  if (symbolicShape(residual) != symbolicShape(result))
    return violates(op, "C6") << "residual " << residual << " has not the shape of " << result;
  bool fits = quantized
                  ? hasComputedStorage(residual) && quantParams(residual) && quantParams(result) &&
                        !(op.getBias() && isF32(op.getBias().getType()))
                  : isF32(input) && isF32(residual);
  if (!fits)
    return violates(op, "C6") << "residual " << residual << " does not go with result " << result
                              << " and this bias";
  return success();
}

static Accumulation accumulationOf(Conv2dOp op) {
  return {&op.getInputMutable(),
          &op.getWeightsMutable(),
          operandOf(op.getBiasMutable()),
          operandOf(op.getResidualMutable()),
          op.getResult(),
          runTimeParametersOf(op)};
}

// Products that one sum adds up.
static int64_t termsOf(Conv2dOp op) {
  return llvm::product_of(
      cast<RankedTensorType>(op.getWeights().getType()).getShape().drop_front());
}

LogicalResult Conv2dOp::verify() {
  Dim channels = symbolicShape(getWeights())[0];
  return success(
      succeeded(verifyWeights(*this)) &&
      succeeded(verifyBias(*this, "C4", getBias(), getInput().getType(), channels)) &&
      succeeded(verifyResult(*this)) &&
      succeeded(verifyFactors(*this, "C7", accumulationOf(*this))) &&
      succeeded(verifyRunTimeParameters(*this, "C10", "C11", accumulationOf(*this), channels)) &&
      succeeded(verifyProductSum(*this, "C9", accumulationOf(*this), {termsOf(*this), 0})));
}

QuantizationRule Conv2dOp::quantizationRule() {
  QuantizationRule rule;
  if (isPlainInteger(getInput().getType())) {
    rule.operands.assign(getNumOperands(), OperandRole::AsIs);
    return rule;
  }
  rule.result = ResultRule::OwnRange;
  rule.operands = {OperandRole::Activation, {OperandRole::Weight, 0, termsOf(*this)}};
  if (getBias())
    rule.operands.push_back(OperandRole::Bias);
  if (getResidual())
    rule.operands.push_back(OperandRole::Residual);
  rule.writesFloat = true;
  return rule;
}

OpCost Conv2dOp::cost(int64_t batch) {
  int64_t taps = qrt::elementCount(shapeAt(getWeights().getType(), batch)) /
                 cast<RankedTensorType>(getWeights().getType()).getDimSize(0);
  return costOf(*this, batch, qrt::elementCount(shapeAt(getType(), batch)) * taps);
}

BodyValue Conv2dOp::buildBody(BodyBuilder &body) {
  return buildEpilogue(body, accumulationOf(*this));
}

int64_t Conv2dOp::operandAxis(unsigned index) {
  return channelOperandAxis(accumulationOf(*this), index, channelDim());
}

qrt::ElementType Conv2dOp::accumulator() { return accumulatorType(getInput().getType()); }
int64_t Conv2dOp::channelDim() { return 1; }
