#include "ir/keys.h"

using namespace mlir;

namespace qopt::nn {

StringRef nameOf(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(nameAttr);
  return name ? name.getValue() : StringRef();
}

void setName(Operation *op, StringRef name) {
  op->setAttr(nameAttr, StringAttr::get(op->getContext(), name));
}

// The function and index of an entry argument; null for other values.
static std::pair<FunctionOpInterface, unsigned> argumentOf(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return {nullptr, 0};
  auto function = dyn_cast_or_null<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return {function, argument.getArgNumber()};
}

std::string keyOf(Value value) {
  if (auto [function, index] = argumentOf(value); function) {
    auto name = function.getArgAttrOfType<StringAttr>(index, nameAttr);
    return name ? name.str() : "";
  }
  auto result = dyn_cast<OpResult>(value);
  if (!result || nameOf(result.getOwner()).empty())
    return "";
  std::string key = nameOf(result.getOwner()).str();
  if (result.getResultNumber() != 0)
    key += ":" + std::to_string(result.getResultNumber());
  return key;
}

std::optional<RangeAttr> rangeOf(Value value) {
  RangeAttr range;
  if (auto [function, index] = argumentOf(value); function)
    range = function.getArgAttrOfType<RangeAttr>(index, rangeAttr);
  else if (Operation *op = value.getDefiningOp())
    range = op->getAttrOfType<RangeAttr>(rangeAttr);
  return range ? std::optional(range) : std::nullopt;
}

void setRange(Value value, double min, double max) {
  auto range = RangeAttr::get(value.getContext(), min, max);
  if (auto [function, index] = argumentOf(value); function)
    function.setArgAttr(index, rangeAttr, range);
  else
    value.getDefiningOp()->setAttr(rangeAttr, range);
}

void absorb(Operation *to, Operation *from) {
  SmallVector<Attribute> names;
  auto add = [&](Attribute name) {
    if (name && !llvm::is_contained(names, name) && name != to->getAttr(nameAttr))
      names.push_back(name);
  };
  for (Operation *op : {to, from})
    if (auto list = op->getAttrOfType<ArrayAttr>(absorbedAttr))
      llvm::for_each(list, add);
  add(from->getAttr(nameAttr));
  if (!names.empty())
    to->setAttr(absorbedAttr, ArrayAttr::get(to->getContext(), names));
}

std::string layerName(Operation *op) {
  StringRef name = nameOf(op);
  return name.empty() ? op->getName().getStringRef().str() : name.str();
}

NameTable::NameTable(Operation *function) {
  if (auto interface = dyn_cast<FunctionOpInterface>(function))
    for (unsigned i = 0; i < interface.getNumArguments(); ++i)
      if (auto name = interface.getArgAttrOfType<StringAttr>(i, nameAttr))
        used.insert(name.getValue());
  function->walk([&](Operation *op) {
    if (!nameOf(op).empty())
      used.insert(nameOf(op));
  });
}

std::string NameTable::unique(StringRef base) {
  std::string name = base.str();
  for (unsigned suffix = 1; !used.insert(name).second; ++suffix)
    name = base.str() + "_" + std::to_string(suffix);
  return name;
}

LogicalResult verifyUniqueKeys(FunctionOpInterface function) {
  llvm::StringMap<Operation *> seen;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto name = function.getArgAttrOfType<StringAttr>(i, nameAttr);
    if (name && !seen.try_emplace(name.getValue(), function).second)
      return function->emitError() << "argument name '" << name.getValue() << "' is used twice";
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

func::FuncOp entryOf(Operation *module) {
  func::FuncOp entry, only, second;
  unsigned count = 0;
  module->walk([&](func::FuncOp function) {
    if (function.isExternal())
      return;
    ++count;
    only = function;
    if (function->hasAttr(entryAttr))
      (entry ? second : entry) = function;
  });
  if (second) {
    second.emitError() << "'" << second.getName() << "' is a second entry beside '"
                       << entry.getName() << "': mark one function with nn.entry";
    return nullptr;
  }
  if (entry)
    return entry; // its types are verified
  if (count != 1) {
    module->emitError() << "no entry: mark one of " << count << " functions with nn.entry";
    return nullptr;
  }
  auto error = [&] { return only.emitError() << "'" << only.getName() << "': "; };
  StringAttr symbol;
  if (failed(verifyTensors(only.getArgumentTypes(), symbol, error)) ||
      failed(verifyTensors(only.getResultTypes(), symbol, error)) ||
      failed(verifyWholeBytes(only.getArgumentTypes(), error)) ||
      failed(verifyWholeBytes(only.getResultTypes(), error)) ||
      failed(verifyUniqueKeys(only))) // unnamed arguments have not had it checked
    return nullptr;
  return only;
}

} // namespace qopt::nn
