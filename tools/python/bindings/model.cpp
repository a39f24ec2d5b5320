// Model: reading, looking at, writing.
#include "tools/python/bindings/bindings.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "tools/io/file.h"
#include "tools/io/load_arguments.h"
#include "tools/io/module_file.h"
#include "tools/libqopt/diagnostics.h"

#include <nanobind/stl/unique_ptr.h>

namespace qopt::python {

using Texts = std::vector<std::string>;

// ---- what a child process does ----

static std::string bytecodeOf(mlir::ModuleOp module) {
  std::string bytes;
  if (mlir::failed(io::writeBytecode(module, bytes)))
    check(qrt::invalidArgument("the model cannot be written as bytecode"));
  return bytes;
}

/// The same module in a context that has threads.
static ModuleInContext again(mlir::ModuleOp module) {
  ModuleInContext copy{makeContext(), {}};
  copy.module = take(parseModule(*copy.context, bytecodeOf(module), Origin::Trusted));
  return copy;
}

std::string Model::bytecode() { return bytecodeOf(module()); }

void ModelMutex::lock() {
  turns->lock();
  if (model.parts.isOurs())
    return;
  try {
    if (turns->wasHeldAtFork() || *model.parts->users > 0)
      check({qrt::StatusCode::DeviceError,
             model.path + ": another thread was at work on the model as this process was forked, "
                          "and has left it half done here; load it again, or start processes "
                          "by \"spawn\""});
    model.parts = OfProcess<ModuleInContext>(again(*model.parts->module));
  } catch (...) {
    turns->unlock();
    throw;
  }
}

std::unique_ptr<Model> Model::clone() {
  return std::make_unique<Model>(ModuleInContext{parts->context, module().clone(), parts->users},
                                 path, mutex.turns);
}

// `other` has a context of its own, as after a rewrite, or this model's.
void Model::replace(ModuleInContext other) {
  if (other.context == parts->context)
    other.users = parts->users;
  parts = OfProcess<ModuleInContext>(std::move(other));
  ++changes;
}

namespace {

// ---- reading ----

struct LoadArguments {
  std::string format, weights, phase;
  Texts shapes, values, inputs, outputs, stages;
  std::vector<std::pair<std::string, std::string>> preprocess;
};

LoadOptions optionsOf(const LoadArguments &given) {
  LoadOptions options;
  options.format = given.format;
  options.weights = given.weights;
  options.inputs = given.inputs;
  options.outputs = given.outputs;
  options.stages = given.stages;
  check(io::setPhase(options, given.phase));
  for (const std::string &text : given.shapes)
    check(io::addShape(options, text));
  for (const std::string &text : given.values)
    check(io::addValues(options, text));
  for (const auto &[name, value] : given.preprocess)
    check(io::setPreprocess(options, name, value));
  check(io::checkPreprocess(options));
  return options;
}

std::unique_ptr<Model> load(const std::string &path, const std::string &shown,
                            const LoadArguments &given) {
  Released released;
  const LoadOptions options = optionsOf(given);
  ModuleInContext parts{makeContext(), {}};
  parts.module = take(loadModule(*parts.context, path, options));
  return std::make_unique<Model>(std::move(parts), shown.empty() ? path : shown);
}

std::unique_ptr<Model> parse(nb::bytes bytes, const std::string &shown) {
  const std::string text(bytes.c_str(), bytes.size());
  Released released;
  ModuleInContext parts{makeContext(), {}};
  parts.module = take(parseModule(*parts.context, text));
  return std::make_unique<Model>(std::move(parts), shown);
}

// ---- looking ----

nb::tuple ports(Model &model) {
  Ports all = [&] {
    Released released;
    std::lock_guard lock(model.mutex);
    return take(portsOf(model.module()));
  }();
  return nb::make_tuple(portTuples(all.inputs), portTuples(all.outputs));
}

std::string typeText(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << type;
  return text;
}

struct LayerTexts {
  std::string name, kind;
  Texts operands, types;
};

std::vector<LayerTexts> layersOf(mlir::ModuleOp module) {
  std::vector<LayerTexts> list;
  mlir::func::FuncOp entry = nn::entryOf(module);
  if (!entry)
    return list;
  for (mlir::Operation &op : entry.front().without_terminator()) {
    if (mlir::isa<nn::ConstantOp>(op))
      continue;
    LayerTexts layer{nn::layerName(&op), op.getName().stripDialect().str(), {}, {}};
    for (mlir::Value operand : op.getOperands())
      if (!operand.getDefiningOp<nn::ConstantOp>())
        layer.operands.push_back(nn::keyOf(operand));
    for (mlir::Type type : op.getResultTypes())
      layer.types.push_back(typeText(type));
    list.push_back(std::move(layer));
  }
  return list;
}

/// (name, operation, (names of operands that are no constants), (types of results)) of each layer.
nb::list layers(Model &model) {
  const std::vector<LayerTexts> all = [&] {
    Released released;
    std::lock_guard lock(model.mutex);
    return layersOf(model.module());
  }();
  nb::list list;
  for (const LayerTexts &layer : all)
    list.append(nb::make_tuple(layer.name, layer.kind, nb::tuple(nb::cast(layer.operands)),
                               nb::tuple(nb::cast(layer.types))));
  return list;
}

std::string text(Model &model, bool whole) {
  Released released;
  std::lock_guard lock(model.mutex);
  constexpr int64_t few = 32; // elements of a constant, or digits
  mlir::OpPrintingFlags flags;
  if (!whole)
    flags.elideLargeElementsAttrs(few).elideLargeResourceString(few);
  std::string text;
  llvm::raw_string_ostream stream(text);
  model.module()->print(stream, flags);
  return text;
}

// ---- writing ----

nb::bytes bytesOf(Model &model) {
  const std::string bytes = [&] {
    Released released;
    std::lock_guard lock(model.mutex);
    return model.bytecode();
  }();
  return nb::bytes(bytes.data(), bytes.size());
}

Texts sourcesOf(const Model &model) { return {model.file()}; }

void save(Model &model, const std::string &path) {
  Released released;
  std::lock_guard lock(model.mutex);
  check(io::checkModulePath(path));
  check(io::checkWritable(path, sourcesOf(model)));
  check(io::writeModule(model.module(), path));
}

constexpr const char *producer = QOPT_VERSION;

using Exporter = llvm::function_ref<qrt::Expected<WrittenModel>(mlir::ModuleOp)>;

nb::bytes exported(Model &model, Exporter exportModel) {
  std::string bytes;
  {
    Released released;
    std::lock_guard lock(model.mutex);
    WrittenModel written = take(exportModel(model.module()));
    check(written.check(written.bytes));
    bytes = std::move(written.bytes);
  }
  return nb::bytes(bytes.data(), bytes.size());
}

void saveExported(Model &model, const std::string &path, Exporter exportModel) {
  Released released;
  std::lock_guard lock(model.mutex);
  check(io::checkWritable(path, sourcesOf(model)));
  WrittenModel written = take(exportModel(model.module()));
  check(io::writeCheckedFile(
      path, [&](llvm::raw_ostream &stream) { stream << written.bytes; }, written.check));
}

nb::bytes onnx(Model &model, bool pairs) {
  return exported(model,
                  [&](mlir::ModuleOp module) { return exportOnnx(module, pairs, producer); });
}

void saveOnnx(Model &model, const std::string &path, bool pairs) {
  saveExported(model, path,
               [&](mlir::ModuleOp module) { return exportOnnx(module, pairs, producer); });
}

nb::bytes tflite(Model &model) {
  return exported(model, [](mlir::ModuleOp module) { return exportTflite(module, producer); });
}

void saveTflite(Model &model, const std::string &path) {
  saveExported(model, path, [](mlir::ModuleOp module) { return exportTflite(module, producer); });
}

template <typename Ask> auto locked(Ask ask) {
  return [ask](Model &model) {
    Released released;
    std::lock_guard lock(model.mutex);
    return ask(model.module());
  };
}

int64_t countMultiplyAdds(Model &model, int64_t batch) {
  Released released;
  std::lock_guard lock(model.mutex);
  return multiplyAdds(model.module(), batch);
}

std::unique_ptr<Model> cloned(Model &model) {
  Released released;
  std::lock_guard lock(model.mutex);
  return model.clone();
}

/// Before a long run: whether writeFile may begin.
void checkWritable(const std::string &path) {
  Released released;
  check(io::checkWritable(path, {}));
}

void writeFile(const std::string &path, nb::bytes bytes) {
  const llvm::StringRef text(bytes.c_str(), bytes.size());
  checkWritable(path);
  Released released;
  check(io::writeFile(path, [&](llvm::raw_ostream &stream) { stream << text; }));
}

} // namespace

void addModel(nb::module_ &m) {
  nb::class_<LoadArguments>(m, "LoadArguments",
                            "The options by which a file is read, as the tools have them.")
      .def(nb::init<>())
      .def_rw("format", &LoadArguments::format)
      .def_rw("weights", &LoadArguments::weights)
      .def_rw("phase", &LoadArguments::phase)
      .def_rw("shapes", &LoadArguments::shapes)
      .def_rw("values", &LoadArguments::values)
      .def_rw("inputs", &LoadArguments::inputs)
      .def_rw("outputs", &LoadArguments::outputs)
      .def_rw("stages", &LoadArguments::stages)
      .def_rw("preprocess", &LoadArguments::preprocess);
  nb::class_<Model>(m, "Model", "A network in memory.")
      .def("ports", &ports, "Inputs and outputs, a tuple each.")
      .def("layers", &layers, "(name, operation, operands, types) of each layer.")
      .def("text", &text, nb::arg("whole"), "MLIR; with all weights where `whole`.")
      .def("bytecode", &bytesOf)
      .def("save", &save, nb::arg("path"))
      .def("onnx", &onnx, nb::arg("pairs"))
      .def("save_onnx", &saveOnnx, nb::arg("path"), nb::arg("pairs"))
      .def("tflite", &tflite)
      .def("save_tflite", &saveTflite, nb::arg("path"))
      .def("clone", &cloned)
      .def("weight_bytes", locked([](mlir::ModuleOp module) { return weightBytes(module); }))
      .def("hash", locked([](mlir::ModuleOp module) { return moduleHash(module); }))
      .def("holds_steps", locked([](mlir::ModuleOp module) { return holdsSteps(module); }))
      .def("multiply_adds", &countMultiplyAdds, nb::arg("batch"))
      .def("file", [](const Model &model) { return model.file(); });
  m.def("load", &load, nb::arg("path"), nb::arg("shown"), nb::arg("arguments"));
  m.def("parse", &parse, nb::arg("bytes"), nb::arg("shown"));
  m.def("format_of", [](const std::string &path) { return formatOf(path); });
  m.def("format_names", &formatNames);
  m.def("format_extensions", &formatExtensions);
  m.def("check_writable", &checkWritable, nb::arg("path"));
  m.def("write_file", &writeFile, nb::arg("path"), nb::arg("data"));
}

} // namespace qopt::python
