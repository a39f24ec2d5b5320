#include "passes/fold/affine_step.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/weights.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

std::optional<AffineStep> affineStepOf(Operation *op) {
  if (!isa_and_nonnull<MulOp, DivOp, AddOp, SubOp>(op) || !isF32(op->getResult(0).getType()))
    return std::nullopt;
  const bool mayTurn = isa<MulOp, AddOp>(op);
  for (unsigned i : {1u, 0u}) {
    if (i == 0 && !mayTurn)
      break;
    std::optional<qrt::Tensor> constant = constantTensor(op->getOperand(i));
    Value input = op->getOperand(1 - i);
    if (!constant || constant->type() != qrt::ElementType::F32 ||
        input.getType() != op->getResult(0).getType())
      continue;
    if (isa<DivOp>(op))
      constant = mapped(*constant, [](float c) { return 1 / c; });
    if (isa<SubOp>(op))
      constant = mapped(*constant, [](float c) { return -c; });
    if (!allFinite(*constant))
      return std::nullopt;
    return AffineStep{op, input, *constant, isa<MulOp, DivOp>(op)};
  }
  return std::nullopt;
}

std::optional<AffineStep> stepBefore(const AffineStep &step, bool isProduct) {
  std::optional<AffineStep> before =
      step.input.hasOneUse() ? affineStepOf(step.input.getDefiningOp()) : std::nullopt;
  return before && before->isProduct == isProduct ? before : std::nullopt;
}

} // namespace qopt
