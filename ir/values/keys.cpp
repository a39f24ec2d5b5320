#include "ir/values/keys.h"

#include "ir/values/origin.h"

using namespace mlir;

namespace qopt::nn {

StringRef nameOf(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(nameAttr);
  return name ? name.getValue() : StringRef();
}

// A value with another key is another value: the model's tensor name no longer applies.
void setName(Operation *op, StringRef name) {
  if (nameOf(op) != name)
    op->removeAttr(tensorAttr);
  op->setAttr(nameAttr, StringAttr::get(op->getContext(), name));
}

// Returns the function and index of an entry argument; null for other values.
static std::pair<FunctionOpInterface, unsigned> argumentOf(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return {nullptr, 0};
  auto function = dyn_cast_or_null<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return {function, argument.getArgNumber()};
}

std::string resultKey(StringRef name, unsigned index) {
  return index == 0 ? name.str() : name.str() + ":" + std::to_string(index);
}

std::string keyOf(Value value) {
  if (auto [function, index] = argumentOf(value); function) {
    auto name = function.getArgAttrOfType<StringAttr>(index, nameAttr);
    return name ? name.str() : "";
  }
  auto result = dyn_cast<OpResult>(value);
  if (!result || nameOf(result.getOwner()).empty())
    return "";
  return resultKey(nameOf(result.getOwner()), result.getResultNumber());
}

// ---- ranges ----

static SmallVector<Attribute> rangesOf(Operation *op) {
  SmallVector<Attribute> ranges(op->getNumResults(), UnitAttr::get(op->getContext()));
  Attribute stated = op->getAttr(rangeAttr);
  auto list = dyn_cast_or_null<ArrayAttr>(stated);
  if (list && list.size() == ranges.size())
    ranges.assign(list.begin(), list.end());
  else if (stated && ranges.size() == 1)
    ranges[0] = stated;
  return ranges;
}

std::optional<RangeAttr> rangeOf(Value value) {
  RangeAttr range;
  if (auto [function, index] = argumentOf(value); function)
    range = function.getArgAttrOfType<RangeAttr>(index, rangeAttr);
  else if (auto result = dyn_cast<OpResult>(value))
    range = dyn_cast<RangeAttr>(rangesOf(result.getOwner())[result.getResultNumber()]);
  return range ? std::optional(range) : std::nullopt;
}

void setRange(Value value, RangeAttr range) {
  if (auto [function, index] = argumentOf(value); function)
    return function.setArgAttr(index, rangeAttr, range);
  auto result = cast<OpResult>(value);
  SmallVector<Attribute> ranges = rangesOf(result.getOwner());
  ranges[result.getResultNumber()] = range;
  bool alone = ranges.size() == 1;
  result.getOwner()->setAttr(rangeAttr,
                             alone ? ranges[0] : ArrayAttr::get(value.getContext(), ranges));
}

void setRange(Value value, double min, double max) {
  setRange(value, RangeAttr::get(value.getContext(), min, max));
}

LogicalResult verifyRanges(Operation *op, Attribute ranges) {
  if (op->getNumResults() == 1)
    return isa<RangeAttr>(ranges) ? success()
                                  : op->emitError("nn.range must be #nn.range<min, max>");
  if (op->getNumResults() == 0)
    return op->emitError("nn.range belongs to an operation that has a result");
  auto list = dyn_cast<ArrayAttr>(ranges);
  if (list && list.size() == op->getNumResults() &&
      llvm::all_of(list, [](Attribute one) { return isa<RangeAttr, UnitAttr>(one); }))
    return success();
  return op->emitError()
         << "nn.range must be an array of #nn.range<min, max>, or unit, for each of "
         << op->getNumResults() << " results";
}

// ---- names ----

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

void takeResultIdentity(Value to, Value from) {
  Operation *op = to.getDefiningOp();
  auto result = cast<OpResult>(from);
  for (StringRef name : {nameAttr, rangeAttr, absorbedAttr, tensorAttr})
    op->removeAttr(name);
  if (std::string key = keyOf(from); !key.empty())
    setName(op, key);
  if (StringRef tensor = ownTensorName(from); !tensor.empty())
    setTensorName(cast<OpResult>(to), tensor);
  if (std::optional<RangeAttr> range = rangeOf(from))
    setRange(to, *range);
  Attribute absorbed = result.getOwner()->getAttr(absorbedAttr);
  if (absorbed && result.getResultNumber() == 0)
    op->setAttr(absorbedAttr, absorbed);
}

std::string layerName(Operation *op) {
  StringRef name = nameOf(op);
  return name.empty() ? op->getName().getStringRef().str() : name.str();
}

ValuesByKey::ValuesByKey(FunctionOpInterface function) {
  auto add = [&](Value value) {
    if (std::string key = keyOf(value); !key.empty())
      values[key] = value;
  };
  llvm::for_each(function.getArguments(), add);
  function->walk([&](Operation *op) {
    llvm::for_each(op->getResults(), add);
    if (auto absorbed = op->getAttrOfType<ArrayAttr>(absorbedAttr))
      for (auto name : absorbed.getAsRange<StringAttr>())
        absorbers[name] = layerName(op);
  });
}

// Layers are absorbed by name, which stands for all of their results.
std::string ValuesByKey::absorberOf(StringRef key) const {
  auto found = absorbers.find(key);
  if (found == absorbers.end())
    found = absorbers.find(key.rsplit(':').first);
  return found == absorbers.end() ? "" : found->second;
}

NameTable::NameTable(Operation *function) {
  auto add = [&](Value value) {
    if (std::string key = keyOf(value); !key.empty())
      used.insert(key);
  };
  if (auto interface = dyn_cast<FunctionOpInterface>(function))
    llvm::for_each(interface.getArguments(), add);
  function->walk([&](Operation *op) {
    if (!nameOf(op).empty())
      used.insert(nameOf(op));
    llvm::for_each(op->getResults(), add);
  });
}

std::string NameTable::unique(StringRef base, unsigned results) {
  std::string name = base.str();
  auto isUsed = [&](unsigned index) { return used.contains(resultKey(name, index)); };
  auto indices = llvm::seq(0u, std::max(results, 1u));
  for (unsigned &suffix = suffixes[base]; llvm::any_of(indices, isUsed);)
    name = base.str() + "_" + std::to_string(++suffix);
  for (unsigned index : indices)
    used.insert(resultKey(name, index));
  return name;
}

bool NameTable::extend(StringRef name, unsigned first, unsigned results) {
  auto isUsed = [&](unsigned index) { return used.contains(resultKey(name, index)); };
  auto indices = llvm::seq(first, std::max(first, results));
  if (llvm::any_of(indices, isUsed))
    return false;
  for (unsigned index : indices)
    used.insert(resultKey(name, index));
  return true;
}

namespace {
/// Who has a key: an argument of the function, or a result of an operation.
struct KeyOwner {
  Operation *op;
  unsigned index = 0;
  std::string text() const {
    if (isa<FunctionOpInterface>(op))
      return "argument " + std::to_string(index);
    std::string layer = "layer '" + nameOf(op).str() + "'";
    return index == 0 ? layer : "result " + std::to_string(index) + " of " + layer;
  }
};
} // namespace

static InFlightDiagnostic diagnoseKey(StringRef key, const KeyOwner &first,
                                      const KeyOwner &second) {
  if (isa<FunctionOpInterface>(second.op))
    return second.op->emitError() << "argument name '" << key << "' is used twice";
  if (second.index == 0 && (isa<FunctionOpInterface>(first.op) || first.index == 0))
    return second.op->emitError() << "layer name '" << key << "' is used twice";
  return second.op->emitError() << "key '" << key << "' names two values: " << first.text()
                                << " and " << second.text();
}

namespace {
/// Names in order, each once.
class PortNames {
public:
  void add(const std::string &key, StringRef kind) {
    const std::string base = key.empty() ? (kind + Twine(names.size())).str() : key;
    std::string name = base;
    for (unsigned suffix = 1; !used.insert(name).second; ++suffix)
      name = base + "_" + std::to_string(suffix);
    names.push_back(std::move(name));
  }

