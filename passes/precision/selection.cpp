#include "passes/precision/selection.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/near_names.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

class Reader {
public:
  Reader(func::FuncOp function, StringRef pass) : function(function), pass(pass), values(function) {
    function.walk([&](Operation *op) {
      if (op != function && op->getNumResults() != 0 && !isa<ConstantOp>(op))
        layers.push_back(op);
    });
  }

  LogicalResult read(const LayerLists &lists, DenseSet<Operation *> &taken,
                     DenseSet<Operation *> &named) {
    DenseSet<Operation *> left;
    if (failed(addLayers("layers", lists.layers, named)) ||
        failed(addOperations("ops", lists.ops, taken)) || failed(except(lists.except, left)))
      return failure();
    for (Operation *op : layers)
      if (named.contains(op) && left.contains(op))
        return error("except") << "'" << nameOf(op) << "' is in layers= too";
    if (lists.layers.empty() && lists.ops.empty())
      taken.insert(layers.begin(), layers.end());
    taken.insert(named.begin(), named.end());
    for (Operation *op : left)
      taken.erase(op);
    return success();
  }

private:
  InFlightDiagnostic error(StringRef option) {
    return function.emitError() << pass << ": " << option << "=: ";
  }

  static bool isOperation(StringRef name) { return name.starts_with("nn."); }

  // A layer that is called like an operation is the layer.
  LogicalResult except(ArrayRef<std::string> names, DenseSet<Operation *> &left) {
    for (const std::string &name : names) {
      bool isLayer = !isOperation(name) || values.find(name);
      if (failed(isLayer ? addLayers("except", name, left) : addOperations("except", name, left)))
        return failure();
    }
    return success();
  }

  LogicalResult addLayers(StringRef option, ArrayRef<std::string> names,
                          DenseSet<Operation *> &found) {
    for (const std::string &name : names) {
      Value value = values.find(name);
      Operation *op = value ? value.getDefiningOp() : nullptr;
      if (!value)
        return unknownLayer(option, name);
      if (!op || isa<ConstantOp>(op))
        return error(option) << "'" << name << "' is " << (op ? "a constant" : "an input")
                             << ", no layer";
      found.insert(op);
    }
    return success();
  }

  LogicalResult unknownLayer(StringRef option, const std::string &name) {
    if (std::string absorber = values.absorberOf(name); !absorber.empty())
      return error(option) << "'" << name << "' was merged into '" << absorber << "'";
    if (isOperation(name))
      return error(option) << "no layer is called '" << name << "'; operations go into ops=";
    std::vector<std::string> known;
    for (Operation *op : layers)
      known.push_back(nameOf(op).str());
    return error(option) << "no layer is called '" << name << "'" << didYouMean(name, known);
  }

  LogicalResult unknownOperation(StringRef option, StringRef name) {
    std::vector<std::string> known;
    for (RegisteredOperationName operation : function.getContext()->getRegisteredOperations())
      if (isOperation(operation.getStringRef()))
        known.push_back(operation.getStringRef().str());
    std::string whole = (isOperation(name) ? "" : "nn.") + name.str();
    return error(option) << "no operation is called '" << name << "'" << didYouMean(whole, known);
  }

  LogicalResult addOperations(StringRef option, ArrayRef<std::string> names,
                              DenseSet<Operation *> &found) {
    MLIRContext *context = function.getContext();
    for (const std::string &name : names) {
      if (!isOperation(name) || !RegisteredOperationName::lookup(name, context))
        return unknownOperation(option, name);
      for (Operation *op : layers)
        if (op->getName().getStringRef() == name)
          found.insert(op);
    }
    return success();
  }

  func::FuncOp function;
  StringRef pass;
  ValuesByKey values;
  SmallVector<Operation *> layers;
};

} // namespace

FailureOr<LayerSelection> LayerSelection::read(func::FuncOp function, StringRef pass,
                                               const LayerLists &lists) {
  LayerSelection selection;
  if (failed(Reader(function, pass).read(lists, selection.taken, selection.named)))
    return failure();
  return selection;
}

} // namespace qopt
