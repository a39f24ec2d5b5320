#include "passes/quantize/insert/dynamic.h"

#include "ir/ops/quantize/dynamic_quantize.h"
#include "ir/values/keys.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/quantize/roles.h"
#include "passes/rewrite.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

/// Makes what quantizes one value, under `KEY/dynamic/part`.
class Parts {
public:
  Parts(OpBuilder &builder, NameTable &names, Value x, SmallVectorImpl<Operation *> &made)
      : builder(builder), names(names), made(made), loc(x.getLoc()), key(keyOf(x)) {}

  MLIRContext *context() const { return builder.getContext(); }

  template <typename Op, typename... Args>
  Value part(StringRef name, Type element, const Args &...args) {
    OperationState state(loc, Op::getOperationName());
    Op::build(builder, state, RankedTensorType::get({}, element), args...);
    Operation *op = builder.create(state);
    SmallVector<SymbolicShape> shapes;
    [[maybe_unused]] LogicalResult fits =
        cast<ShapeInferenceOpInterface>(op).inferShapes(shapes, [&] { return op->emitOpError(); });
    assert(succeeded(fits) && shapes.size() == 1 && "a part of a quantization does not fit");
    op->getResult(0).setType(tensorType(shapes.front(), element));
    return named(op, name);
  }

  Value scalar(StringRef name, float value) {
    auto type = RankedTensorType::get({}, builder.getF32Type());
    return named(ConstantOp::create(builder, loc, type, DenseElementsAttr::get(type, value)), name);
  }

private:
  Value named(Operation *op, StringRef name) {
    std::string part = name.empty() ? "" : ("/" + name).str();
    if (!key.empty())
      setName(op, names.unique(key + "/dynamic" + part));
    made.push_back(op);
    return op->getResult(0);
  }

  OpBuilder &builder;
  NameTable &names;
  SmallVectorImpl<Operation *> &made;
  Location loc;
  std::string key;
};

class Dynamic {
public:
  Dynamic(func::FuncOp function, bool explain)
      : explain(explain), names(function), builder(function.getContext()) {}

  LogicalResult quantize(Operation *op, const LayerPolicy &layer) {
    if (*layer.bits != 8 || *layer.weightBits > 8)
      return mlir::emitError(op->getLoc()) << "'" << layerName(op) << "': " << layer.origin
                                           << " asks for 16 bits; under dynamic ranges activations "
                                              "and weights have 8 bits at most";
    std::string reason = whyFloat(op);
    if (reason.empty())
      rewrite(op, layer);
    else if (explain)
      mlir::emitRemark(op->getLoc()) << "'" << layerName(op) << "' stays float: " << reason;
    return success();
  }

  // Erases what was made for layers that were then refused.
  void eraseUnused() {
    for (Operation *op : llvm::reverse(made))
      if (op->use_empty())
        op->erase();
  }

private:
  // Empty: it is made dynamic. What follows without weights would gain nothing.
  std::string whyFloat(Operation *op) const {
    Value weights = operandWith(op, OperandRole::Weight);
    if (!weights || !isConstant(weights))
      return "dynamic ranges are for layers with constant weights";
    if (operandWith(op, OperandRole::Residual))
      return "it has a residual";
    for (Value value : op->getOperands())
      if (!isF32(value.getType()))
        return "an operand is not f32";
    return isF32(op->getResult(0).getType()) ? "" : "its result is not f32";
  }

  void rewrite(Operation *op, const LayerPolicy &layer) {
    std::string reason;
    std::optional<QuantizedProduct> product = productOf(op, layer, reason);
    Operation *integer = product ? makeInteger(op, *product, reason) : nullptr;
    if (!integer) {
      mlir::emitWarning(op->getLoc()) << "'" << layerName(op) << "' stays float: " << reason;
      return;
    }
    for (const std::string &text : product->warnings)
      mlir::emitWarning(op->getLoc()) << "'" << layerName(op) << "': " << text;
    op->replaceAllUsesWith(integer);
    op->erase();
  }

