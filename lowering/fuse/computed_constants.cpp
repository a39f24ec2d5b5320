#include "lowering/fuse/computed_constants.h"

#include "ir/ops.h"
#include "ir/reference/constant_results.h"
#include "ir/reference/evaluator.h"
#include "ir/types/quant_type.h"
#include "runtime/numerics/types/halves.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// Readers widen halves as they load them (fuse/widening.h).
static bool widensHalves(Operation *op) {
  auto cast = dyn_cast<CastOp>(op);
  const std::optional<qrt::ElementType> stored =
      cast ? storageType(cast.getInput().getType()) : std::nullopt;
  return stored && qrt::isHalf(*stored);
}

static bool mayBeComputed(Operation *op) {
  constexpr int64_t small = 16 << 10, most = 1 << 20;
  if (!isa<EvaluateOpInterface>(op) || !isa<ScalarBodyOpInterface>(op) ||
      isa<AnchorOpInterface>(op) || op->getNumOperands() == 0 || widensHalves(op))
    return false;
  const std::optional<int64_t> bytes = bytesOf(op->getResultTypes());
  if (!bytes || *bytes > most)
    return false;
  return *bytes <= small || llvm::none_of(op->getUsers(), [](Operation *user) {
    return isa<AnchorOpInterface>(user);
  });
}

static void compute(Operation *op) {
  std::optional<SmallVector<qrt::Tensor>> operands = constantOperands(op);
  if (!operands)
    return;
  FailureOr<std::vector<qrt::Tensor>> values = evaluateOperation(op, *operands);
  if (succeeded(values))
    replaceByConstants(op, *values);
}

static bool readsConstantsAlone(Operation &op) {
  return mayBeComputed(&op) && llvm::all_of(op.getOperands(), [](Value operand) {
           return bool(operand.getDefiningOp<ConstantOp>());
         });
}

OwningOpRef<func::FuncOp> computeConstants(func::FuncOp function) {
  if (llvm::none_of(function.front(), readsConstantsAlone))
    return nullptr;
  OwningOpRef<func::FuncOp> copy = function.clone();
  for (Operation &op : llvm::make_early_inc_range(copy->front()))
    if (readsConstantsAlone(op))
      compute(&op);
  return copy;
}

} // namespace qopt
