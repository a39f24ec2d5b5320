#include "importers/common/graph/graph_importer.h"

#include "importers/common/graph/free_batch.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/near_names.h"
#include "ir/values/origin.h"
#include "ir/values/weights.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace qopt {

static void toValues(const SourceGraph &source, std::vector<std::string> &names) {
  if (names.empty())
    return;
  llvm::StringSet<> values;
  llvm::StringMap<std::pair<unsigned, std::string>> layers; // how many have the name
  for (const std::string &name : source.valueNames())
    values.insert(name);
  for (const Layer &layer : source.layers) {
    auto output =
        llvm::find_if(layer.outputs, [](const std::string &name) { return !name.empty(); });
    auto &[count, value] = layers[layer.name];
    ++count;
    value = output == layer.outputs.end() ? "" : *output;
  }
  for (std::string &name : names)
    if (auto layer = layers.find(name); !values.contains(name) && layer != layers.end())
      if (const auto &[count, value] = layer->second; count == 1 && !value.empty())
        name = value;
}

ImportOptions withCutsAtValues(const ImportOptions &options, const SourceGraph &source) {
  ImportOptions own = options;
  toValues(source, own.inputs);
  toValues(source, own.outputs);
  return own;
}

GraphImporter::GraphImporter(MLIRContext *context, const std::string &path,
                             const ImportOptions &options, SourceGraph &source)
    : context(context), path(path), options(options), source(source) {}

LogicalResult GraphImporter::bad(const std::string &message) {
  isBad = true;
  return error() << message;
}

LogicalResult GraphImporter::define(StringRef name, ImportedPtr value) {
  if (!values.try_emplace(name, std::move(value)).second)
    return bad("defines the value '" + name.str() + "' twice");
  return success();
}

LogicalResult GraphImporter::badLayer(size_t index, const std::string &message) {
  const Layer &layer = source.layers[index];
  std::string place = layer.place.empty() ? "" : " of " + layer.place;
  return bad("layer '" + keys[index] + "'" + place + message);
}

LogicalResult GraphImporter::declareConstants(size_t first) {
  for (size_t i = first; i < source.constants.size(); ++i) {
    auto &[name, read] = source.constants[i];
    auto value = std::make_shared<Imported>();
    value->name = name;
    value->read = read;
    if (failed(define(name, std::move(value))))
      return failure();
  }
  return success();
}

// Marks the layers that outputs depend on; others are left out. If layers stand in the place
// of a live one, their inputs are needed in place of its own.
void GraphImporter::markNeeded(size_t first, size_t last) {
  auto need = [&](const std::string &name) { needed.insert(name); };
  for (size_t i = last; i-- > first;) {
    const Layer &layer = source.layers[i];
    live[i] = llvm::any_of(layer.outputs, [&](const std::string &name) {
      return !name.empty() && needed.contains(name) && !cutInputs.contains(name);
    });
    auto expansion = expansions.find(i);
    if (live[i] && expansion != expansions.end()) {
      markNeeded(expansion->second.first, expansion->second.second);
    } else if (live[i]) {
      llvm::for_each(layer.inputs, need);
      llvm::for_each(layer.captures, need);
    }
  }
}

void GraphImporter::createFunction() {
  module = ModuleOp::create(UnknownLoc::get(context));
  OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
  SmallVector<Type> types =
      llvm::map_to_vector(inputs, [](const GraphInput &input) -> Type { return input.type; });
  function =
      func::FuncOp::create(b, UnknownLoc::get(context), "main", b.getFunctionType(types, {}));
  function->setAttr(nn::entryAttr, b.getUnitAttr());
  Block *block = function.addEntryBlock();
  for (auto [i, input] : llvm::enumerate(inputs)) {
    function.setArgAttr(i, nn::nameAttr, b.getStringAttr(input.name));
    auto value = std::make_shared<Imported>();
    value->name = input.name;
    value->value = block->getArgument(i);
    values[input.name] = std::move(value);
  }
  builder.emplace(function);
}

// A layer keeps its own name where no other layer has it; the rest go by their output. All keys
// are drawn from one table, those of further outputs with them.
void GraphImporter::reserveKeys(size_t first) {
  llvm::StringMap<unsigned> uses;
  for (size_t i = first; i < source.layers.size(); ++i)
    ++uses[source.layers[i].name];
  for (size_t i = first; i < source.layers.size(); ++i) {
    const Layer &layer = source.layers[i];
    if (!live[i])
      continue;
    bool own = !layer.name.empty() && uses[layer.name] == 1;
    auto output =
        llvm::find_if(layer.outputs, [](const std::string &name) { return !name.empty(); });
    keys[i] = builder->reserve(own ? layer.name : *output, unsigned(layer.outputs.size()));
  }
}

