// Operations on constants become constants; the evaluator computes them.
#include "ir/ops.h"
#include "ir/reference/constant_results.h"
#include "ir/reference/evaluator.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/passes.h"
#include "passes/precision/selection.h"
#include "passes/rewrite.h"
#include "passes/simplify/each_sample.h"
#include "passes/simplify/spread_samples.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_FOLDCONSTANTS
#include "passes/passes.h.inc"
namespace {

// Returns whether the operation widens what it reads, which folding would store in more bits:
// weights, mostly.
bool widensStored(Operation *op) {
  if (isa<DequantizeOp>(op))
    return true;
  auto cast = dyn_cast<CastOp>(op);
  std::optional<qrt::ElementType> stored =
      cast ? declaredType(cast.getInput().getType()) : std::nullopt;
  if (!stored || !isF32(cast.getType()))
    return false;
  return qrt::isFloat(*stored) ? qrt::bitWidth(*stored) < 32
                               : qrt::isInteger(*stored) && qrt::bitWidth(*stored) <= 8;
}

struct FoldConstants : impl::FoldConstantsBase<FoldConstants> {
  using FoldConstantsBase::FoldConstantsBase;

  void remark(Operation *op, const Twine &reason) {
    if (explain)
      mlir::emitRemark(op->getLoc()) << "'" << layerName(op) << "' is not folded: " << reason;
  }

  void fold(Operation *op, EachSamples &samples) {
    if (!isa<EvaluateOpInterface>(op))
      return;
    if (spared.contains(op))
      return remark(op, "except= names it");
    std::optional<SmallVector<qrt::Tensor>> operands = constantOperands(op);
    if (!operands || operands->empty())
      return learn(op, samples);
    if (widensStored(op) && !dequantize)
      return remark(op, Twine("a ") + (isa<CastOp>(op) ? "widened" : "dequantized") +
                            " constant stays as it is stored (dequantize=true folds it)");
    std::optional<int64_t> bytes = bytesOf(op->getResultTypes());
    if (!bytes && samples.learn(op, maxBytes))
      return;
    if (!bytes)
      return remark(op, "its result is dynamic");
    if (*bytes > maxBytes)
      return remark(op, "its result has " + Twine(*bytes) + " bytes, max-bytes is " +
                            Twine(int64_t(maxBytes)));
    FailureOr<std::vector<qrt::Tensor>> values = evaluateOperation(op, *operands);
    if (failed(values))
      return remark(op, "it has no evaluation");
    replaceByConstants(op, *values);
  }

  // Layers that except= names stay.
  LogicalResult spare(func::FuncOp function) {
    spared.clear();
    if (except.empty())
      return success();
    auto taken = LayerSelection::read(function, "fold-constants", {{}, {}, except});
    if (failed(taken))
      return failure();
    function.walk([&](Operation *op) {
      if (!taken->takes(op) && !isa<ConstantOp>(op))
        spared.insert(op);
    });
    return success();
  }
  llvm::DenseSet<Operation *> spared;

  // Replaces an operation on values that grow by one row of them, if its result does not grow.
  void learn(Operation *op, EachSamples &samples) {
    if (widensStored(op))
      return;
    std::optional<EachSample> found = samples.learn(op, maxBytes);
    if (found && bytesOf(op->getResultTypes()))
      replaceByConstants(op, {found->first});
  }

  LogicalResult initializeOptions(StringRef options,
                                  function_ref<LogicalResult(const Twine &)> report) override {
    if (failed(FoldConstantsBase::initializeOptions(options, report)))
      return failure();
    return maxBytes < 0 ? report("fold-constants: max-bytes is negative") : success();
  }

  void runOnOperation() override {
    FreshNames names;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      EachSamples samples;
      if (failed(spare(function)))
        return signalPassFailure();
      function.walk([&](Operation *op) { fold(op, samples); });
      chooseWithinSamples(function, samples, names);
      spreadSamples(function, samples, names);
      readUnexpanded(function);
      eraseUnusedConstants(function);
    }
  }
};

} // namespace
} // namespace qopt
