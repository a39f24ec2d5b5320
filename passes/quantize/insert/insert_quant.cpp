// Each operation that the plan takes becomes its integer form, with
// nn.quantize before and nn.dequantize after it.
#include "ir/ops.h"
#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"
#include "ir/values/stated_precision.h"
#include "ir/values/weights.h"
#include "passes/passes.h"
#include "passes/quantize/insert/dynamic.h"
#include "passes/quantize/insert/plan.h"
#include "passes/quantize/insert/port_plan.h"
#include "passes/quantize/policy/ranges.h"
#include "passes/quantize/roles.h"
#include "passes/rewrite.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_INSERTQUANT
#include "passes/passes.h.inc"
namespace {

Type withElement(Type type, Type element) { return cast<RankedTensorType>(type).clone(element); }

class Rewriter {
public:
  Rewriter(func::FuncOp function, const QuantPlan &plan)
      : plan(plan), names(function), builder(function.getContext()) {
    function.walk([&](Operation *op) {
      if (plan.takes(op))
        taken.push_back(op);
    });
  }

  bool isIdle() const { return taken.empty(); }
  void run() {
    for (Operation *op : taken)
      plan.modeOf(op) == LayerMode::Simulate ? simulate(op) : makeInteger(op);
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
      if (const QuantizedProduct *product = plan.productOf(operand); product && product->bias)
        bias = &*product->bias;
    for (auto [operand, rule] : llvm::zip(op->getOpOperands(), ruleOf(op).operands)) {
      builder.setInsertionPoint(op);
      Value value = operand.get();
      if (rule == OperandRole::Weight)
        values.push_back(weightsOf(value, *plan.productOf(operand), rule.axis));
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
        values.push_back(backFrom(weightsOf(value, *plan.productOf(operand), rule.axis), value));
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
    Type element = quantType(builder.getContext(), plan.paramsOf(old));
    result.setType(withElement(old.getType(), element));
    auto back = DequantizeOp::create(builder, op->getLoc(), old.getType(), result);
    setName(back, names.unique(resultKey(layerName(op), old.getResultNumber()) + "_dequantize"));
    return back;
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
    Type type = withElement(from.getType(), quantType(builder.getContext(), plan.paramsOf(value)));
    if (std::optional<qrt::Tensor> constant = constantTensor(value))
      return known = quantizedConstant(value, *constant, type);
    builder.setInsertionPointAfterValue(from);
    auto quantize = QuantizeOp::create(builder, from.getLoc(), type, from);
    setName(quantize, names.unique(keyOf(value) + "_quantize"));
    return known = quantize;
  }

  // What nn.quantize would make of it at run time (P7).
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
};

struct InsertQuant : impl::InsertQuantBase<InsertQuant> {
  using InsertQuantBase::InsertQuantBase;

  using Report = function_ref<LogicalResult(const Twine &)>;

  // Options are wrong before a model is read: the caller exits as for usage.
  LogicalResult initializeOptions(StringRef options, Report report) override {
    if (failed(InsertQuantBase::initializeOptions(options, report)))
      return failure();
    return readOptions(report);
  }

  LogicalResult readOptions(Report report) {
    auto wrong = [&](const Twine &message) { return report("insert-quant: " + message); };
    target = findProfile(profile);
    if (!target)
      return wrong("no profile '" + profile + "'; there are: " + profileNames());
    choice.scheme = schemeOf(*target, scheme);
    if (!choice.scheme)
      return wrong("profile " + target->name + " has no scheme '" + scheme + "'; it has " +
                   schemeNames(*target));
    if (!llvm::is_contained({8u, 16u}, bits))
      return wrong("bits=" + Twine(bits) + ": activations have 8 or 16");
    if (!llvm::is_contained({0u, 4u, 8u, 16u}, weightBits))
      return wrong("weight-bits=" + Twine(weightBits) + ": weights have 4, 8 or 16");
    if (granularity != "channel" && granularity != "tensor")
      return wrong("granularity=" + granularity + ": scales are by channel or tensor");
    const LayerMode *known = findMode();
    if (!known)
      return wrong("mode=" + mode + ": layers quantize or simulate, or are dynamic");
    if (*known == LayerMode::Dynamic && (bits != 8 || weightBits == 16))
      return wrong("mode=dynamic: dynamic ranges have steps and weights of 8 bits at most");
    if (*known == LayerMode::Dynamic && !scheme.empty() && scheme != "affine")
      return wrong("mode=dynamic scheme=" + scheme + ": dynamic ranges are affine");
    choice.mode = *known;
    if (!llvm::is_contained({"", "weighted", "all"}, region))
      return wrong("region=" + region + ": operations are weighted or all");
    if (io != "float" && io != "quantized")
      return wrong("io=" + io + ": ports are float or quantized");
    choice.bits = bits;
    choice.weightBits = weightBits ? weightBits : bits;
    choice.perChannel = granularity == "channel";
    ranges.clear();
    for (const std::string &text : range) {
      std::string reason;
      std::optional<RangeOption> option = parseRangeOption(text, reason);
      if (!option)
        return wrong("range '" + text + "' " + reason);
      ranges.push_back(*option);
    }
    return success();
  }

