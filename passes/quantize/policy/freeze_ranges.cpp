// Layers whose ranges are those of the run get the ranges that runs have had.
#include "ir/ops.h"
#include "ir/ops/accumulate.h"
#include "ir/ops/run_time_parameters.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/passes.h"
#include "passes/quantize/policy/ranges.h"
#include "passes/rewrite.h"
#include "passes/tensor_types.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_FREEZERANGES
#include "passes/passes.h.inc"
namespace {

bool isZero(Value value) {
  std::optional<qrt::Tensor> known = value ? constantTensor(value) : std::nullopt;
  return known && known->size() == 1 && known->type() == qrt::ElementType::F32 &&
         known->values<float>()[0] == 0;
}

template <typename Op> Op definedBy(Value value) {
  return value ? value.getDefiningOp<Op>() : Op();
}

// x of clamp(rint(x / scale) + zero), where NaN gives zero: as ir/ops/quantize/dynamic_quantize.h
// builds it by (D3). Null: `steps` are made otherwise.
Value realOf(Value steps, Value scale, Value zero) {
  auto stored = definedBy<CastOp>(steps);
  auto moved = definedBy<AddOp>(stored ? stored.getInput() : Value());
  auto number = definedBy<CastOp>(moved ? moved->getOperand(1) : Value());
  auto rounded = definedBy<RoundOp>(moved ? moved->getOperand(0) : Value());
  auto chosen = definedBy<WhereOp>(rounded ? rounded->getOperand(0) : Value());
  if (!chosen || !number || number.getInput() != zero)
    return {};
  auto isNan = definedBy<IsNanOp>(chosen->getOperand(0));
  auto quotient = definedBy<DivOp>(chosen->getOperand(2));
  bool fits = isNan && quotient && isNan->getOperand(0) == quotient.getResult() &&
              isZero(chosen->getOperand(1)) && quotient->getOperand(1) == scale;
  return fits ? quotient->getOperand(0) : Value();
}

struct Frozen {
  Operation *op;
  RunTimeParameters parameters;
  int64_t axis; // of the weights' channels
  Value x;
};

/// A product of steps whose parameters are operands, and what its input was made of.
std::optional<Frozen> dynamicProduct(Operation *op) {
  auto of = [&](auto product, int64_t axis) -> std::optional<Frozen> {
    RunTimeParameters p = runTimeParametersOf(product);
    if (!p.inputScale || !p.inputZero)
      return std::nullopt;
    Value x = realOf(op->getOperand(0), p.inputScale->get(), p.inputZero->get());
    return x ? std::optional(Frozen{op, p, axis, x}) : std::nullopt;
  };
  if (auto conv = dyn_cast<Conv2dOp>(op))
    return of(conv, 0);
  auto matmul = dyn_cast<MatmulOp>(op);
  if (!matmul)
    return std::nullopt;
  auto rank = cast<RankedTensorType>(matmul.getB().getType()).getRank();
  return of(matmul, matmul.getTransposeB() ? rank - 2 : rank - 1);
}

// The weights' type under their scales; null with a reason where none says them.
Type typeOfWeights(const Frozen &layer, const qrt::Tensor &weights, std::string &reason) {
  auto refuse = [&](const char *why) {
    reason = why;
    return Type();
  };
  if (!qrt::is8Bit(weights.type()))
    return refuse("its weights are not of 8 bits");
  OpOperand *operand = layer.parameters.weightsZero;
  const std::optional<int64_t> zero =
      knownZeroPoint(layer.op->getOperand(1).getType(), operand ? operand->get() : Value());
  if (!zero)
    return refuse("the zero point of its weights is computed");
  std::optional<qrt::Tensor> scale = constantTensor(layer.parameters.weightsScale->get());
  if (!scale)
    return refuse("the scale of its weights is computed");
  SmallVector<double> scales(scale->values<float>().begin(), scale->values<float>().end());
  const auto channels = size_t(weights.shape()[size_t(layer.axis)]);
  if (scales.size() == 1)
    scales.assign(channels, scales[0]);
  const bool isSigned = qrt::isSigned(weights.type());
  const bool isNarrow =
      isSigned && *zero == 0 && !llvm::is_contained(weights.values<int8_t>(), int8_t(-128));
  MLIRContext *context = layer.op->getContext();
  return quant::UniformQuantizedPerAxisType::getChecked(
      [&] { return mlir::emitError(layer.op->getLoc()); },
      isSigned ? quant::QuantizationFlags::Signed : 0, IntegerType::get(context, 8),
      Float32Type::get(context), scales, SmallVector<int64_t>(channels, *zero), int32_t(layer.axis),
      isNarrow ? -127 : qrt::lowestOf(weights.type()), qrt::highestOf(weights.type()));
}

class Freezer {
public:
  Freezer(func::FuncOp function, Scheme scheme)
      : scheme(scheme), names(function), builder(function.getContext()) {}

