// Operations on single elements, and what broadcasts.
#include "passes/adjoint/rules.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

Value unbroadcast(GraphMaker &maker, Value gradient, Value to) {
  const SymbolicShape from = symbolicShape(gradient), wanted = symbolicShape(to);
  if (gradient.getType() == to.getType())
    return gradient;
  SmallVector<int64_t> axes;
  const size_t more = from.size() - wanted.size();
  for (size_t i = 0; i < from.size(); ++i)
    if (i < more || (wanted[i - more] == staticDim(1) && from[i] != staticDim(1)))
      axes.push_back(int64_t(i));
  Value sum = axes.empty() ? gradient
                           : maker.make<ReduceSumOp>("adjoint/unbroadcast", gradient,
                                                     ArrayRef<int64_t>(axes), true);
  return maker.reshape(sum, wanted);
}

bool isOfOneElement(Operation *op, const Adjoint &adjoint) {
  auto body = dyn_cast<ScalarBodyOpInterface>(op);
  if (!body || isa<AnchorOpInterface>(op) || op->getNumResults() != 1)
    return false;
  int64_t moving = 0;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    if (body.loadsOperand(i))
      return false;
    if (!adjoint.isActive(op->getOperand(i)))
      continue;
    if (op->getOperand(i).getType() != op->getResult(0).getType())
      return false;
    ++moving;
  }
  return moving == 1 && !body.readsCoordinates();
}

// dy/dx; where both points are one, or nearly, as the rounding of f32 has it, nothing moves.
static Value secant(GraphMaker &m, Value dy, Value dx, Value x) {
  Value square = m.mul(dx, dx);
  Value least = m.add(m.mul(m.mul(x, x), m.scalar(1e-12f)), m.scalar(1e-30f));
  return m.make<DivOp>("adjoint/secant", m.mul(dy, dx), m.add(square, least));
}

bool throughElements(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  GraphMaker &m = adjoint.maker;
  Value y = op->getResult(0);
  Value x = *llvm::find_if(op->getOperands(), [&](Value v) { return adjoint.isActive(v); });
  SmallVector<Value> operands =
      llvm::map_to_vector(op->getOperands(), [&](Value v) { return adjoint.there(v); });
  Value dx = m.sub(adjoint.there(x), x);
  Value dy = m.sub(m.clone(op, operands)->getResult(0), y);
  adjoint.add(x, m.mul(gradients[0], secant(m, dy, dx, x)));
  return true;
}

static bool throughAdd(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  for (Value operand : op->getOperands())
    if (adjoint.isActive(operand))
      adjoint.add(operand, unbroadcast(adjoint.maker, gradients[0], operand));
  return true;
}

static bool throughSub(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  GraphMaker &m = adjoint.maker;
  if (adjoint.isActive(op->getOperand(0)))
    adjoint.add(op->getOperand(0), unbroadcast(m, gradients[0], op->getOperand(0)));
  if (adjoint.isActive(op->getOperand(1)))
    adjoint.add(op->getOperand(1),
                unbroadcast(m, m.mul(gradients[0], m.scalar(-1)), op->getOperand(1)));
  return true;
}

static bool throughMul(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  GraphMaker &m = adjoint.maker;
  for (unsigned i : {0u, 1u})
    if (Value operand = op->getOperand(i); adjoint.isActive(operand))
      adjoint.add(
          operand,
          unbroadcast(m, m.mul(gradients[0], adjoint.middle(op->getOperand(1 - i))), operand));
  return true;
}

// â/b̂ − a/b = da·(1/b + 1/b̂)/2 − db·(a + â)/2/(b·b̂).
static bool throughDiv(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  GraphMaker &m = adjoint.maker;
  Value a = op->getOperand(0), b = op->getOperand(1), other = adjoint.there(b);
  Value here = m.make<ReciprocalOp>("adjoint/reciprocal", b);
  Value there = m.make<ReciprocalOp>("adjoint/reciprocal", other);
  if (adjoint.isActive(a))
    adjoint.add(a,
                unbroadcast(m, m.mul(gradients[0], m.mul(m.add(here, there), m.scalar(0.5f))), a));
  if (adjoint.isActive(b)) {
    Value factor = m.mul(m.mul(here, there), m.scalar(-1));
    adjoint.add(b, unbroadcast(m, m.mul(gradients[0], m.mul(adjoint.middle(a), factor)), b));
  }
  return true;
}

// The operand that is taken at the middle of both points has all of it.
template <bool takesLarger>
static bool throughExtreme(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  GraphMaker &m = adjoint.maker;
  Value a = op->getOperand(0), b = op->getOperand(1);
  Value low = adjoint.middle(takesLarger ? b : a), high = adjoint.middle(takesLarger ? a : b);
  Type truth = IntegerType::get(op->getContext(), 1);
  Value takesA = m.makeAs<LessEqualOp>("adjoint/takes", truth, low, high);
  Value none = m.scalar(0);
  if (adjoint.isActive(a))
    adjoint.add(a, unbroadcast(m, m.make<WhereOp>("adjoint/taken", takesA, gradients[0], none), a));
  if (adjoint.isActive(b))
    adjoint.add(b, unbroadcast(m, m.make<WhereOp>("adjoint/taken", takesA, none, gradients[0]), b));
  return true;
}

static bool throughWhere(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  GraphMaker &m = adjoint.maker;
  Value condition = op->getOperand(0), none = m.scalar(0);
  for (unsigned i : {1u, 2u})
    if (Value operand = op->getOperand(i); adjoint.isActive(operand)) {
      Value taken = i == 1 ? m.make<WhereOp>("adjoint/taken", condition, gradients[0], none)
                           : m.make<WhereOp>("adjoint/taken", condition, none, gradients[0]);
      adjoint.add(operand, unbroadcast(m, taken, operand));
    }
  return true;
}

ArrayRef<NamedRule> elementwiseRules() {
  static constexpr NamedRule rules[] = {
      {AddOp::getOperationName(), throughAdd},
      {SubOp::getOperationName(), throughSub},
      {MulOp::getOperationName(), throughMul},
      {DivOp::getOperationName(), throughDiv},
      {MaxOp::getOperationName(), throughExtreme<true>},
      {MinOp::getOperationName(), throughExtreme<false>},
      {WhereOp::getOperationName(), throughWhere},
  };
  return rules;
}

} // namespace qopt
