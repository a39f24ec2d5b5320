// Composites that shall be integer inside are taken apart before ranges are measured.
#include "ir/ops/expansion.h"
#include "passes/passes.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_EXPANDCOMPOSITES
#include "passes/passes.h.inc"
namespace {

bool isComposite(std::optional<RegisteredOperationName> operation) {
  return operation && operation->hasInterface<CompositeOpInterface>();
}

// The layer that has this name, or has absorbed the one that had it; null: none.
Operation *layerOf(func::FuncOp function, StringRef name) {
  ValuesByKey values(function);
  Value value = values.find(name);
  if (!value)
    value = values.find(values.absorberOf(name));
  return value ? value.getDefiningOp() : nullptr;
}

struct ExpandComposites : impl::ExpandCompositesBase<ExpandComposites> {
  using ExpandCompositesBase::ExpandCompositesBase;

  // The list alone is enough: --expand-composites=nn.gelu,head.
  LogicalResult initializeOptions(StringRef options,
                                  function_ref<LogicalResult(const Twine &)> report) override {
    bool isList = !options.empty() && !options.starts_with("names=");
    std::string list = (isList ? "names=" : "") + options.str();
    if (failed(ExpandCompositesBase::initializeOptions(list, report)))
      return failure();
    return names.empty() ? report("expand-composites: names= is missing: name the operations "
                                  "(nn.gelu) or layers to expand")
                         : success();
  }

  void expandAll(StringRef operation) {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      NameTable table(function);
      SmallVector<CompositeOpInterface> found;
      function.walk([&](CompositeOpInterface op) {
        if (op->getName().getStringRef() == operation)
          found.push_back(op);
      });
      for (CompositeOpInterface op : found)
        if (isExpandable(op))
          expandInPlace(op, table);
        else
          mlir::emitWarning(op->getLoc())
              << "'" << layerName(op) << "' is not expanded: it is quantized already";
    }
  }

  // Returns why the layer cannot be expanded; empty: it is.
  std::string expandLayer(StringRef name) {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      Operation *op = layerOf(function, name);
      if (!op)
        continue;
      if (!isa<CompositeOpInterface>(op))
        return "is '" + op->getName().getStringRef().str() +
               "', which is not a composite: nothing in it can be expanded";
      if (!isExpandable(op))
        return "is quantized already: expand it before --insert-quant";
      NameTable table(function);
      expandInPlace(cast<CompositeOpInterface>(op), table);
      return "";
    }
    std::string operation = ("nn." + name).str();
    bool meant = isComposite(RegisteredOperationName::lookup(operation, &getContext()));
    return "is no layer of the module" + (meant ? "; the operation is '" + operation + "'" : "");
  }

  void runOnOperation() override {
    for (const std::string &name : names) {
      auto operation = RegisteredOperationName::lookup(name, &getContext());
      if (isComposite(operation)) {
        expandAll(name);
        continue;
      }
      std::string wrong = operation ? "is no composite" : expandLayer(name);
      if (wrong.empty())
        continue;
      getOperation().emitError() << "expand-composites: '" << name << "' " << wrong;
      return signalPassFailure();
    }
  }
};

} // namespace
} // namespace qopt