  // Null where `mode` is none that holds for all layers.
  const LayerMode *findMode() const {
    static constexpr std::pair<StringLiteral, LayerMode> modes[] = {
        {"quantize", LayerMode::Quantize},
        {"simulate", LayerMode::Simulate},
        {"dynamic", LayerMode::Dynamic}};
    auto *found = llvm::find_if(
        modes, [&](const auto &one) { return one.first == StringRef(mode.getValue()); });
    return found == std::end(modes) ? nullptr : &found->second;
  }

  // Ranges, the later ones first: nn.range, the calibration file's, the policy's, `range=`.
  LogicalResult readPolicy(func::FuncOp function, Policy &answers) {
    if (!calibration.empty() && failed(applyCalibrationFile(function, calibration)))
      return failure();
    if (std::string reason = answers.apply(policyOf(function), function, "the network's file");
        !reason.empty())
      return emitError(function.getLoc()) << "insert-quant: " << precisionsAttr << ": " << reason;
    if (!policy.empty()) {
      auto error = [&] { return emitError(function.getLoc()) << "policy '" << policy << "': "; };
      auto buffer = llvm::MemoryBuffer::getFile(policy, /*IsText=*/true);
      if (!buffer)
        return error() << buffer.getError().message();
      std::string reason;
      std::optional<PolicyFile> file = parsePolicy((*buffer)->getBuffer(), reason);
      if (file)
        reason = answers.apply(*file, function, policy);
      if (!reason.empty())
        return error() << reason;
    }
    PolicyFile floats;
    for (const std::string &key : floatLayers)
      floats.layers[key].mode = LayerMode::Observe;
    if (std::string reason = answers.apply(floats, function, "option float"); !reason.empty())
      return emitError(function.getLoc()) << "insert-quant: float: " << reason;
    return applyRanges(function, ranges);
  }

  // The values asked for, before the plan is carried out.
  LogicalResult answerWhy(func::FuncOp function, QuantPlan &plan) {
    ValuesByKey values(function);
    for (const std::string &key : why) {
      Value value = values.find(key);
      if (!value)
        return emitError(function.getLoc())
               << "insert-quant: why: " << whyMissing(function, values, key);
      mlir::emitRemark(value.getLoc()) << "'" << key << "' is " << plan.why(value);
    }
    return success();
  }

  // It takes no layer: the module is quantized already, which is an error, or has none to take.
  LogicalResult sayIdle(func::FuncOp function, const QuantPlan &plan) {
    const Summary done = weightedSummary(function);
    if (done.integerLayers() > 0)
      return emitError(function.getLoc()) << "insert-quant: is quantized already (" << done.text()
                                          << "): start from the float network";
    emitWarning(function.getLoc()) << "insert-quant: quantizes no layer: " << plan.summary().text();
    return success();
  }

  LogicalResult run() {
    // Passes made by createInsertQuant(options), and clones, read them here.
    Location loc = getOperation().getLoc();
    if (failed(readOptions([&](const Twine &message) { return mlir::emitError(loc, message); })))
      return failure();
    func::FuncOp function = entryOf(getOperation());
    Policy answers(*target, choice);
    if (!function || failed(readPolicy(function, answers)))
      return failure();
    if (!region.empty())
      answers.region = region == "all" ? QuantizedRegion::All : QuantizedRegion::Weighted;
    QuantPlan plan(function, answers, io == "quantized", explain);
    if (failed(plan.build()) || failed(answerWhy(function, plan)))
      return failure();
    std::optional<PortPlan> ports;
    if (io == "quantized") {
      ports.emplace();
      if (failed(ports->build(function, plan)))
        return failure();
    }
    const DynamicLayers dynamic = dynamicLayersOf(function, answers);
    Rewriter rewriter(function, plan);
    if (rewriter.isIdle() && dynamic.empty() && failed(sayIdle(function, plan)))
      return failure();
    if (summary && !rewriter.isIdle() && choice.mode == LayerMode::Quantize)
      plan.summary().emit(function, "insert-quant");
    rewriter.run();
    if (failed(quantizeDynamically(function, dynamic, explain)))
      return failure();
    if (ports)
      ports->apply(function);
    eraseUnusedConstants(function);
    return success();
  }

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

  const Profile *target = nullptr;
  LayerChoice choice;
  SmallVector<RangeOption> ranges; // keys point into the option `range`
};

} // namespace
} // namespace qopt
