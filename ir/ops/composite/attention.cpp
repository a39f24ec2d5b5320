// nn.attention: its shapes, checks and parts.
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

// Returns how often a mask's matrices repeat along the batch, if it does not broadcast to the
// scores.
static std::optional<Dim> repeatsOf(Value mask, const SymbolicShape &scores) {
  SymbolicShape shape = symbolicShape(mask);
  if (shape.size() != 4 || !shape[0].isStatic() || shape[0].value() < 2 ||
      mayBeEqual(shape[0], scores[0]) || remainder(scores[0], shape[0]) != staticDim(0))
    return std::nullopt;
  return quotient(scores[0], shape[0]);
}

static LogicalResult verifyMask(Value mask, const SymbolicShape &scores, EmitError error) {
  SymbolicShape shape = symbolicShape(mask), like = scores;
  if (repeatsOf(mask, scores))
    like[0] = shape[0];
  std::optional<SymbolicShape> both = broadcastShapes(like, shape);
  if (!both || both->size() != 4 || !mayBeEqual(*both, like))
    return error() << "(C3): the mask " << toString(shape) << " does not broadcast to "
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
  for (Value mask : getMasks())
    if (failed(verifyMask(mask, shapeOfScores(*this), error)))
      return failure();
  q[3] = v[3];
  results.push_back(q);
  return success();
}

static bool isOfTruths(Value mask) { return getElementTypeOrSelf(mask).isInteger(1); }

LogicalResult AttentionOp::verify() {
  if (!getSoftcap().isFinite() || getSoftcap().isNegative())
    return violates(*this, "C5") << "softcap is " << getSoftcap().convertToFloat();
  for (Value value : llvm::concat<Value>(getOperands(), (*this)->getResults()))
    if (!isF32(value.getType()) && !(llvm::is_contained(getMasks(), value) && isOfTruths(value)))
      return violates(*this, "C4")
             << "everything must be f32 but masks of i1, got " << getElementTypeOrSelf(value);
  if (llvm::any_of(getMasks(), isOfTruths) != getFill().has_value())
    return violates(*this, "C6") << (getFill() ? "no mask is of i1" : "a mask of i1 has no fill");
  if (getFill() && getFill()->isNaN())
    return violates(*this, "C6") << "fill is NaN";
  return success();
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

// The function applies one mask to the scores. A mask that repeats along the batch sees the scores
// as [repeats, its matrices, …].
static Value masked(AttentionOp op, CompositeBuilder &b, Value scores, Value mask) {
  const SymbolicShape shape = symbolicShape(scores);
  const std::optional<Dim> repeats = repeatsOf(mask, shape);
  if (repeats)
    scores = b.reshape("scores_by_mask", scores,
                       {*repeats, symbolicShape(mask)[0], shape[1], shape[2], shape[3]});
  scores = isOfTruths(mask) ? b.part<WhereOp>("masked", mask, scores,
                                              b.scalar("fill", op.getFill()->convertToFloat()))
                            : b.part<AddOp>("masked", scores, mask);
  return repeats ? b.reshape("scores_by_head", scores, shape) : scores;
}

// Shares of each query, 0 for those that the operation says so of.
static Value sharesOf(AttentionOp op, CompositeBuilder &b, Value scores) {
  if (op.getNanAsZero())
    return b.part<GuardedSoftmaxOp>("probabilities", scores, uint64_t(3));
  return !op.getMasks().empty() && !op.getFill()
             ? b.part<MaskedSoftmaxOp>("probabilities", scores, uint64_t(3))
             : b.part<SoftmaxOp>("probabilities", scores, uint64_t(3));
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
  for (Value mask : getMasks())
    scores = masked(*this, b, scores, mask);
  Value weights = sharesOf(*this, b, scores);
  weights = regrouped(b, "probabilities_by_group", weights, k[1], rows);
  Value context = b.part<MatmulOp>("context", weights, getValue(), Value(), /*transpose_b=*/false);
  return {regrouped(b, "heads", context, q[1], q[2])};
}
