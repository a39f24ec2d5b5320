// Weights in 8 or 4 bits beside activations in f32: what a layer reads is dequantized from steps.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/passes.h"
#include "passes/precision/selection.h"
#include "passes/precision/weight_steps.h"
#include "passes/quantize/roles.h"
#include "passes/rewrite.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_QUANTIZEWEIGHTS
#include "passes/passes.h.inc"
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

// What a layer reads of which constant.
struct Weights {
  OpOperand *operand = nullptr;
  WeightGroups groups{};
  int64_t axis = 0; // of channels
  bool isTable = false;
};

// Rows before the channels, or the terms before the columns.
WeightGroups groupsOf(ArrayRef<int64_t> shape, int64_t axis, int64_t terms) {
  int64_t columns = axis + 1 == int64_t(shape.size()) ? shape.back() : 1;
  int64_t total = llvm::product_of(shape);
  return {terms * columns == 0 ? 0 : total / (terms * columns), terms, columns, terms};
}

// Puts stored weights in the place of real ones.
class Store {
public:
  Store(func::FuncOp function, StepScheme scheme)
      : scheme(scheme), names(function), builder(function.getContext()) {}

  /// How many groups are too small for a scale.
  int64_t replace(const Weights &weights) {
    Value real = weights.operand->get();
    steps = weightSteps(*constantTensor(real), weights.groups, scheme);
    groups = weights.groups;
    base = keyOf(real);
    place = real.getDefiningOp();
    if (weights.isTable)
      return replaceTable(cast<GatherOp>(weights.operand->getOwner()), weights);
    auto [entry, isNew] = known.try_emplace({real, weights.axis, groups.terms});
    if (isNew) {
      builder.setInsertionPointAfter(place);
      bool isChannel = groups.groups() == 1 &&
                       int64_t(steps.scales.size()) == typeOf(real).getDimSize(weights.axis);
      entry->second = isChannel ? perChannel(typeOf(real), weights.axis) : perGroup(typeOf(real));
    }
    weights.operand->set(entry->second);
    return isNew ? steps.tooSmall : 0;
  }

private:
  // ---- parts ----

  IntegerType storage() { return builder.getIntegerType(unsigned(scheme.bits)); }

  std::string partName(StringRef part) { return names.unique(base + "/" + part.str()); }

  template <typename Op, typename... Args>
  Value part(StringRef name, ArrayRef<Dim> shape, Type element, Args &&...args) {
    auto op = Op::create(builder, place->getLoc(), tensorType(shape, element),
                         std::forward<Args>(args)...);
    setName(op, partName(name));
    return op.getResult();
  }

  Value constant(StringRef name, ArrayRef<int64_t> shape, Type element, const qrt::Tensor &tensor) {
    return createConstant(builder, place->getLoc(), partName(name),
                          RankedTensorType::get(shape, element), reshaped(tensor, shape));
  }
  static qrt::Tensor reshaped(const qrt::Tensor &tensor, ArrayRef<int64_t> shape) {
    return qrt::Tensor::view(tensor.type(), qrt::Shape(shape.begin(), shape.end()), tensor.data());
  }

  // One for each group, where the group's weights have a dimension of 1.
  Value scales(ArrayRef<int64_t> shape) {
    SmallVector<float> values(steps.scales.begin(), steps.scales.end());
    return constant("scale", shape, builder.getF32Type(),
                    qrt::Tensor::fromValues<float>({int64_t(values.size())}, values));
  }
  // Null where all are 0.
  Value zeroPoints(ArrayRef<int64_t> shape) {
    if (llvm::all_of(steps.zeroPoints, [](int64_t z) { return z == 0; }))
      return {};
    SmallVector<int8_t> values(steps.zeroPoints.begin(), steps.zeroPoints.end());
    return constant("zero", shape, storage(),
                    qrt::Tensor::fromValues<int8_t>({int64_t(values.size())}, values));
  }

  Value number(StringRef name, Value integers) {
    return part<CastOp>(name, symbolicShape(integers), builder.getF32Type(), integers, BoolAttr());
  }

  // s · (f32(q) − f32(z)), which broadcast.
  Value realOf(Value q, Value z, Value s) {
    SymbolicShape shape = symbolicShape(q);
    Value real = number("number", q);
    if (z) {
      z = number("zero_number", z);
      real = part<SubOp>("centered", shape, builder.getF32Type(), real, z);
    }
    return part<MulOp>("blocks", shape, builder.getF32Type(), real, s);
  }

