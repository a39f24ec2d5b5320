#include "passes/quantize/insert/integer_forms.h"

#include "ir/ops.h"
#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/quantize/roles.h"
#include "passes/tensor_types.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

class Rewriter {
public:
  Rewriter(func::FuncOp function, const QuantPlan &plan)
      : plan(plan), names(function), builder(function.getContext()) {
    for (const auto &[op, decision] : plan.operations)
      if (decision.isInteger)
        taken.push_back(op);
  }

  void run() {
    for (Operation *op : taken)
      plan.operations.find(op)->isSimulated ? simulate(op) : makeInteger(op);
    for (const auto &[op, decision] : plan.operations)
      if (decision.fusedInto)
        readAlone(op, decision.fusedInto);
    for (Operation *op : taken)
      for (Value result : op->getResults())
        result.replaceAllUsesWith(floats.lookup(result));
    for (Operation *op : llvm::reverse(taken))
      op->erase();
  }

private:
  void makeInteger(Operation *op) {
    SmallVector<Value> values;
    const qrt::Tensor *bias = nullptr;
    for (OpOperand &operand : op->getOpOperands())
      if (const QuantizedProduct *product = productOf(operand); product && product->bias)
        bias = &*product->bias;
    for (auto [operand, rule] : llvm::zip(op->getOpOperands(), ruleOf(op).operands)) {
      builder.setInsertionPoint(op);
      Value value = operand.get();
      if (rule == OperandRole::Weight)
        values.push_back(weightsOf(value, *productOf(operand), rule.axis));
      else if (rule == OperandRole::Bias)
        values.push_back(bias ? biasOf(value, *bias) : floatOf(value));
      else if (rule == OperandRole::Float)
        values.push_back(floatOf(value));
      else if (rule == OperandRole::AsIs)
        values.push_back(value);
      else
        values.push_back(quantized(value));
    }
    builder.setInsertionPoint(op);
    Operation *integer = builder.clone(*op);
    integer->setOperands(values);
    for (auto [old, result] : llvm::zip_equal(op->getResults(), integer->getResults()))
      floats[old] = plan.writesFloat(op) ? result : dequantized(old, result);
  }

  // The operation in float, on what its operands are in steps; its results likewise.
  void simulate(Operation *op) {
    SmallVector<Value> values;
    for (auto [operand, rule] : llvm::zip(op->getOpOperands(), ruleOf(op).operands)) {
      builder.setInsertionPoint(op);
      Value value = operand.get();
      if (rule == OperandRole::Weight)
        values.push_back(backFrom(weightsOf(value, *productOf(operand), rule.axis), value));
      else if (rule == OperandRole::Activation || rule == OperandRole::Residual)
        values.push_back(backFrom(quantized(value), value));
      else
        values.push_back(rule == OperandRole::AsIs ? value : floatOf(value));
    }
    builder.setInsertionPoint(op);
    Operation *copy = builder.clone(*op);
    copy->setOperands(values);
    for (auto [old, result] : llvm::zip_equal(op->getResults(), copy->getResults())) {
      floats[old] = result;
      if (!plan.writesFloat(op))
        floats[old] = backFrom(quantized(old), old);
    }
  }

  // `steps` of `value` as f32.
  Value backFrom(Value steps, Value value) {
    Value &known = backs[steps];
    if (known)
      return known;
    builder.setInsertionPointAfterValue(steps);
    auto back = DequantizeOp::create(builder, value.getLoc(), value.getType(), steps);
    setName(back, names.unique(keyOf(value) + "_dequantize"));
    return known = back;
  }

  // `old` from now on: `result`, which gets its parameters, as f32.
  Value dequantized(OpResult old, Value result) {
    Operation *op = old.getOwner();
    result.setType(asSteps(old.getType(), plan.paramsOf(old)));
    auto back = DequantizeOp::create(builder, op->getLoc(), old.getType(), result);
    setName(back, names.unique(resultKey(layerName(op), old.getResultNumber()) + "_dequantize"));
    return back;
  }

