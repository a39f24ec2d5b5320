#include "passes/adjoint/adjoint.h"

#include "ir/ops/expansion.h"
#include "passes/adjoint/rules.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static AdjointRule ruleFor(Operation *op) {
  static const llvm::StringMap<AdjointRule> rules = [] {
    llvm::StringMap<AdjointRule> all;
    for (ArrayRef<NamedRule> some :
         {elementwiseRules(), moveRules(), reductionRules(), windowRules(), productRules()})
      for (const NamedRule &one : some)
        all.try_emplace(one.operation, one.rule);
    return all;
  }();
  return rules.lookup(op->getName().getStringRef());
}

bool isTakenWhole(Operation *composite) {
  return composite->getNumOperands() == 1 &&
         composite->getOperand(0).getType() == composite->getResult(0).getType() &&
         isa<ScalarBodyOpInterface>(composite) && !isa<AnchorOpInterface>(composite);
}

Adjoint::Adjoint(GraphMaker &maker, std::function<Value(Value)> there,
                 const llvm::DenseSet<Value> &sources, ArrayRef<Operation *> operations)
    : maker(maker), other(std::move(there)), operations(operations), active(sources) {
  for (Operation *op : operations)
    if (llvm::any_of(op->getOperands(), [&](Value v) { return active.contains(v); }))
      for (Value result : op->getResults())
        if (isF32(result.getType()))
          active.insert(result);
}

Value Adjoint::there(Value value) const { return isActive(value) ? other(value) : value; }

Value Adjoint::middle(Value value) {
  if (!isActive(value))
    return value;
  Value &made = middles[value];
  if (!made)
    made = maker.mul(maker.add(value, there(value)), maker.scalar(0.5f));
  return made;
}

void Adjoint::add(Value value, Value gradient) {
  if (!isActive(value))
    return;
  assert(gradient.getType() == value.getType() && "an adjoint has its value's shape");
  Value &sum = gradients[value];
  sum = sum ? maker.add(sum, gradient) : gradient;
}

bool Adjoint::apply(Operation *op) {
  SmallVector<Value> own = llvm::map_to_vector(op->getResults(), [&](Value v) { return of(v); });
  if (AdjointRule rule = ruleFor(op))
    return rule(op, own, *this);
  return isOfOneElement(op, *this) && throughElements(op, own, *this);
}

SmallVector<Operation *> Adjoint::propagate() {
  SmallVector<Operation *> stops;
  for (Operation *op : llvm::reverse(operations)) {
    const bool leads = llvm::any_of(op->getResults(), [&](Value v) { return of(v) != nullptr; }) &&
                       llvm::any_of(op->getOperands(), [&](Value v) { return isActive(v); });
    if (leads && !apply(op))
      stops.push_back(op);
  }
  return stops;
}

} // namespace qopt