  // Groups as one row of terms, without what fills the last one up.
  Value withoutFilling(Value blocks, ArrayRef<Dim> before, ArrayRef<Dim> behind) {
    int64_t filled = groups.groups() * groups.group;
    if (filled == groups.terms)
      return blocks;
    SymbolicShape shape(before);
    shape.push_back(staticDim(filled));
    shape.append(behind.begin(), behind.end());
    Value rows = part<ReshapeOp>("filled", shape, builder.getF32Type(), blocks);
    shape[before.size()] = staticDim(groups.terms);
    SmallVector<int64_t> starts(shape.size(), 0), strides(shape.size(), 1);
    return part<SliceOp>("terms", shape, builder.getF32Type(), rows, starts, strides);
  }

  // ---- layers ----

  // The steps lie as the weights did.
  Value perChannel(RankedTensorType type, int64_t axis) {
    auto element = quant::UniformQuantizedPerAxisType::get(
        quant::QuantizationFlags::Signed, storage(), builder.getF32Type(), steps.scales,
        steps.zeroPoints, int32_t(axis), scheme.lowest(), scheme.highest());
    Value stored = constant("steps", type.getShape(), element, steps.steps);
    return part<DequantizeOp>("dequantized", symbolicShape(type), builder.getF32Type(), stored);
  }

  Value perGroup(RankedTensorType type) {
    SmallVector<int64_t> blocks{groups.outer, groups.groups(), groups.group, groups.inner};
    SmallVector<int64_t> ones{groups.outer, groups.groups(), 1, groups.inner};
    Value q = constant("steps", blocks, storage(), steps.steps);
    Value z = zeroPoints(ones), s = scales(ones);
    Value real = realOf(q, z, s);
    real = withoutFilling(real, {staticDim(groups.outer)}, {staticDim(groups.inner)});
    return part<ReshapeOp>("dequantized", symbolicShape(type), builder.getF32Type(), real);
  }

  // Rows are chosen as steps; what was chosen becomes real.
  int64_t replaceTable(GatherOp gather, const Weights &weights) {
    SmallVector<int64_t> rows{groups.outer, groups.groups(), groups.group};
    SmallVector<int64_t> ones{groups.outer, groups.groups(), 1};
    builder.setInsertionPoint(gather);
    if (!nameOf(gather).empty())
      base = nameOf(gather).str();
    SymbolicShape chosen = symbolicShape(gather.getIndices());
    auto gathered = [&](StringRef name, Value table) -> Value {
      if (!table)
        return {};
      SymbolicShape shape = chosen, row = symbolicShape(table);
      shape.append(row.begin() + 1, row.end());
      return part<GatherOp>(name, shape, getElementTypeOrSelf(table), table, gather.getIndices(),
                            uint64_t(0));
    };
    Value q = gathered("chosen", constant("steps", rows, storage(), steps.steps));
    Value z = gathered("chosen_zero", zeroPoints(ones));
    Value s = gathered("chosen_scale", scales(ones));
    Value real = realOf(q, z, s);
    real = withoutFilling(real, chosen, {});
    auto result = ReshapeOp::create(builder, gather.getLoc(), gather.getType(), real);
    takeIdentity(result, gather);
    gather.getResult().replaceAllUsesWith(result);
    gather.erase();
    return steps.tooSmall;
  }

  StepScheme scheme;
  NameTable names;
  OpBuilder builder;
  DenseMap<std::tuple<Value, int64_t, int64_t>, Value> known; // of constant, axis and terms
  // Of the weights at hand:
  WeightSteps steps;
  WeightGroups groups{};
  std::string base;
  Operation *place = nullptr;
};

struct QuantizeWeights : impl::QuantizeWeightsBase<QuantizeWeights> {
  using QuantizeWeightsBase::QuantizeWeightsBase;

  using Report = function_ref<LogicalResult(const Twine &)>;

  LogicalResult initializeOptions(StringRef options, Report report) override {
    return success(succeeded(QuantizeWeightsBase::initializeOptions(options, report)) &&
                   succeeded(checkOptions(report)));
  }

