// This pass takes layers out of the graph; their readers read their input.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/results.h"
#include "passes/passes.h"
#include "passes/precision/selection.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_REMOVELAYERS
#include "passes/passes.h.inc"
namespace {

struct RemoveLayers : impl::RemoveLayersBase<RemoveLayers> {
  using RemoveLayersBase::RemoveLayersBase;

  std::string whyNot(Operation *op) {
    const int64_t operands = op->getNumOperands();
    if (operands < 1 || operands > maxInputs)
      return "it reads " + std::to_string(operands) + " values, max-inputs is " +
             std::to_string(maxInputs);
    if (op->getNumResults() != 1 || op->getResult(0).getType() != op->getOperand(0).getType())
      return "its result is of another type than its input";
    return "";
  }

  void remove(Operation *op) {
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
    ++count;
  }

  void runOnOperation() override {
    count = 0;
    func::FuncOp entry = entryOf(getOperation());
    if (!entry)
      return signalPassFailure();
    if (layers.empty() && ops.empty()) {
      mlir::emitError(getOperation().getLoc()) << "remove-layers: needs layers= or ops=";
      return signalPassFailure();
    }
    auto selection = LayerSelection::read(entry, "remove-layers", {layers, ops, {}});
    if (failed(selection))
      return signalPassFailure();
    setOutputNames(entry, outputNames(entry)); // they may follow from layers that go
    for (Operation &op : llvm::make_early_inc_range(entry.front().without_terminator())) {
      if (!selection->takes(&op) || isa<ConstantOp>(op))
        continue;
      std::string why = whyNot(&op);
      if (why.empty())
        remove(&op);
      else
        mlir::emitWarning(op.getLoc()) << "'" << layerName(&op) << "' is not removed: " << why;
    }
    mlir::emitRemark(getOperation().getLoc()) << "remove-layers: " << count << " layers";
  }

  uint64_t count = 0;
};

} // namespace
} // namespace qopt
