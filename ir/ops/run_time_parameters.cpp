#include "ir/ops/run_time_parameters.h"

#include "ir/ops/accumulate.h"
#include "ir/verify.h"

using namespace mlir;
using qrt::ScalarOp;

namespace qopt::nn {

static bool isOneElement(Value value) { return productOf(symbolicShape(value)) == staticDim(1); }

// Checks that a zero point has one element, of `like`'s element type.
static LogicalResult verifyZero(Operation *op, StringRef label, OpOperand *zero, Type like) {
  if (!zero)
    return success();
  Type type = zero->get().getType();
  if (getElementTypeOrSelf(type) == getElementTypeOrSelf(like) && isOneElement(zero->get()))
    return success();
  return violates(op, label) << "zero point " << type << " must be one element of "
                             << getElementTypeOrSelf(like);
}

static LogicalResult verifyScale(Operation *op, StringRef label, OpOperand *scale,
                                 std::optional<Dim> channels) {
  if (!scale)
    return success();
  Type type = scale->get().getType();
  bool perChannel = channels && symbolicShape(type) == SymbolicShape{*channels};
  if (isF32(type) && (isOneElement(scale->get()) || perChannel))
    return success();
  return violates(op, label) << "scale " << type << " must be f32, one element"
                             << (channels ? " or one a channel" : "");
}

LogicalResult verifyRunTimeParameters(Operation *op, StringRef types, StringRef presence,
                                      const Accumulation &acc, Dim channels) {
  const RunTimeParameters &p = acc.parameters;
  bool any = llvm::any_of(p.all(), [](OpOperand *operand) { return operand != nullptr; });
  if (!isPlainInteger(acc.inputType())) {
    if (any)
      return violates(op, types) << "parameters as operands are for plain integers, not "
                                 << acc.inputType();
    return success();
  }
  Type result = acc.result.getType();
  if (failed(verifyZero(op, types, p.inputZero, acc.inputType())) ||
      failed(verifyZero(op, types, p.weightsZero, acc.weightsType())) ||
      failed(verifyZero(op, types, p.resultZero, result)) ||
      failed(verifyScale(op, types, p.inputScale, std::nullopt)) ||
      failed(verifyScale(op, types, p.weightsScale, channels)) ||
      failed(verifyScale(op, types, p.resultScale, std::nullopt)))
    return failure();
  bool scaled = p.inputScale && p.weightsScale;
  bool isSum = storageType(result) == accumulatorType(acc.inputType());
  bool isStored = isPlainInteger(result) && !isSum;
  if (isSum ? p.inputScale || p.weightsScale || acc.hasFloatBias() : !scaled)
    return violates(op, presence) << "a result " << result << (isSum ? " takes no" : " needs an")
                                  << " input_scale and weights_scale"
                                  << (isSum ? ", and no float bias" : "");
  if (isStored != (p.resultScale != nullptr) || (p.resultZero && !isStored))
    return violates(op, presence) << "a result " << result
                                  << (isStored ? " needs a result_scale"
                                               : " takes no result_scale and result_zero");
  return success();
}

namespace {
struct Steps {
  BodyBuilder &body;
  qrt::ScalarBuilder &s = body.scalar;

  BodyValue read(OpOperand *operand) { return body.operand(operand->getOperandNumber()); }

  // clamp(rint(t) + z), NaN → z; both are whole, so that adding them in f32 is exact where it
  // counts.
  BodyValue round(BodyValue t, qrt::ElementType storage, OpOperand *zero) {
    t = s.apply(ScalarOp::Select, s.apply(ScalarOp::Equal, t, t), t, s.constant(0.0f));
    t = s.apply(ScalarOp::RintF, t);
    if (zero)
      t = s.apply(ScalarOp::AddF, t, s.apply(ScalarOp::IntToF32, read(zero)));
    return roundToStorage(s, t, {1, 0, qrt::lowestOf(storage), qrt::highestOf(storage), storage});
  }
};
} // namespace

// (D2)
BodyValue buildRunTimeEpilogue(BodyBuilder &body, const Accumulation &op) {
  Steps steps{body};
  qrt::ScalarBuilder &s = body.scalar;
  const RunTimeParameters &p = op.parameters;
  BodyValue sum = body.accumulator();
  if (op.bias && !op.hasFloatBias())
    sum = s.apply(ScalarOp::AddI, sum, steps.read(op.bias));
  if (!p.inputScale)
    return sum;
  BodyValue m = steps.read(p.inputScale);
  if (p.resultScale)
    m = s.apply(ScalarOp::DivF, m, steps.read(p.resultScale));
  m = s.apply(ScalarOp::MulF, m, steps.read(p.weightsScale));
  BodyValue t = s.apply(ScalarOp::IntToF32, sum);
  if (op.hasFloatBias()) {
    BodyValue bias = steps.read(op.bias);
    if (p.resultScale)
      bias = s.apply(ScalarOp::DivF, bias, steps.read(p.resultScale));
    t = s.apply(ScalarOp::FmaF, t, m, bias);
  } else {
    t = s.apply(ScalarOp::MulF, t, m);
  }
  return p.resultScale ? steps.round(t, *storageType(op.result.getType()), p.resultZero) : t;
}

} // namespace qopt::nn