  // Gives a fused operation a dequantize of its group's own for each stored value that it reads:
  // the group's kernel computes it in registers, while one that several groups share would be
  // stored.
  void readAlone(Operation *op, Operation *group) {
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (!plan.operations.areStored(value, group))
        continue;
      Value &own = alone[{value, group}];
      if (!own)
        own = realFor(value, group);
      operand.set(own);
    }
  }

  Value realFor(Value value, Operation *group) {
    Value made = floats.lookup(value);
    auto isAside = [&](Operation *user) {
      const OpDecision *decision = plan.operations.find(user);
      return decision && (decision->isInteger || decision->fusedInto == group);
    };
    if (made && llvm::all_of(value.getUsers(), isAside))
      return made;
    Value stored = made ? made.getDefiningOp()->getOperand(0) : quantized(value);
    builder.setInsertionPointAfterValue(stored);
    auto own = DequantizeOp::create(builder, value.getLoc(), value.getType(), stored);
    setName(own, names.unique(keyOf(value) + "_dequantize"));
    return own;
  }

  // The product of constant weights; another operand has none: null.
  const QuantizedProduct *productOf(OpOperand &operand) const {
    return plan.operations.find(operand.getOwner())->productOf(operand.getOperandNumber());
  }

  Value floatOf(Value value) const {
    Value now = floats.lookup(value);
    return now ? now : value;
  }

  // One nn.quantize a value; a constant is quantized here and now.
  Value quantized(Value value) {
    Value &known = steps[value];
    if (known)
      return known;
    Value from = floatOf(value);
    Type type = asSteps(from.getType(), plan.paramsOf(value));
    if (std::optional<qrt::Tensor> constant = constantTensor(value))
      return known = quantizedConstant(value, *constant, type);
    builder.setInsertionPointAfterValue(from);
    auto quantize = QuantizeOp::create(builder, from.getLoc(), type, from);
    setName(quantize, names.unique(keyOf(value) + "_quantize"));
    return known = quantize;
  }

  // The constant gets the steps that nn.quantize would make of it at run time (P7).
  Value quantizedConstant(Value value, const qrt::Tensor &real, Type type) {
    auto quantize = QuantizeOp::create(builder, value.getLoc(), type, value);
    FailureOr<std::vector<qrt::Tensor>> steps = evaluateOperation(quantize, {real});
    assert(succeeded(steps) && "a constant's shape is static");
    quantize->erase();
    return constantLike(value, type, steps->front());
  }

  // The same weights for several operations are quantized once where their
  // scales agree, as they do unless a bias raised one.
  Value weightsOf(Value value, const QuantizedProduct &product, int64_t axis) {
    Type type = withElement(value.getType(), weightType(builder.getContext(), product.scales, axis,
                                                        product.bits, product.bits > 8 ? 16 : 8));
    Value &known = weights[{value, type}];
    if (!known || contentKey(*constantTensor(known)) != contentKey(product.weights))
      known = constantLike(value, type, product.weights);
    return known;
  }

  Value biasOf(Value value, const qrt::Tensor &bias) {
    Type element = builder.getIntegerType(unsigned(qrt::bitWidth(bias.type())));
    return constantLike(value, withElement(value.getType(), element), bias);
  }

  // Stands where the float constant does: it may serve later operations too.
  Value constantLike(Value value, Type type, const qrt::Tensor &tensor) {
    Operation *old = value.getDefiningOp();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(old);
    std::string name = old->hasOneUse() ? nameOf(old).str() : names.unique(nameOf(old));
    return createConstant(builder, old->getLoc(), name, cast<RankedTensorType>(type), tensor);
  }

  const QuantPlan &plan;
  NameTable names;
  OpBuilder builder;
  SmallVector<Operation *> taken;
  DenseMap<Value, Value> floats; // original value → what holds it as f32 now
  DenseMap<Value, Value> steps;  // original value → its steps
  DenseMap<Value, Value> backs;  // steps → f32
  DenseMap<std::pair<Value, Type>, Value> weights;
  DenseMap<std::pair<Value, Operation *>, Value> alone; // original value as f32, for a group
};

} // namespace

void makeIntegerForms(func::FuncOp function, const QuantPlan &plan) {
  Rewriter(function, plan).run();
}

} // namespace qopt
