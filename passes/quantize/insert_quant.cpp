// Each operation that the plan takes becomes its integer form, with
// nn.quantize before and nn.dequantize after it.
#include "ir/ops.h"
#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/passes.h"
#include "passes/quantize/plan.h"
#include "passes/quantize/ranges.h"
#include "passes/rewrite.h"

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

  void run() {
    for (Operation *op : taken)
      makeInteger(op);
    for (Operation *op : taken)
      for (Value result : op->getResults())
        result.replaceAllUsesWith(floats.lookup(result));
    for (Operation *op : llvm::reverse(taken))
      op->erase();
  }

private:
  void makeInteger(Operation *op) {
    auto rule = cast<QuantizationRuleOpInterface>(op).quantizationRule();
    SmallVector<Value> values;
    const QuantizedProduct *product = plan.productOf(op);
    for (auto [operand, role] : llvm::zip(op->getOperands(), rule.operands)) {
      builder.setInsertionPoint(op);
      if (role == OperandRole::Weight)
        values.push_back(weightsOf(operand, *product, rule.weightAxis));
      else if (role == OperandRole::Bias)
        values.push_back(product && product->bias ? biasOf(operand, *product->bias)
                                                  : floatOf(operand));
      else if (role == OperandRole::Float)
        values.push_back(floatOf(operand));
      else if (role == OperandRole::AsIs)
        values.push_back(operand);
      else
        values.push_back(quantized(operand));
    }
    builder.setInsertionPoint(op);
    Operation *integer = builder.clone(*op);
    integer->setOperands(values);
    for (auto [old, result] : llvm::zip_equal(op->getResults(), integer->getResults()))
      floats[old] = plan.writesFloat(op) ? result : dequantized(old, result);
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

  // What nn.quantize would make of it at run time.
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
    Type type =
        withElement(value.getType(), weightType(builder.getContext(), product.scales, axis));
    Value &known = weights[{value, type}];
    if (!known || contentKey(*constantTensor(known)) != contentKey(product.weights))
      known = constantLike(value, type, product.weights);
    return known;
  }

  Value biasOf(Value value, const qrt::Tensor &bias) {
    return constantLike(value, withElement(value.getType(), builder.getI32Type()), bias);
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
    target = findProfile(profile);
    if (!target)
      return report("insert-quant: no profile '" + profile + "'; there are: " + profileNames());
    std::optional<Scheme> parsed = schemeOf(*target, scheme);
    if (!parsed)
      return report("insert-quant: profile " + target->name + " has no scheme '" + scheme + "'");
    chosenScheme = *parsed;
    ranges.clear();
    for (const std::string &text : range) {
      std::string reason;
      std::optional<RangeOption> option = parseRangeOption(text, reason);
      if (!option)
        return report("insert-quant: range '" + text + "' " + reason);
      ranges.push_back(*option);
    }
    return success();
  }

  LogicalResult run() {
    // Passes made by createInsertQuant(options), and clones, read them here.
    Location loc = getOperation().getLoc();
    if (failed(readOptions([&](const Twine &message) { return mlir::emitError(loc, message); })))
      return failure();
    func::FuncOp function = entryOf(getOperation());
    if (!function ||
        (!calibration.empty() && failed(applyCalibrationFile(function, calibration))) ||
        failed(applyRanges(function, ranges)))
      return failure();
    QuantPlan plan(function, *target, chosenScheme, explain);
    if (failed(plan.build()))
      return failure();
    Rewriter(function, plan).run();
    eraseUnusedConstants(function);
    return success();
  }

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

  const Profile *target = nullptr;
  Scheme chosenScheme = Scheme::Signs;
  SmallVector<RangeOption> ranges; // keys point into the option `range`
};

} // namespace
} // namespace qopt
