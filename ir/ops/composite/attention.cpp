// nn.attention: what it is made of.
#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;

static SymbolicShape shapeOfScores(AttentionOp op) {
  SymbolicShape shape = symbolicShape(op.getQuery());
  shape[3] = symbolicShape(op.getKey())[2];
  return shape;
}

static LogicalResult verifyMask(AttentionOp op, EmitError error) {
  if (!op.getMask())
    return success();
  SymbolicShape mask = symbolicShape(op.getMask()), scores = shapeOfScores(op);
  std::optional<SymbolicShape> both = broadcastShapes(scores, mask);
  if (!both || both->size() != 4 || !mayBeEqual(*both, scores))
    return error() << "(C3): the mask " << toString(mask) << " does not broadcast to "
                   << toString(scores);
  return success();
}

LogicalResult AttentionOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape q = symbolicShape(getQuery()), k = symbolicShape(getKey());
  SymbolicShape v = symbolicShape(getValue());
  bool fits = q.size() == 4 && k.size() == 4 && v.size() == 4 && mayBeEqual(q[0], k[0]) &&
              mayBeEqual(q[3], k[3]) &&
              mayBeEqual(ArrayRef(k).take_front(3), ArrayRef(v).take_front(3));
  if (!fits)
    return error() << "(C1): q " << toString(q) << ", k " << toString(k) << " and v " << toString(v)
                   << " do not fit";
  if (!q[1].isStatic() || !k[1].isStatic() || k[1].value() < 1 || q[1].value() % k[1].value() != 0)
    return error() << "(C2): " << k[1].text() << " groups do not divide " << q[1].text()
                   << " heads";
  if (failed(verifyMask(*this, error)))
    return failure();
  q[3] = v[3];
  results.push_back(q);
  return success();
}

LogicalResult AttentionOp::verify() {
  if (!getSoftcap().isFinite() || getSoftcap().isNegative())
    return violates(*this, "C5") << "softcap is " << getSoftcap().convertToFloat();
  return verifyAllF32(*this, "C4");
}
QuantizationRule AttentionOp::quantizationRule() {
  return {ResultRule::StaysFloat,
          SmallVector<OperandRule, 5>(getNumOperands(), OperandRole::Float)};
}

// The heads of a group as further rows of its queries, or back.
static Value regrouped(CompositeBuilder &b, StringRef name, Value x, Dim heads, Dim rows) {
  SymbolicShape shape = symbolicShape(x);
  if (shape[1] == heads)
    return x;
  return b.reshape(name, x, {shape[0], heads, rows, shape[3]});
}

SmallVector<Value> AttentionOp::expand(CompositeBuilder &b) {
  SymbolicShape q = symbolicShape(getQuery()), k = symbolicShape(getKey());
  Dim rows = *multiply(q[2], staticDim(q[1].value() / k[1].value()));
  Value query = regrouped(b, "queries", getQuery(), k[1], rows);
  Value scores = b.part<MatmulOp>("scores", query, getKey(), Value(), /*transpose_b=*/true);
  scores = regrouped(b, "scores_by_head", scores, q[1], q[2]);
  scores = b.part<MulOp>("scaled", scores, b.scalar("scale", getScale().convertToFloat()));
  if (float cap = getSoftcap().convertToFloat(); cap != 0) {
    Value most = b.scalar("softcap", cap);
    scores = b.part<TanhOp>("tanh", b.part<DivOp>("share", scores, most));
    scores = b.part<MulOp>("capped", scores, most);
  }
  if (getMask())
    scores = b.part<AddOp>("masked", scores, getMask());
  Value weights = getMask() ? b.part<MaskedSoftmaxOp>("probabilities", scores, uint64_t(3))
                            : b.part<SoftmaxOp>("probabilities", scores, uint64_t(3));
  weights = regrouped(b, "probabilities_by_group", weights, k[1], rows);
  Value context = b.part<MatmulOp>("context", weights, getValue(), Value(), /*transpose_b=*/false);
  return {regrouped(b, "heads", context, q[1], q[2])};
}
