#include "importers/tflite/integers/steps_form.h"

#include "ir/ops.h"
#include "ir/ops/integer_ends.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace qopt::tflite {
namespace {

nn::QuantizationRule ruleOf(Operation *op) {
  auto rule = dyn_cast<nn::QuantizationRuleOpInterface>(op);
  return rule ? rule.quantizationRule() : nn::QuantizationRule{nn::ResultRule::StaysFloat, {}};
}

bool isBias(const nn::QuantizationRule &rule, unsigned index) {
  return index < rule.operands.size() && rule.operands[index] == nn::OperandRole::Bias;
}

class Rewriter {
public:
  Value steps(Value real, Type element);
  void takeBack() {
    for (Operation *op : llvm::reverse(made))
      op->erase();
    made.clear();
  }
  /// Erases operations that nothing reads any more; the new ones have their names.
  void eraseOld() {
    for (Operation *op : llvm::reverse(old))
      if (op->use_empty())
        op->erase();
  }

private:
  Value own(Value real);
  Value bias(Value real, Value input);
  Value cloned(Operation *op, ArrayRef<Value> operands, Type element);
  Value note(Operation *op) {
    made.push_back(op);
    return op->getResult(0);
  }
  void replaces(Operation *op) {
    if (!llvm::is_contained(old, op))
      old.push_back(op);
  }

  SmallVector<Operation *> made, old;
  llvm::DenseMap<Operation *, Value> moved; // copies, which may have several readers
};

Value Rewriter::cloned(Operation *op, ArrayRef<Value> operands, Type element) {
  OpBuilder builder(op);
  Operation *clone = builder.clone(*op);
  clone->setOperands(operands);
  Value result = note(clone);
  replaces(op);
  result.setType(cast<RankedTensorType>(result.getType()).clone(element));
  // The verifier refuses what has no integer form.
  ScopedDiagnosticHandler silent(op->getContext(), [](Diagnostic &) { return success(); });
  return succeeded(verify(clone)) ? result : Value();
}

// The steps that real values were, with their own parameters.
Value Rewriter::own(Value real) {
  Operation *op = real.getDefiningOp();
  if (!op)
    return {};
  if (auto dequantize = dyn_cast<nn::DequantizeOp>(op))
    return dequantize.getInput();
  if (auto known = moved.find(op); known != moved.end())
    return known->second;
  if (!nn::movesElements(op) || op->getNumResults() != 1)
    return {};
  SmallVector<Value> operands;
  Type element;
  for (Value operand : op->getOperands()) {
    const bool isReal = nn::isF32(operand.getType());
    operands.push_back(isReal ? own(operand) : operand);
    if (!operands.back())
      return {};
    if (isReal && !element)
      element = getElementTypeOrSelf(operands.back());
    if (isReal && getElementTypeOrSelf(operands.back()) != element)
      return {};
  }
  return moved[op] = element ? cloned(op, operands, element) : Value();
}

// Steps of s_x·s_w as they are, as wide as the sum.
Value Rewriter::bias(Value real, Value input) {
  auto dequantize = real.getDefiningOp<nn::DequantizeOp>();
  std::optional<nn::QuantParams> x = nn::quantParams(input.getType());
  std::optional<qrt::Tensor> stored =
      dequantize ? nn::constantTensor(dequantize.getInput()) : std::nullopt;
  if (!x || !stored || stored->type() != qrt::ElementType::I32)
    return {};
  if (qrt::byteWidth(x->storage) == 2) {
    qrt::Tensor wide = qrt::Tensor::allocate(qrt::ElementType::I64, stored->shape());
    llvm::copy(stored->values<int32_t>(), wide.mutableValues<int64_t>().begin());
    stored = wide;
  }
  replaces(dequantize.getInput().getDefiningOp());
  replaces(dequantize);
  OpBuilder builder(dequantize);
  StringRef name = nn::nameOf(dequantize.getInput().getDefiningOp());
  return note(nn::createConstant(builder, dequantize.getLoc(), name, *stored));
}

Value Rewriter::steps(Value real, Type element) {
  Operation *op = real.getDefiningOp();
  if (!op || op->getNumResults() != 1 || op->getNumOperands() == 0)
    return {};
  if (Value same = own(real)) {
    if (getElementTypeOrSelf(same) == element)
      return same;
    if (!nn::quantParams(same.getType()))
      return {}; // several scales
    OpBuilder builder(op);
    auto type = cast<RankedTensorType>(same.getType()).clone(element);
    auto requantize = nn::RequantizeOp::create(builder, op->getLoc(), type, same);
    nn::setName(requantize, nn::nameOf(op));
    replaces(op);
    return note(requantize);
  }
  const nn::QuantizationRule rule = ruleOf(op);
  SmallVector<Value> operands;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    Value taken = operand;
    if (isBias(rule, unsigned(index)))
      taken = bias(operand, operands[0]);
    else if (nn::isF32(operand.getType()))
      taken = own(operand);
    // A bound behind an operation, and what moves a result, have the result's parameters.
    if (!taken && index == 0 && (rule.isBound || nn::movesElements(op)))
      taken = steps(operand, element);
    if (!taken)
      return {};
    operands.push_back(taken);
  }
  return cloned(op, operands, element);
}

} // namespace

Value asSteps(Value real, Type element) {
  auto function = real.getParentRegion()->getParentOfType<func::FuncOp>();
  function->setAttr(nn::fixedPointAttr, StringAttr::get(function.getContext(), "tflite"));
  Rewriter rewriter;
  Value result = rewriter.steps(real, element);
  if (result)
    rewriter.eraseOld();
  else
    rewriter.takeBack();
  return result;
}

} // namespace qopt::tflite
