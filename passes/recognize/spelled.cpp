#include "passes/recognize/spelled.h"

#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

#include "llvm/ADT/SetVector.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

LogicalResult Spelled::matchAndRewrite(Operation *op, PatternRewriter &rewriter) const {
  if (op->getNumResults() != 1 || !isF32(op->getResult(0).getType()))
    return failure();
  SmallVector<Operation *> parts;
  Operation *before = op->getPrevNode();
  OpBuilder builder(op); // the driver hears of what stays
  Operation *whole = recognize(op, builder, parts);
  if (!whole)
    return failure();
  std::string refusal;
  whole->remove();
  if (!(whole = verified(whole, refusal))) {
    while (op->getPrevNode() != before)
      op->getPrevNode()->erase();
    return rewriter.notifyMatchFailure(op, "'" + layerName(op) + "' stays spelled out: " + refusal);
  }
  rewriter.setInsertionPoint(op);
  rewriter.insert(whole);
  takeIdentity(whole, op);
  llvm::SmallSetVector<Operation *, 8> rest(parts.begin(), parts.end());
  rest.remove(op);
  rewriter.replaceOp(op, whole);
  // Parts go from the result on: what a part read may be unused once it is gone.
  auto isGone = [&](Operation *part) {
    if (!part->use_empty())
      return false;
    absorb(whole, part);
    rewriter.eraseOp(part);
    return true;
  };
  while (rest.remove_if(isGone)) {
  }
  return success();
}

std::optional<float> scalarOf(Value value) {
  std::optional<qrt::Tensor> tensor = constantTensor(value);
  if (!tensor || tensor->type() != qrt::ElementType::F32 || tensor->size() != 1)
    return std::nullopt;
  return tensor->values<float>()[0];
}

bool isNear(double value, double wanted) {
  return std::fabs(value - wanted) <= 1e-6 * std::fabs(wanted);
}

static void flatten(Value value, const Value &whole, Product &product) {
  Operation *op = value.getDefiningOp();
  bool opens = value == whole || value.hasOneUse();
  auto isNumber = [](Value operand) { return scalarOf(operand).has_value(); };
  if (std::optional<float> number = scalarOf(value)) {
    product.number *= *number;
  } else if (isa_and_nonnull<MulOp>(op) && opens) {
    product.parts.push_back(op);
    flatten(op->getOperand(0), whole, product);
    flatten(op->getOperand(1), whole, product);
  } else if (isa_and_nonnull<DivOp>(op) && opens && isNumber(op->getOperand(1))) {
    product.parts.push_back(op);
    product.number /= *scalarOf(op->getOperand(1));
    flatten(op->getOperand(0), whole, product);
  } else if (auto power = dyn_cast_or_null<PowOp>(op);
             power && isNumber(power.getRhs()) &&
             (*scalarOf(power.getRhs()) == 2 || *scalarOf(power.getRhs()) == 3)) {
    product.parts.push_back(op);
    product.factors.append(size_t(*scalarOf(power.getRhs())), power.getLhs());
  } else {
    product.factors.push_back(value);
  }
}

std::optional<Product> productOf(Value value) {
  Product product;
  flatten(value, value, product);
  bool isProduct = !product.parts.empty() && isF32(value.getType()) &&
                   llvm::all_of(product.factors,
                                [&](Value factor) { return factor.getType() == value.getType(); });
  return isProduct ? std::optional(product) : std::nullopt;
}

} // namespace qopt