  std::vector<std::string> names;

private:
  llvm::StringSet<> used;
};
} // namespace

std::vector<std::string> inputNames(func::FuncOp function) {
  PortNames ports;
  for (BlockArgument argument : function.getArguments())
    ports.add(keyOf(argument), "input");
  return std::move(ports.names);
}

std::vector<std::string> outputNames(func::FuncOp function) {
  PortNames ports;
  for (auto [i, value] : llvm::enumerate(function.front().getTerminator()->getOperands())) {
    auto own = function.getResultAttrOfType<StringAttr>(unsigned(i), nameAttr);
    ports.add(own ? own.str() : keyOf(value), "output");
  }
  return std::move(ports.names);
}

std::optional<qrt::PortLength> lengthOf(FunctionOpInterface function, unsigned result) {
  auto length = function.getResultAttrOfType<LengthAttr>(result, lengthAttr);
  for (unsigned i = 0; length && i < function.getNumResults(); ++i)
    if (function.getResultAttr(i, nameAttr) == length.getCount())
      return qrt::PortLength{uint32_t(length.getDim()), i};
  return std::nullopt;
}

LogicalResult verifyUniqueKeys(FunctionOpInterface function) {
  llvm::StringMap<KeyOwner> seen;
  auto claim = [&](StringRef key, KeyOwner owner) -> LogicalResult {
    auto [first, isNew] = seen.try_emplace(key, owner);
    if (isNew)
      return success();
    return diagnoseKey(key, first->second, owner);
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto name = function.getArgAttrOfType<StringAttr>(i, nameAttr);
    if (name && failed(claim(name.getValue(), {function, i})))
      return failure();
  }
  WalkResult walked = function->walk([&](Operation *op) {
    StringRef name = nameOf(op);
    if (name.empty() || op == function)
      return WalkResult::advance();
    for (unsigned i = 0; i < std::max(op->getNumResults(), 1u); ++i)
      if (failed(claim(resultKey(name, i), {op, i})))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
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
  if (failed(verifyTensors(only.getArgumentTypes(), error)) ||
      failed(verifyTensors(only.getResultTypes(), error)) ||
      failed(verifyUniqueKeys(only))) // unnamed arguments have not had it checked
    return nullptr;
  return only;
}

} // namespace qopt::nn
