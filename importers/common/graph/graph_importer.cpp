#include "importers/common/graph/graph_importer.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/weights.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace qopt {

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

LogicalResult GraphImporter::declareConstants() {
  for (auto &[name, read] : source.constants) {
    auto value = std::make_shared<Imported>();
    value->name = name;
    value->read = read;
    if (failed(define(name, std::move(value))))
      return failure();
  }
  return success();
}

// Layers that no output depends on are left out.
void GraphImporter::markNeeded() {
  for (const std::string &name : outputs)
    needed.insert(name);
  keys.resize(source.layers.size());
  for (auto [layer, key] : llvm::reverse(llvm::zip_equal(source.layers, keys))) {
    bool isNeeded = llvm::any_of(layer.outputs, [&](const std::string &name) {
      return !name.empty() && needed.contains(name) && !values.contains(name);
    });
    if (!isNeeded)
      continue;
    key = "?";
    for (const std::string &name : layer.inputs)
      needed.insert(name);
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
void GraphImporter::reserveKeys() {
  llvm::StringMap<unsigned> uses;
  for (const Layer &layer : source.layers)
    ++uses[layer.name];
  for (auto [layer, key] : llvm::zip_equal(source.layers, keys)) {
    if (key.empty())
      continue;
    bool own = !layer.name.empty() && uses[layer.name] == 1;
    auto output =
        llvm::find_if(layer.outputs, [](const std::string &name) { return !name.empty(); });
    key = builder->reserve(own ? layer.name : *output, unsigned(layer.outputs.size()));
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

LogicalResult GraphImporter::convertLayer(size_t index) {
  const Layer &layer = source.layers[index];
  const std::string &key = keys[index];
  if (!source.reads(index)) {
    unsupported.add(layer.type, key);
    return poison(layer);
  }
  for (const std::string &name : layer.inputs) {
    if (name.empty())
      continue;
    ImportedPtr value = lookup(name);
    if (!value)
      return bad("layer '" + key + "' reads '" + name +
                 "', which is no input, no initializer, and no earlier layer's output");
    if (value->poisoned)
      return poison(layer);
  }
  auto [status, results] = source.convert(*this, index, key);
  if (status.code() == qrt::StatusCode::Unsupported) {
    unsupported.add(layer.type + " (" + status.message() + ")", key);
    return poison(layer);
  }
  if (!status.ok())
    return bad("layer '" + key + "' (" + layer.type + "): " + status.message());
  for (auto &[output, value] : results)
    // A value that --inputs cut out is already there.
    if (!llvm::is_contained(options.inputs, layer.outputs[output]) &&
        failed(define(layer.outputs[output], value)))
      return failure();
  return success();
}

LogicalResult GraphImporter::convertLayers() {
  for (size_t i = 0; i < keys.size(); ++i)
    if (!keys[i].empty() && failed(convertLayer(i)))
      return failure();
  return success();
}

// What the file says of an output: another rank or type is a damaged file. Sizes are not compared:
// exporters are known to leave old ones.
LogicalResult GraphImporter::checkDeclared(StringRef output, Value value) {
  std::optional<SourceType> declared = source.typeOf(output);
  if (!declared || !declared->shape)
    return success();
  auto type = cast<RankedTensorType>(value.getType());
  bool sameElement = !declared->element || getElementTypeOrSelf(type) ==
                                               nn::plainElementType(context, *declared->element);
  if (!sameElement || int64_t(declared->shape->size()) != type.getRank())
    return bad("output '" + output.str() + "' is declared as " + declared->elementName +
               " of rank " + std::to_string(declared->shape->size()) + ", its layer gives " +
               std::string(elementTypeName(*nn::storageType(type))) + " of shape " +
               nn::toString(nn::symbolicShape(type)));
  return success();
}

LogicalResult GraphImporter::finishFunction() {
  SmallVector<Value> results;
  for (const std::string &name : outputs) {
    ImportedPtr value = lookup(name);
    if (!value)
      return bad("output '" + name + "' is not computed by any layer");
    if (value->poisoned)
      continue;
    auto result = builder->materialize(*value);
    if (!result && result.status().code() == qrt::StatusCode::Unsupported)
      unsupported.add("an output that is " + result.status().message(), name);
    else if (!result)
      return bad("output '" + name + "': " + result.status().message());
    else if (failed(checkDeclared(name, *result)))
      return failure();
    else
      results.push_back(*result);
  }
  if (!unsupported.empty())
    return success();
  OpBuilder &b = builder->builder;
  func::ReturnOp::create(b, UnknownLoc::get(context), results);
  builder->eraseUnusedConstants();
  function.setType(b.getFunctionType(function.getBody().front().getArgumentTypes(),
                                     ValueRange(results).getTypes()));
  for (auto [i, name] : llvm::enumerate(outputs))
    function.setResultAttr(i, nn::nameAttr, b.getStringAttr(name));
  return verify(*module);
}

OwningOpRef<ModuleOp> GraphImporter::run(ImportFailure &failure) {
  failure = ImportFailure::BadFile;
  if (failed(declareConstants()) || failed(chooseInterface()))
    return nullptr;
  for (const GraphInput &input : inputs)
    values[input.name] = nullptr;
  markNeeded();
  createFunction();
  reserveKeys();
  if (failed(convertLayers()) || failed(finishFunction()))
    return nullptr;
  if (!unsupported.empty()) {
    failure = ImportFailure::Unsupported;
    unsupported.report([&] { return error(); });
    return nullptr;
  }
  failure = ImportFailure::None;
  return std::move(module);
}

} // namespace qopt
