#include "ir/dialect.h"

#include "ir/keys.h"
#include "ir/ops.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace qopt::nn;

#include "ir/nn_dialect.cpp.inc"
#include "ir/nn_interfaces.cpp.inc"
#define GET_OP_CLASSES
#include "ir/nn_ops.cpp.inc"

void NNDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "ir/nn_ops.cpp.inc"
      >();
}

// Every key in a function names one value.
static LogicalResult verifyUniqueKeys(Operation *function) {
  llvm::StringMap<Operation *> seen;
  if (auto interface = dyn_cast<FunctionOpInterface>(function))
    for (unsigned i = 0; i < interface.getNumArguments(); ++i) {
      auto name = interface.getArgAttrOfType<StringAttr>(i, nameAttr);
      if (!name)
        return function->emitError() << "argument " << i << " has no nn.name";
      if (!seen.try_emplace(name.getValue(), function).second)
        return function->emitError()
               << "argument name '" << name.getValue() << "' is used twice";
    }
  LogicalResult result = success();
  function->walk([&](Operation *op) {
    StringRef name = nameOf(op);
    if (name.empty() || op == function)
      return WalkResult::advance();
    if (!seen.try_emplace(name, op).second) {
      result = op->emitError() << "layer name '" << name << "' is used twice";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return result;
}

LogicalResult NNDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (name == nameAttr) {
    auto text = dyn_cast<StringAttr>(attribute.getValue());
    if (!text || text.empty())
      return op->emitError("nn.name must be a string that is not empty");
    return success();
  }
  if (name == rangeAttr) {
    if (!isa<RangeAttr>(attribute.getValue()))
      return op->emitError("nn.range must be #nn.range<min, max>");
    return success();
  }
  if (name == absorbedAttr) {
    auto names = dyn_cast<ArrayAttr>(attribute.getValue());
    if (!names || !llvm::all_of(names, llvm::IsaPred<StringAttr>))
      return op->emitError("nn.absorbed must be an array of layer names");
    return success();
  }
  if (name == entryAttr) {
    if (!isa<FunctionOpInterface>(op))
      return op->emitError("nn.entry marks a function");
    return verifyUniqueKeys(op);
  }
  return op->emitError() << "unknown attribute '" << name << "'";
}

LogicalResult NNDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                  unsigned index,
                                                  NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  Attribute value = attribute.getValue();
  bool known = (name == nameAttr && isa<StringAttr>(value)) ||
               (name == rangeAttr && isa<RangeAttr>(value)) ||
               (name == preprocessAttr && isa<PreprocessAttr>(value));
  if (!known)
    return op->emitError() << "argument " << index << ": '" << name
                           << "' is unknown or has the wrong kind";
  return success();
}
