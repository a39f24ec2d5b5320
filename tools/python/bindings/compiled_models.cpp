// Programs of models.
#include "tools/python/bindings/compiled.h"

#include "ir/values/keys.h"
#include "ir/values/near_names.h"
#include "ir/values/results.h"
#include "tools/io/file.h"
#include "tools/libqopt/artifact.h"
#include "tools/python/bindings/compile_options.h"

namespace qopt::python {

namespace {

using Texts = std::vector<std::string>;

/// Makes these values outputs behind the network's own; of no name given all that have one.
void expose(mlir::ModuleOp module, const std::optional<Texts> &names) {
  if (!names)
    return check(exposeAllValues(module));
  mlir::func::FuncOp entry = nn::entryOf(module);
  const nn::ValuesByKey values(entry);
  Texts known;
  for (mlir::Operation &op : entry.front().without_terminator())
    for (mlir::Value result : op.getResults())
      if (std::string key = nn::keyOf(result); !key.empty())
        known.push_back(std::move(key));
  auto returned = entry.front().getTerminator()->getOperands();
  llvm::SmallVector<mlir::Value> more;
  for (const std::string &name : *names) {
    mlir::Value value = values.find(name);
    if (!value)
      check(qrt::invalidArgument("values: the model has no value '" + name + "'" +
                                 didYouMean(name, known) + "; model.layers lists them"));
    if (!llvm::is_contained(returned, value) && !llvm::is_contained(more, value))
      more.push_back(value);
  }
  nn::appendResults(entry, more);
}

/// How a model is compiled, beside its device.
struct ModelChoices {
  qrt::FloatOrder order = qrt::FloatOrder::Fast;
  Texts libraries;
  std::optional<std::optional<Texts>> values; // to be kept; of none, none
};

class ModelRecipe : public Recipe {
public:
  /// `source`: which nobody else has.
  ModelRecipe(std::unique_ptr<Model> source, std::string device, ModelChoices given)
      : Recipe(std::move(device), given.order, given.values.has_value()), source(std::move(source)),
        choices(std::move(given)) {}
  std::unique_ptr<CompiledModel> make(size_t &shown) override;
  void save(const std::string &path, const qrt::DeviceDescription &device) override;

private:
  std::unique_ptr<Model> source;
  ModelChoices choices;
};

std::unique_ptr<CompiledModel> ModelRecipe::make(size_t &shown) {
  CompileOptions options = defaultCompileOptions();
  options.floatOrder = order;
  options.libraries = choices.libraries;
  std::optional<InContext> atWork;
  {
    std::lock_guard lock(source->mutex);
    atWork.emplace(source->users());
  }
  mlir::ModuleOp module = source->module();
  shown = take(portsOf(module)).outputs.size();
  Module exposed;
  if (choices.values) {
    exposed = module.clone();
    expose(*exposed, *choices.values);
    module = *exposed;
  }
  return take(CompiledModel::compile(module, device, options));
}

void ModelRecipe::save(const std::string &path, const qrt::DeviceDescription &description) {
  if (device == "reference")
    check(qrt::invalidArgument("the evaluator runs models as they are: compile for a device, "
                               "\"host\", to save a program"));
  check(io::checkWritable(path, {source->file()}));
  CompileOptions options = defaultCompileOptions();
  std::lock_guard lock(source->mutex);
  CompiledEntry entry = take(compileEntry(
      source->module(), allowing(description, choices.libraries), options.tuning.get(), order));
  qrt::ArtifactWriter writer;
  writer.add(std::move(entry.entry), std::move(entry.program));
  check(io::writeFile(path, [&](llvm::raw_ostream &stream) {
    writer.write([&](std::span<const std::byte> bytes) {
      stream.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    });
  }));
}

/// `values`: names, or None for all; `keeps` whether any are kept.
nb::object compileModel(Model &model, const std::string &device, const std::string &order,
                        const Texts &libraries, bool keeps, const std::optional<Texts> &values) {
  auto recipe = [&] {
    Released released;
    ModelChoices choices;
    choices.order = take(qrt::floatOrderNamed(order));
    for (const std::string &library : libraries)
      check(qrt::checkLibrary(library));
    choices.libraries = libraries;
    if (keeps)
      choices.values = values;
    std::lock_guard lock(model.mutex);
    return std::make_unique<ModelRecipe>(model.clone(), device, std::move(choices));
  }();
  return compiledOf(std::move(recipe));
}

} // namespace

void addCompiledModels(nb::module_ &m) {
  m.def("compile", &compileModel, nb::arg("model"), nb::arg("device"), nb::arg("order"),
        nb::arg("libraries"), nb::arg("keeps"), nb::arg("values").none(),
        nb::sig("def compile(model: Model, device: str, order: str, libraries: Sequence[str], "
                "keeps: bool, values: Sequence[str] | None) -> Compiled"));
  m.def("device_forms", [] { return deviceForms(); });
}

} // namespace qopt::python
