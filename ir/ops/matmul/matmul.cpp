// nn.matmul: shapes, constraints, quantization, cost, epilogue.
#include "ir/ops.h"
#include "ir/ops/product_sum.h"
#include "ir/ops/zero_points.h"
#include "ir/values/weights.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;

static int64_t columnAxis(MatmulOp op) {
  int64_t rank = cast<RankedTensorType>(op.getB().getType()).getRank();
  return op.getTransposeB() ? rank - 2 : rank - 1;
}

LogicalResult MatmulOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape a = symbolicShape(getA()), b = symbolicShape(getB());
  if (a.size() < 2 || (b.size() != 2 && b.size() != a.size()))
    return error() << "(C1): ranks of " << toString(a) << " and " << toString(b) << " do not fit";
  if (b.size() > 2 && !mayBeEqual(ArrayRef(a).drop_back(2), ArrayRef(b).drop_back(2)))
    return error() << "(C1): leading dimensions of " << toString(a) << " and " << toString(b)
                   << " differ";
  Dim k = b[b.size() - 2], n = b.back();
  if (getTransposeB())
    std::swap(k, n);
  if (!mayBeEqual(a.back(), k))
    return error() << "(C2): inner dimensions of " << toString(a) << " and " << toString(b)
                   << " must be equal";
  a.back() = n;
  results.push_back(a);
  return success();
}

bool MatmulOp::mayGrow(unsigned operand, int64_t dim) {
  int64_t rank = int64_t(symbolicShape(operand == 0 ? getA() : getB()).size());
  return operand == 0 ? dim < rank - 1 : operand == 1 && dim < rank - 2;
}

static LogicalResult verifyKinds(MatmulOp op) {
  Type a = op.getA().getType(), b = op.getB().getType();
  bool plainResult = isF32(op.getType()) || isPlainInteger(op.getType());
  if ((isF32(a) && isF32(b) && isF32(op.getType())) ||
      (isPlainInteger(a) && isPlainInteger(b) && plainResult))
    return success();
  auto params = quantParams(a);
  if (!params || !isQuantized(b) || (!isF32(op.getType()) && !quantParams(op.getType())))
    return violates(op, "C4") << "factors " << a << " and " << b << " giving " << op.getType()
                              << " must be all f32, quantized or plain integers";
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(getElementTypeOrSelf(b));
  if (perAxis && perAxis.getQuantizedDimension() != columnAxis(op))
    return violates(op, "C4") << "b " << b << " must be quantized per axis " << columnAxis(op);
  // A computed operand is an activation, and R2 lets it have a zero point per tensor.
  if ((perAxis || op.getB().getDefiningOp<ConstantOp>()) && hasZeroPoints(b) &&
      !mayHaveZeroPoints(op.getB()))
    return violates(op, "C4") << "b " << b << " must have zero point 0: only constants of at most "
                              << "8 bits have others";
  return success();
}

static Accumulation accumulationOf(MatmulOp op) {
  return {&op.getAMutable(), &op.getBMutable(), operandOf(op.getBiasMutable()),
          nullptr,           op.getResult(),    runTimeParametersOf(op)};
}

LogicalResult MatmulOp::verify() {
  Dim columns = symbolicShape(getB())[columnAxis(*this)];
  return success(
      succeeded(verifyKinds(*this)) &&
      succeeded(verifyBias(*this, "C3", getBias(), getA().getType(), columns)) &&
      succeeded(verifyFactors(*this, "C5", accumulationOf(*this))) &&
      succeeded(verifyRunTimeParameters(*this, "C7", "C8", accumulationOf(*this), columns)) &&
      succeeded(verifyProductSum(*this, "C6", accumulationOf(*this),
                                 {termsAlong(symbolicShape(getA()).back()), columnAxis(*this)})));
}

QuantizationRule MatmulOp::quantizationRule() {
  QuantizationRule rule;
  if (isPlainInteger(getA().getType())) {
    rule.operands.assign(getNumOperands(), OperandRole::AsIs);
    return rule;
  }
  rule.result = ResultRule::OwnRange;
  bool constant = getB().getDefiningOp<ConstantOp>() != nullptr;
  OperandRule weights(OperandRole::Weight, columnAxis(*this),
                      termsAlong(symbolicShape(getA()).back()));
  rule.operands = {OperandRole::Activation, constant ? weights : OperandRole::Activation};
  if (getBias())
    rule.operands.push_back(OperandRole::Bias);
  rule.writesFloat = true;
  return rule;
}

OpCost MatmulOp::cost(int64_t batch) {
  int64_t k = shapeAt(getA().getType(), batch).back();
  return costOf(*this, batch, qrt::elementCount(shapeAt(getType(), batch)) * k);
}

BodyValue MatmulOp::buildBody(BodyBuilder &body) {
  return buildEpilogue(body, accumulationOf(*this));
}

int64_t MatmulOp::operandAxis(unsigned index) {
  return channelOperandAxis(accumulationOf(*this), index, channelDim());
}

qrt::ElementType MatmulOp::accumulator() { return accumulatorType(getA().getType()); }
int64_t MatmulOp::channelDim() { return cast<RankedTensorType>(getType()).getRank() - 1; }