  LogicalResult checkOptions(Report report) {
    if (bits != 4 && bits != 8)
      return report("quantize-weights: bits=" + Twine(int64_t(bits)) + " is neither 8 nor 4");
    if (scheme != "symmetric" && scheme != "affine")
      return report("quantize-weights: scheme '" + scheme + "' is neither symmetric nor affine");
    if (group < -1)
      return report("quantize-weights: group is negative");
    return minimumSize < 0 ? report("quantize-weights: minimum-size is negative") : success();
  }

  // Fills in what is stored of `op`; otherwise why nothing is.
  std::string find(Operation *op, Weights &weights) const {
    if (auto gather = dyn_cast<GatherOp>(op)) {
      weights = {&gather.getInputMutable(), {}, 0, /*isTable=*/true};
      if (gather.getAxis() != 0 || typeOf(gather.getInput()).getRank() < 2)
        return "it gathers no rows along dimension 0";
    } else if (auto rule = dyn_cast<QuantizationRuleOpInterface>(op);
               rule && isa<AnchorOpInterface>(op)) {
      for (auto [operand, role] : llvm::zip(op->getOpOperands(), rule.quantizationRule().operands))
        if (role == OperandRole::Weight)
          weights = {&operand, {}, rule.quantizationRule().weightAxis, false};
    }
    if (!weights.operand)
      return "it has no constant weights";
    return whyNot(op, weights);
  }

  std::string whyNot(Operation *op, Weights &weights) const {
    Value value = weights.operand->get();
    std::optional<qrt::Tensor> real = constantTensor(value);
    if (!real || !isF32(value.getType()))
      return "its weights are no f32 constant";
    if (real->size() < std::max<int64_t>(minimumSize, 1))
      return "its weights are " + std::to_string(real->size()) + ", fewer than minimum-size";
    if (!allFinite(*real))
      return "its weights are not all finite";
    ArrayRef<int64_t> shape = typeOf(value).getShape();
    int64_t terms = weights.isTable ? real->size() / shape[0] : ruleOf(op).terms;
    weights.groups = groupsOf(shape, weights.isTable ? 0 : weights.axis, terms);
    int64_t wanted = group < 0 ? (bits == 4 ? 32 : 0) : int64_t(group);
    if (wanted > 0)
      weights.groups.group = std::min(terms, wanted);
    return "";
  }

  LogicalResult run() {
    Location loc = getOperation().getLoc();
    if (failed(checkOptions([&](const Twine &message) { return mlir::emitError(loc, message); })))
      return failure();
    func::FuncOp function = entryOf(getOperation());
    if (!function)
      return failure();
    FailureOr<LayerSelection> selection =
        LayerSelection::read(function, getArgument(), {layers, {}, except});
    if (failed(selection))
      return failure();
    SmallVector<Operation *> chosen;
    function.walk([&](Operation *op) {
      if (selection->takes(op))
        chosen.push_back(op);
    });
    Store store(function, {bits, scheme == "affine"});
    for (Operation *op : chosen) {
      Weights weights;
      std::string reason = find(op, weights);
      if (!reason.empty()) {
        if (failed(decline(op, weights, reason, selection->names(op))))
          return failure();
        continue;
      }
      std::string name = layerName(op);
      Location place = op->getLoc();
      if (int64_t groups = store.replace(weights); groups != 0)
        mlir::emitWarning(place) << "'" << name << "': " << groups
                                 << " groups of weights are too small for a normal scale: they "
                                    "count as zero";
    }
    eraseUnusedConstants(function);
    return success();
  }

  LogicalResult decline(Operation *op, const Weights &weights, const std::string &reason,
                        bool isNamed) {
    if (isNamed)
      return op->emitError() << "quantize-weights: '" << layerName(op) << "': " << reason;
    bool isBroken = weights.operand && constantTensor(weights.operand->get()) &&
                    isF32(weights.operand->get().getType()) &&
                    !allFinite(*constantTensor(weights.operand->get()));
    if (isBroken)
      op->emitWarning() << "'" << layerName(op) << "' keeps its weights: " << reason;
    else if (explain && weights.operand)
      op->emitRemark() << "'" << layerName(op) << "' stays as it is: " << reason;
    return success();
  }

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }
};

} // namespace
} // namespace qopt