LogicalResult GraphImporter::poison(const Layer &layer) {
  for (const std::string &name : layer.outputs) {
    auto value = std::make_shared<Imported>();
    value->poisoned = true;
    if (!name.empty() && !values.contains(name) && failed(define(name, value)))
      return failure();
  }
  return success();
}

LogicalResult GraphImporter::refuse(size_t index, const std::string &what) {
  refusals.emplace_back(index, what);
  return poison(source.layers[index]);
}

// A value keeps what the file calls it where its key is another name. One that the layer hands on
// has a name already.
static void nameTensor(const GraphImporter &importer, const Layer &layer, StringRef name,
                       const Imported &result) {
  auto value = dyn_cast_or_null<OpResult>(result.value);
  if (!value || name.empty() || nn::keyOf(value) == name || !nn::ownTensorName(value).empty())
    return;
  bool handsOn = llvm::any_of(layer.inputs, [&](const std::string &input) {
    ImportedPtr read = importer.lookup(input);
    return read && read->value == value;
  });
  if (!handsOn)
    nn::setTensorName(value, name);
}

LogicalResult GraphImporter::convertLayer(size_t index) {
  const Layer &layer = source.layers[index];
  if (!source.reads(index)) {
    std::string near = source.nearTypes(index);
    return refuse(index, layer.type + (near.empty() ? "" : " (" + near.substr(2) + ")"));
  }
  for (const std::string &name : layer.inputs) {
    if (name.empty())
      continue;
    ImportedPtr value = lookup(name);
    if (!value)
      return badLayer(index, " reads '" + name +
                                 "', which is no input, no initializer, and no earlier layer's "
                                 "output");
    if (value->poisoned)
      return poison(layer);
  }
  size_t firstConstant = source.constants.size();
  if (std::optional<qrt::Status> expanded = source.expand(*this, index))
    return expandLayer(index, *expanded, firstConstant);
  if (qrt::Status status = checkLengths(index); !status.ok())
    return refuse(index, layer.type + " (" + status.message() + ")");
  auto [status, results] = source.convert(*this, index, keys[index]);
  if (status.code() == qrt::StatusCode::Unsupported) {
    std::string open = openLength(layer);
    return refuse(index,
                  layer.type + " (" + status.message() + (open.empty() ? "" : "; " + open) + ")");
  }
  if (!status.ok())
    return badLayer(index, " (" + layer.type + "): " + status.message() +
                               (options.freesBatch && !options.triesBatch
                                    ? " (--dynamic-batch leaves the batch open: "
                                      "import without it if the layer needs 1)"
                                    : ""));
  for (auto &[output, value] : results) {
    // A value that --inputs cut out is already there.
    if (!cutInputs.contains(layer.outputs[output]) && failed(define(layer.outputs[output], value)))
      return failure();
    nameTensor(*this, layer, layer.outputs[output], *value);
  }
  return success();
}

// The layers in its place are converted as any others, then and there.
LogicalResult GraphImporter::expandLayer(size_t index, const qrt::Status &status,
                                         size_t firstConstant) {
  if (status.code() == qrt::StatusCode::Unsupported)
    return refuse(index, source.layers[index].type + " (" + status.message() + ")");
  if (!status.ok())
    return badLayer(index, " (" + source.layers[index].type + "): " + status.message());
  size_t first = live.size(), last = source.layers.size();
  live.resize(last);
  keys.resize(last);
  markNeeded(first, last);
  expansions[index] = {first, last};
  if (failed(declareConstants(firstConstant)))
    return failure();
  reserveKeys(first);
  return convertLayers(first);
}

LogicalResult GraphImporter::convertLayers(size_t first) {
  for (size_t i = first, last = live.size(); i < last; ++i)
    if (live[i] && failed(convertLayer(i)))
      return failure();
  return success();
}

// Collects the refusals of layers that outputs depend on, given the branches that were taken.
void GraphImporter::collectRefusals() {
  if (!expansions.empty()) {
    needed.clear();
    needed.insert_range(outputs);
    live.assign(live.size(), false);
    markNeeded(0, mainLayers);
  }
  for (const auto &[name, what] : refusedInputs)
    if (needed.contains(name) || !isCut())
      unsupported.add(what, "'" + name + "'");
  for (const auto &[index, what] : refusals) {
    const Layer &layer = source.layers[index];
    std::string place = layer.place.empty() ? "" : " of " + layer.place;
    if (live[index])
      unsupported.add(what, "'" + keys[index] + "'" + place);
  }
}

