#include "importers/onnx/graph/graph_importer.h"

#include "importers/onnx/graph/binder.h"
#include "importers/onnx/file/model_file.h"
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/file/tensor_data.h"
#include "ir/ops.h"
#include "ir/weights.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace qopt::onnx {

GraphImporter::GraphImporter(MLIRContext *context, std::shared_ptr<const proto::ModelProto> model,
                             const std::string &path, const ImportOptions &options)
    : context(context), model(model), graph(model->graph()), path(path), options(options),
      external(path) {}

InFlightDiagnostic GraphImporter::error() {
  return emitError(FileLineColLoc::get(context, path, 0, 0));
}

LogicalResult GraphImporter::bad(const std::string &message) {
  isBad = true;
  return error() << message;
}

// ---- values ----

LogicalResult GraphImporter::define(StringRef name, ImportedPtr value) {
  if (!values.try_emplace(name, std::move(value)).second)
    return bad("defines the value '" + name.str() + "' twice");
  return success();
}

LogicalResult GraphImporter::declareValues() {
  for (const proto::TensorProto &tensor : graph.initializer()) {
    auto value = std::make_shared<Imported>();
    value->name = tensor.name();
    value->stored = &tensor;
    if (failed(define(tensor.name(), std::move(value))))
      return failure();
  }
  return success();
}

qrt::Expected<std::optional<qrt::Tensor>> GraphImporter::constantOf(Imported &value) {
  if (!value.constant && value.stored) {
    auto tensor = readTensor(*value.stored, external);
    if (!tensor)
      return qrt::Status(tensor.status().code(),
                         "constant '" + value.name + "': " + tensor.status().message());
    value.constant = *tensor;
  }
  if (!value.constant && value.ints)
    return value.ints->tensor();
  return value.constant;
}

qrt::Expected<Value> GraphImporter::materialize(Imported &value) {
  if (value.value)
    return value.value;
  auto constant = constantOf(value);
  if (!constant)
    return constant.status();
  if (!*constant)
    return qrt::Status(qrt::StatusCode::Unsupported,
                       "a size that depends on the batch, used as data");
  const qrt::Tensor &tensor = **constant;
  SmallVector<nn::Dim> shape = llvm::map_to_vector(tensor.shape(), nn::staticDim);
  if (qrt::Status status = GraphBuilder::checkShape(shape); !status.ok())
    return qrt::Status(status.code(), "constant '" + value.name + "': " + status.message());
  auto type = RankedTensorType::get(tensor.shape(), nn::plainElementType(context, tensor.type()));
  value.value = builder->constant(value.name, type, tensor);
  return value.value;
}

// ---- the walk ----

// Nodes that no output depends on are left out.
void GraphImporter::markNeeded() {
  for (const std::string &name : outputs)
    needed.insert(name);
  keys.resize(graph.node_size());
  for (int i = graph.node_size() - 1; i >= 0; --i) {
    const proto::NodeProto &node = graph.node(i);
    bool isNeeded = llvm::any_of(node.output(), [&](const std::string &name) {
      return !name.empty() && needed.contains(name) && !values.contains(name);
    });
    if (!isNeeded)
      continue;
    keys[i] = "?";
    for (const std::string &name : node.input())
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
  builder.emplace(function, symbol);
}

// A layer keeps its own name where that is unique; the rest go by their output.
void GraphImporter::reserveKeys() {
  llvm::StringMap<unsigned> uses;
  for (const proto::NodeProto &node : graph.node())
    ++uses[node.name()];
  for (int i = 0; i < graph.node_size(); ++i) {
    const proto::NodeProto &node = graph.node(i);
    if (keys[i].empty())
      continue;
    bool own = !node.name().empty() && uses[node.name()] == 1;
    auto output =
        llvm::find_if(node.output(), [](const std::string &name) { return !name.empty(); });
    keys[i] = builder->names.unique(own ? node.name() : *output);
  }
}

LogicalResult GraphImporter::poison(const proto::NodeProto &node) {
  for (const std::string &name : node.output()) {
    auto value = std::make_shared<Imported>();
    value->poisoned = true;
    if (!name.empty() && !values.contains(name) && failed(define(name, value)))
      return failure();
  }
  return success();
}

LogicalResult GraphImporter::convertNode(const proto::NodeProto &node, StringRef key) {
  Converter *convert = findConverter(node);
  if (!convert) {
    unsupported.add(operatorName(node), key);
    return poison(node);
  }
  for (const std::string &name : node.input()) {
    if (name.empty())
      continue;
    ImportedPtr value = lookup(name);
    if (!value)
      return bad("layer '" + key.str() + "' reads '" + name +
                 "', which is no input, no initializer, and no earlier layer's output");
    if (value->poisoned)
      return poison(node);
  }
  Binder binder(*this, node, key);
  convert(binder);
  binder.finish();
  if (binder.status().code() == qrt::StatusCode::Unsupported) {
    unsupported.add(operatorName(node) + " (" + binder.status().message() + ")", key);
    return poison(node);
  }
  if (!binder.ok())
    return bad("layer '" + key.str() + "' (" + node.op_type() + "): " + binder.status().message());
  for (auto &[index, value] : binder.results())
    // A value that --inputs cut out is already there.
    if (!llvm::is_contained(options.inputs, node.output(index)) &&
        failed(define(node.output(index), value)))
      return failure();
  return success();
}

LogicalResult GraphImporter::convertNodes() {
  for (int i = 0; i < graph.node_size(); ++i)
    if (!keys[i].empty() && failed(convertNode(graph.node(i), keys[i])))
      return failure();
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
    auto result = materialize(*value);
    if (!result && result.status().code() == qrt::StatusCode::Unsupported)
      unsupported.add("an output that is " + result.status().message(), name);
    else if (!result)
      return bad("output '" + name + "': " + result.status().message());
    else
      results.push_back(*result);
  }
  if (!unsupported.empty())
    return success();
  OpBuilder &b = builder->builder;
  func::ReturnOp::create(b, UnknownLoc::get(context), results);
  function.setType(b.getFunctionType(function.getBody().front().getArgumentTypes(),
                                     ValueRange(results).getTypes()));
  for (auto [i, name] : llvm::enumerate(outputs))
    function.setResultAttr(i, nn::nameAttr, b.getStringAttr(name));
  return verify(*module);
}

OwningOpRef<ModuleOp> GraphImporter::run(ImportFailure &failure) {
  failure = ImportFailure::BadFile;
  auto version = opsetOf(*model);
  if (!version) {
    if (version.status().code() == qrt::StatusCode::Unsupported)
      failure = ImportFailure::Unsupported;
    (void)bad(version.status().message());
    return nullptr;
  }
  opset = *version;
  if (graph.sparse_initializer_size()) {
    failure = ImportFailure::Unsupported;
    (void)bad("holds sparse initializers, which are not supported");
    return nullptr;
  }
  if (failed(declareValues()) || failed(chooseInterface()))
    return nullptr;
  for (const GraphInput &input : inputs)
    values[input.name] = nullptr;
  markNeeded();
  createFunction();
  reserveKeys();
  if (failed(convertNodes()) || failed(finishFunction()))
    return nullptr;
  if (!unsupported.empty()) {
    failure = ImportFailure::Unsupported;
    unsupported.report([&] { return error(); });
    return nullptr;
  }
  failure = ImportFailure::None;
  return std::move(module);
}

} // namespace qopt::onnx
