// Matrix products, of activations too: at the middle of both points they are exact.
#include "passes/adjoint/rules.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static Value transposed(GraphMaker &m, Value value) {
  const auto rank = int64_t(symbolicShape(value).size());
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(order[size_t(rank - 1)], order[size_t(rank - 2)]);
  return m.make<TransposeOp>("adjoint/transpose", value, ArrayRef<int64_t>(order));
}

static Value product(GraphMaker &m, Value a, Value b, bool transposesB) {
  return m.make<MatmulOp>("adjoint/matmul", a, b, Value(), transposesB);
}

static bool throughMatmul(Operation *op, ArrayRef<Value> gradients, Adjoint &adjoint) {
  auto matmul = cast<MatmulOp>(op);
  GraphMaker &m = adjoint.maker;
  Value a = matmul.getA(), b = matmul.getB(), g = gradients[0];
  if (adjoint.isActive(b) && symbolicShape(b).size() != symbolicShape(a).size())
    return false;
  if (Value bias = matmul.getBias(); bias && adjoint.isActive(bias))
    adjoint.add(bias, unbroadcast(m, g, bias));
  if (adjoint.isActive(a))
    adjoint.add(a, product(m, g, adjoint.middle(b), !matmul.getTransposeB()));
  if (adjoint.isActive(b))
    adjoint.add(b, matmul.getTransposeB() ? product(m, transposed(m, g), adjoint.middle(a), false)
                                          : product(m, transposed(m, adjoint.middle(a)), g, false));
  return true;
}

ArrayRef<NamedRule> productRules() {
  static constexpr NamedRule rules[] = {{MatmulOp::getOperationName(), throughMatmul}};
  return rules;
}

} // namespace qopt
