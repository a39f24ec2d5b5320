// This pass gives one layer or input another name.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/near_names.h"
#include "ir/values/results.h"
#include "passes/passes.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_RENAMELAYER
#include "passes/passes.h.inc"
namespace {

struct RenameLayer : impl::RenameLayerBase<RenameLayer> {
  using RenameLayerBase::RenameLayerBase;

  LogicalResult fail(const Twine &message) {
    return mlir::emitError(getOperation().getLoc()) << "rename-layer: " << message;
  }

  LogicalResult rename(func::FuncOp function) {
    std::vector<std::string> known = inputNames(function);
    Operation *layer = nullptr;
    function.walk([&](Operation *op) {
      if (!nameOf(op).empty())
        known.push_back(nameOf(op).str());
      if (nameOf(op) == from)
        layer = op;
    });
    auto argument =
        llvm::find_if(function.getArguments(), [&](Value value) { return keyOf(value) == from; });
    if (!layer && argument == function.args_end())
      return fail("no layer and no input '" + from + "'" + didYouMean(from, known));
    if (llvm::is_contained(known, to))
      return fail("'" + to + "' is the name of another layer");
    auto name = StringAttr::get(&getContext(), to);
    if (layer)
      layer->setAttr(nameAttr, name);
    else
      function.setArgAttr(argument->getArgNumber(), nameAttr, name);
    return success();
  }

  void runOnOperation() override {
    func::FuncOp entry = entryOf(getOperation());
    if (!entry || from.empty() || to.empty()) {
      if (entry)
        (void)fail("needs from= and to=");
      return signalPassFailure();
    }
    const std::vector<std::string> outputs = outputNames(entry);
    if (failed(rename(entry)))
      return signalPassFailure();
    // Callers know a result by its own name, which the layer's was until now.
    std::vector<std::string> names = outputs;
    std::replace(names.begin(), names.end(), from.getValue(), to.getValue());
    setOutputNames(entry, names);
  }
};

} // namespace
} // namespace qopt
