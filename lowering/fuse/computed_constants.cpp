#include "lowering/fuse/computed_constants.h"

#include "ir/ops.h"
#include "ir/reference/evaluator.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "runtime/numerics/types/halves.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static bool readsConstantsAlone(Operation *op) {
  return isa<EvaluateOpInterface>(op) && isa<ScalarBodyOpInterface>(op) &&
         !isa<AnchorOpInterface>(op) && op->getNumOperands() != 0 &&
         llvm::all_of(op->getOperands(), [](Value operand) {
           return operand.getDefiningOp<ConstantOp>() && constantTensor(operand);
         });
}

// Returns the bytes of all results; none where a size is open.
static std::optional<int64_t> resultBytes(Operation *op) {
  int64_t bytes = 0;
  for (Type type : op->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    std::optional<qrt::ElementType> storage = storageType(type);
    if (!tensor || !tensor.hasStaticShape() || !storage)
      return std::nullopt;
    bytes += tensor.getNumElements() * int64_t(qrt::byteWidth(*storage));
  }
  return bytes;
}

// Readers widen halves as they load them (fuse/widening.h).
static bool widensHalves(Operation *op) {
  auto cast = dyn_cast<CastOp>(op);
  const std::optional<qrt::ElementType> stored =
      cast ? storageType(cast.getInput().getType()) : std::nullopt;
  return stored && qrt::isHalf(*stored);
}

static bool isComputed(Operation *op) {
  constexpr int64_t small = 16 << 10, most = 1 << 20;
  if (!readsConstantsAlone(op) || widensHalves(op))
    return false;
  const std::optional<int64_t> bytes = resultBytes(op);
  if (!bytes || *bytes > most)
    return false;
  return *bytes <= small || llvm::none_of(op->getUsers(), [](Operation *user) {
    return isa<AnchorOpInterface>(user);
  });
}

static void compute(Operation *op) {
  SmallVector<qrt::Tensor> operands;
  for (Value operand : op->getOperands())
    operands.push_back(*constantTensor(operand));
  FailureOr<std::vector<qrt::Tensor>> values = evaluateOperation(op, operands);
  if (failed(values))
    return;
  OpBuilder builder(op);
  for (auto [result, tensor] : llvm::zip_equal(op->getResults(), *values)) {
    Value constant = createConstant(builder, op->getLoc(), nameOf(op),
                                    cast<RankedTensorType>(result.getType()), tensor);
    takeResultIdentity(constant, result);
    result.replaceAllUsesWith(constant);
  }
  op->erase();
}

OwningOpRef<func::FuncOp> computeConstants(func::FuncOp function) {
  if (llvm::none_of(function.front(), [](Operation &op) { return isComputed(&op); }))
    return nullptr;
  OwningOpRef<func::FuncOp> copy = function.clone();
  for (Operation &op : llvm::make_early_inc_range(copy->front()))
    if (isComputed(&op))
      compute(&op);
  return copy;
}

} // namespace qopt