  std::optional<QuantizedProduct> productOf(Operation *op, const LayerPolicy &layer,
                                            std::string &reason) {
    for (auto [operand, rule] : llvm::zip(op->getOperands(), ruleOf(op).operands))
      if (rule == OperandRole::Weight) {
        qrt::Tensor weights = *constantTensor(operand);
        // Only the input's storage is known; the verifier proves the sums for any zero point.
        return quantizeProduct({.weights = weights,
                                .layout = {rule.terms, rule.axis},
                                .integerBias = nullptr,
                                .input = {1, 0, 0, 255, qrt::ElementType::U8},
                                .resultScale = std::nullopt,
                                .bits = *layer.weightBits,
                                .perChannel = *layer.perChannel},
                               reason);
      }
    return std::nullopt;
  }

  // Makes the integer operation in the float one's place; null with a reason where its verifier
  // refuses.
  Operation *makeInteger(Operation *op, const QuantizedProduct &product, std::string &reason) {
    const DynamicSteps &x = stepsOf(op->getOperand(0));
    Value weights = operandWith(op, OperandRole::Weight);
    builder.setInsertionPoint(op);
    std::string name = nameOf(weights.getDefiningOp()).str();
    SmallVector<float> scales(product.scales.begin(), product.scales.end());
    Operation *steps = createConstant(builder, weights.getLoc(), freshName(name), product.weights);
    Operation *scale = createConstant(
        builder, weights.getLoc(), freshName(name.empty() ? "" : name + "/scale"),
        qrt::Tensor::fromValues<float>({int64_t(scales.size())}, std::span<const float>(scales)));
    made.append({steps, scale});
    Operation *candidate = op->clone();
    candidate->setOperand(0, x.value);
    candidate->setOperand(1, steps->getResult(0));
    if (auto conv = dyn_cast<Conv2dOp>(candidate))
      setParameters(conv, x, scale->getResult(0));
    else if (auto matmul = dyn_cast<MatmulOp>(candidate))
      setParameters(matmul, x, scale->getResult(0));
    Operation *integer = verified(candidate, reason);
    if (integer)
      builder.insert(integer);
    return integer;
  }

  template <typename Op> static void setParameters(Op op, const DynamicSteps &x, Value scales) {
    op.getInputZeroMutable().assign(x.zero);
    op.getInputScaleMutable().assign(x.scale);
    op.getWeightsScaleMutable().assign(scales);
  }

  std::string freshName(StringRef name) { return name.empty() ? "" : names.unique(name); }

  // Made once a value, whoever reads it.
  const DynamicSteps &stepsOf(Value x) {
    auto [known, isNew] = quantized.try_emplace(x);
    if (isNew) {
      builder.setInsertionPointAfterValue(x);
      Parts parts(builder, names, x, made);
      known->second = DynamicQuantizer(parts).quantize(x);
    }
    return known->second;
  }

  bool explain;
  NameTable names;
  OpBuilder builder;
  SmallVector<Operation *> made;
  DenseMap<Value, DynamicSteps> quantized;
};

} // namespace

DynamicLayers dynamicLayersOf(const PlanRequest &request, const QuantPlan &plan) {
  DynamicLayers layers;
  for (const auto &[op, decision] : plan.operations)
    if (decision.whyFloat.kind == FloatReason::Kind::RangeOfTheRun)
      layers.emplace_back(op, request.policy.of(op));
  return layers;
}

LogicalResult quantizeDynamically(func::FuncOp function, const DynamicLayers &layers,
                                  bool explain) {
  Dynamic dynamic(function, explain);
  for (const auto &[op, layer] : layers)
    if (failed(dynamic.quantize(op, layer)))
      return failure();
  dynamic.eraseUnused();
  return success();
}

} // namespace qopt
