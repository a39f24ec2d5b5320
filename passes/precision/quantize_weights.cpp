// Weights in 8 or 4 bits beside activations in f32: what a layer reads is dequantized from steps.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/passes.h"
#include "passes/precision/selection.h"
#include "passes/precision/stored_weights.h"
#include "passes/quantize/roles.h"
#include "passes/rewrite.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_QUANTIZEWEIGHTS
#include "passes/passes.h.inc"
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

// Rows before the channels, or the terms before the columns.
WeightGroups groupsOf(ArrayRef<int64_t> shape, int64_t axis, int64_t terms) {
  int64_t columns = axis + 1 == int64_t(shape.size()) ? shape.back() : 1;
  int64_t total = llvm::product_of(shape);
  return {terms * columns == 0 ? 0 : total / (terms * columns), terms, columns, terms};
}

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
  std::string find(Operation *op, WeightOperand &weights) const {
    if (auto gather = dyn_cast<GatherOp>(op)) {
      weights = {&gather.getInputMutable(), {}, 0, /*isTable=*/true};
      if (gather.getAxis() != 0 || typeOf(gather.getInput()).getRank() < 2)
        return "it gathers no rows along dimension 0";
    } else if (auto rule = dyn_cast<QuantizationRuleOpInterface>(op);
               rule && isa<AnchorOpInterface>(op)) {
      for (auto [operand, role] : llvm::zip(op->getOpOperands(), rule.quantizationRule().operands))
        if (role == OperandRole::Weight)
          weights = {&operand, {}, role.axis, false};
    }
    if (!weights.operand)
      return "it has no constant weights";
    return whyNot(op, weights);
  }

  std::string whyNot(Operation *op, WeightOperand &weights) const {
    Value value = weights.operand->get();
    std::optional<qrt::Tensor> real = constantTensor(value);
    if (!real || !isF32(value.getType()))
      return "its weights are no f32 constant";
    if (real->size() < std::max<int64_t>(minimumSize, 1))
      return "its weights are " + std::to_string(real->size()) + ", fewer than minimum-size";
    if (!allFinite(*real))
      return "its weights are not all finite";
    ArrayRef<int64_t> shape = typeOf(value).getShape();
    int64_t terms = weights.isTable
                        ? real->size() / shape[0]
                        : ruleOf(op).operands[weights.operand->getOperandNumber()].terms;
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
    WeightReplacer store(function, {bits, scheme == "affine"});
    size_t stored = 0;
    for (Operation *op : chosen) {
      WeightOperand weights;
      std::string reason = find(op, weights);
      if (!reason.empty()) {
        if (failed(decline(op, weights, reason, selection->names(op))))
          return failure();
        continue;
      }
      ++stored;
      std::string name = layerName(op);
      Location place = op->getLoc();
      if (int64_t groups = store.replace(weights); groups != 0)
        mlir::emitWarning(place) << "'" << name << "': " << groups
                                 << " groups of weights are so small that no normal f32 is their "
                                    "scale: they are stored as zeros";
    }
    if (stored)
      mlir::emitRemark(function.getLoc())
          << "quantize-weights: " << stored << " layers read weights of " << bits.getValue()
          << " bits: the file is smaller, but no run is faster, since each run widens them to f32; "
             "--insert-quant makes layers compute on integers";
    eraseUnusedConstants(function);
    return success();
  }

  LogicalResult decline(Operation *op, const WeightOperand &weights, const std::string &reason,
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