// Compares an output with its declaration in the file: another element type means a damaged file.
// Exporters are known to leave old shapes: sizes are not compared, and another rank is a warning.
LogicalResult GraphImporter::checkDeclared(StringRef output, Value value) {
  std::optional<SourceType> declared = source.typeOf(output);
  if (!declared || !declared->shape)
    return success();
  auto type = cast<RankedTensorType>(value.getType());
  bool sameElement = !declared->element || nn::declaredType(type) == declared->element;
  bool sameRank = int64_t(declared->shape->size()) == type.getRank();
  std::string text = "output '" + output.str() + "' is declared as " + declared->elementName +
                     " of rank " + std::to_string(declared->shape->size()) + ", its layer gives " +
                     std::string(elementTypeName(*nn::declaredType(type))) + " of shape " +
                     nn::toString(nn::symbolicShape(type));
  if (!sameElement)
    return bad(text);
  if (!sameRank)
    fileWarning(context, path) << text << ", which counts";
  return success();
}

// The names that --outputs takes: values, and layers, which stand for their first value.
static std::vector<std::string> cutNames(const SourceGraph &source) {
  std::vector<std::string> names = source.valueNames();
  for (const Layer &layer : source.layers)
    names.push_back(layer.name);
  return names;
}

LogicalResult GraphImporter::finishFunction() {
  SmallVector<Value> results;
  for (const std::string &name : outputs) {
    ImportedPtr value = lookup(name);
    if (!value)
      return bad("output '" + name + "' is not computed by any layer" +
                 itHas(name, cutNames(source)));
    if (value->poisoned)
      continue;
    auto result = builder->materialize(*value);
    if (!result && result.status().code() == qrt::StatusCode::Unsupported)
      unsupported.add("an output that is " + result.status().message(), "'" + name + "'");
    else if (!result)
      return bad("output '" + name + "': " + result.status().message());
    else if (failed(checkDeclared(name, *result)))
      return failure();
    else
      results.push_back(*result);
  }
  collectRefusals();
  if (!unsupported.empty())
    return success();
  nameResults(results);
  func::ReturnOp::create(builder->builder, UnknownLoc::get(context), results);
  builder->eraseUnusedConstants();
  if (!expansions.empty())
    eraseUnread();
  if (failed(verify(*module)))
    return failure();
  return options.freesBatch ? checkFreedBatch() : success();
}

LogicalResult GraphImporter::checkFreedBatch() {
  JoinedSamples joined = findJoinedSamples(function);
  if (!joined.op)
    return success();
  StringRef layer = nn::nameOf(joined.op);
  std::string what = "layer '" + layer.str() + "' (" + joined.op->getName().stripDialect().str() +
                     ") keeps the batch at 1: " + joined.why;
  return bad(options.triesBatch ? what
                                : "--dynamic-batch: " + what + "; import without --dynamic-batch");
}

// Erases operations that only a branch read that was not taken.
void GraphImporter::eraseUnread() {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

LogicalResult GraphImporter::finishInputs() {
  collectRefusals();
  func::ReturnOp::create(builder->builder, UnknownLoc::get(context));
  return verify(*module);
}

LogicalResult GraphImporter::convertGraph() {
  reserveKeys(0);
  return failed(convertLayers(0)) ? failure() : finishFunction();
}

OwningOpRef<ModuleOp> GraphImporter::run(ImportFailure &failure) {
  failure = ImportFailure::BadFile;
  mainLayers = source.layers.size();
  live.resize(mainLayers);
  keys.resize(mainLayers);
  outputs = options.outputs.empty() ? source.outputs : options.outputs;
  needed.insert_range(outputs);
  for (const std::string &name : options.inputs)
    cutInputs.insert(name);
  markNeeded(0, mainLayers);
  if (failed(declareConstants(0)) || failed(chooseInterface()))
    return nullptr;
  createFunction();
  if (failed(options.inputsAlone ? finishInputs() : convertGraph()))
    return nullptr;
  if (!unsupported.empty()) {
    failure = ImportFailure::Unsupported;
    if (options.onUnsupported)
      unsupported.forEach(options.onUnsupported);
    unsupported.report([&] { return error(); });
    return nullptr;
  }
  failure = ImportFailure::None;
  return std::move(module);
}

} // namespace qopt