  // Empty: it is a float layer between pairs now.
  std::string freeze(const Frozen &layer) {
    std::optional<RangeAttr> range = rangeOf(layer.x);
    if (!range)
      return "no range is known for '" + keyOf(layer.x) + "'";
    if (layer.parameters.resultScale || !isF32(layer.op->getResult(0).getType()))
      return "its result is not f32";
    Value weights = layer.op->getOperand(1);
    std::optional<qrt::Tensor> steps = constantTensor(weights);
    if (!steps)
      return "its weights are computed";
    std::string reason;
    Type type = typeOfWeights(layer, *steps, reason);
    if (!type)
      return reason;
    std::optional<QuantParams> params = paramsOf(*range);
    if (!params)
      return "the range of '" + keyOf(layer.x) + "' gives no usable scale";
    Operation *candidate = realProduct(layer, pairOf(layer.x, *params), weights, *steps, type);
    Operation *real = verified(candidate, reason);
    if (!real)
      return reason;
    builder.setInsertionPoint(layer.op);
    builder.insert(real);
    layer.op->replaceAllUsesWith(real);
    eraseUnused(layer.op);
    return "";
  }

private:
  // Erases an unused operation with what was computed for it alone.
  static void eraseUnused(Operation *unused) {
    llvm::SmallSetVector<Operation *, 8> candidates;
    candidates.insert(unused);
    while (!candidates.empty()) {
      Operation *op = candidates.pop_back_val();
      if (!isOpTriviallyDead(op))
        continue;
      for (Value operand : op->getOperands())
        if (Operation *maker = operand.getDefiningOp())
          candidates.insert(maker);
      op->erase();
    }
  }

  std::optional<QuantParams> paramsOf(RangeAttr range) const {
    if (!std::isfinite(range.getMin()) || !std::isfinite(range.getMax()))
      return std::nullopt;
    QuantParams params = paramsForRange(range.getMin(), range.getMax(), scheme, 8);
    return std::isnormal(float(params.scale)) ? std::optional(params) : std::nullopt;
  }

  // quantize and dequantize, once a value.
  Value pairOf(Value x, const QuantParams &params) {
    Value &known = pairs[x];
    if (known)
      return known;
    builder.setInsertionPointAfterValue(x);
    auto quantize = QuantizeOp::create(builder, x.getLoc(), asSteps(x.getType(), params), x);
    auto back = DequantizeOp::create(builder, x.getLoc(), x.getType(), quantize);
    if (std::string key = keyOf(x); !key.empty()) {
      setName(quantize, names.unique(key + "_quantize"));
      setName(back, names.unique(key + "_dequantize"));
    }
    return known = back;
  }

  // Not inserted yet.
  Operation *realProduct(const Frozen &layer, Value x, Value weights, const qrt::Tensor &steps,
                         Type element) {
    builder.setInsertionPoint(layer.op);
    std::string name = nameOf(weights.getDefiningOp()).str();
    auto type = cast<RankedTensorType>(weights.getType()).clone(element);
    auto fresh = [&](std::string base) { return name.empty() ? "" : names.unique(base); };
    auto constant = createConstant(builder, weights.getLoc(), fresh(name), type, steps);
    auto real =
        DequantizeOp::create(builder, weights.getLoc(), type.clone(builder.getF32Type()), constant);
    if (std::string key = fresh(name + "_dequantize"); !key.empty())
      setName(real, key);
    Operation *candidate = layer.op->clone();
    candidate->setOperand(0, x);
    candidate->setOperand(1, real);
    if (auto conv = dyn_cast<Conv2dOp>(candidate))
      dropParameters(conv);
    else if (auto matmul = dyn_cast<MatmulOp>(candidate))
      dropParameters(matmul);
    return candidate;
  }

  template <typename Op> static void dropParameters(Op op) {
    op.getInputZeroMutable().clear();
    op.getWeightsZeroMutable().clear();
    op.getInputScaleMutable().clear();
    op.getWeightsScaleMutable().clear();
  }

  Scheme scheme;
  NameTable names;
  OpBuilder builder;
  DenseMap<Value, Value> pairs;
};

struct FreezeRanges : impl::FreezeRangesBase<FreezeRanges> {
  using FreezeRangesBase::FreezeRangesBase;

  LogicalResult initializeOptions(StringRef options,
                                  function_ref<LogicalResult(const Twine &)> report) override {
    if (failed(FreezeRangesBase::initializeOptions(options, report)))
      return failure();
    return parseScheme(scheme.getValue())
               ? success()
               : report("freeze-ranges: scheme=" + scheme + ": signs, signed, affine or mixed");
  }

  LogicalResult run() {
    func::FuncOp function = entryOf(getOperation());
    std::optional<Scheme> chosen = parseScheme(scheme.getValue());
    if (!function || !chosen)
      return failure();
    if (!calibration.empty() && failed(applyCalibrationFile(function, calibration)))
      return failure();
    SmallVector<Operation *> layers;
    function.walk([&](Operation *op) {
      if (dynamicProduct(op))
        layers.push_back(op);
    });
    if (layers.empty())
      return emitError(function.getLoc()) << "freeze-ranges: no layer has a dynamic range; "
                                             "--insert-quant=mode=dynamic makes them";
    Freezer freezer(function, *chosen);
    for (Operation *op : layers) {
      std::string name = layerName(op);
      Location loc = op->getLoc();
      // A layer may read the result of another one, which was frozen before.
      std::string reason = freezer.freeze(*dynamicProduct(op));
      if (!reason.empty() && explain)
        mlir::emitRemark(loc) << "'" << name << "' stays dynamic: " << reason;
    }
    return success();
  }

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }
};

} // namespace
} // namespace qopt
