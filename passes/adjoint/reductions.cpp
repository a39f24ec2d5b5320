// Sums, means and softmax along dimensions.
#include "passes/adjoint/rules.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// The reduced dimensions are there again, of size 1.
static Value kept(Operation *op, Value gradient, Adjoint &adjoint) {
  SymbolicShape shape = symbolicShape(op->getOperand(0));
  for (int64_t axis : cast<ReductionOpInterface>(op).reducedAxes())
    shape[size_t(axis)] = staticDim(1);
  return adjoint.maker.reshape(gradient, shape);
}

static bool throughSum(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  Value input = op->getOperand(0);
  adjoint.add(input, adjoint.maker.makeOf<ExpandOp>("adjoint/expand", input.getType(),
                                                    kept(op, gradients[0], adjoint)));
  return true;
}

static bool throughMean(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  Value input = op->getOperand(0);
  int64_t count = 1;
  for (int64_t axis : cast<ReductionOpInterface>(op).reducedAxes()) {
    const Dim size = symbolicShape(input)[size_t(axis)];
    if (!size.isStatic())
      return false;
    count *= size.value();
  }
  GraphMaker &m = adjoint.maker;
  Value part = m.mul(kept(op, gradients[0], adjoint), m.scalar(1.0f / float(count)));
  adjoint.add(input, m.makeOf<ExpandOp>("adjoint/expand", input.getType(), part));
  return true;
}

// The largest at the middle of both points has all of it.
static bool throughMax(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  GraphMaker &m = adjoint.maker;
  Value input = op->getOperand(0), middle = adjoint.middle(input);
  const SmallVector<int64_t> axes = cast<ReductionOpInterface>(op).reducedAxes();
  Value largest = m.make<ReduceMaxOp>("adjoint/largest", middle, ArrayRef<int64_t>(axes), true);
  Type truth = IntegerType::get(op->getContext(), 1);
  Value isLargest = m.makeAs<EqualOp>("adjoint/is_largest", truth, middle, largest);
  adjoint.add(input, m.make<WhereOp>("adjoint/taken", isLargest, kept(op, gradients[0], adjoint),
                                     m.scalar(0)));
  return true;
}

// The adjoint is p·(g − Σ g·p), p the mean of the probabilities at both points.
static bool throughSoftmax(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  GraphMaker &m = adjoint.maker;
  Value there = op->getResult(0), input = op->getOperand(0);
  Value other = m.clone(op, adjoint.there(input))->getResult(0);
  Value p = m.mul(m.add(there, other), m.scalar(0.5f));
  const int64_t axis = int64_t(cast<SoftmaxOp>(op).getAxis());
  Value along =
      m.make<ReduceSumOp>("adjoint/along", m.mul(gradients[0], p), ArrayRef<int64_t>(axis), true);
  adjoint.add(input, m.mul(p, m.sub(gradients[0], along)));
  return true;
}

ArrayRef<NamedRule> reductionRules() {
  static constexpr NamedRule rules[] = {
      {ReduceSumOp::getOperationName(), throughSum},
      {ReduceMeanOp::getOperationName(), throughMean},
      {ReduceMaxOp::getOperationName(), throughMax},
      {SoftmaxOp::getOperationName(), throughSoftmax},
  };
  return rules;
}

} // namespace qopt
