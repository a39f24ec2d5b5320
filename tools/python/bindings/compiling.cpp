// This part of the bindings needs the compiler: programs of models, and other models' weights for
// programs.
#include "tools/python/bindings/compiled.h"

#include "ir/values/keys.h"
#include "ir/values/near_names.h"
#include "ir/values/results.h"
#include "tools/io/file.h"
#include "tools/libqopt/refit.h"
#include "tools/python/bindings/compile_options.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt::python {

/// An output and a layer may have one name: of the layer's value another is kept, or none.
static void checkOneValue(mlir::func::FuncOp entry, const std::string &name, mlir::Value value) {
  const std::vector<std::string> outputs = nn::outputNames(entry);
  auto output = std::ranges::find(outputs, name);
  if (output != outputs.end() &&
      entry.front().getTerminator()->getOperand(unsigned(output - outputs.begin())) != value)
    check(qrt::invalidArgument("values: '" + name +
                               "' is an output, which is kept anyway, and a layer whose value is "
                               "another; values='all' keeps both, the layer's with a number behind "
                               "its name"));
}

/// Makes these values outputs behind the network's own; of no name given all that have one.
static void expose(mlir::ModuleOp module, const std::optional<Texts> &names) {
  if (!names)
    return check(exposeAllValues(module));
  mlir::func::FuncOp entry = nn::entryOf(module);
  const nn::ValuesByKey values(entry);
  Texts outputs;
  for (const Port &port : take(portsOf(module)).outputs)
    outputs.push_back(port.name);
  Texts known = outputs;
  for (mlir::Operation &op : entry.front().without_terminator())
    for (mlir::Value result : op.getResults())
      if (std::string key = nn::keyOf(result); !key.empty())
        known.push_back(std::move(key));
  auto returned = entry.front().getTerminator()->getOperands();
  llvm::SmallVector<mlir::Value> more;
  for (const std::string &name : *names) {
    mlir::Value value = values.find(name);
    if (!value && llvm::is_contained(outputs, name))
      continue; // all outputs are kept
    if (!value)
      check(qrt::invalidArgument("values: the model has no value '" + name + "'" +
                                 didYouMean(name, known) +
                                 "; model.layers and model.outputs list them"));
    checkOneValue(entry, name, value);
    if (!llvm::is_contained(returned, value) && !llvm::is_contained(more, value))
      more.push_back(value);
  }
  nn::appendResults(entry, more);
}

/// Counts this thread among those who work in the context of `source`, which nobody else has.
static std::unique_ptr<InContext> atWorkOn(Model &source) {
  std::lock_guard lock(source.mutex);
  return std::make_unique<InContext>(source.users());
}

static std::unique_ptr<Model> cloneOf(Model &model) {
  std::lock_guard lock(model.mutex);
  return model.clone();
}

// ---- programs of models ----

namespace {

/// The choices by which a model is compiled, beside its device.
struct ModelChoices {
  qrt::FloatOrder order = qrt::FloatOrder::Fast;
  Texts libraries;
  std::shared_ptr<const Tuning> tuning;
  std::optional<std::optional<Texts>> values; // to be kept; of none, none
};

class ModelRecipe : public ProgramRecipe {
public:
  /// `source`: which nobody else has.
  ModelRecipe(std::unique_ptr<Model> source, std::string device, ModelChoices given)
      : ProgramRecipe(std::move(device), given.order, given.values.has_value()),
        source(std::move(source)), choices(std::move(given)) {}
  std::unique_ptr<CompiledModel> make(size_t &shown) override;
  void save(const std::string &path, CompiledModel &own, const Weights &weights) override;
  std::function<void()> refitBy(CompiledModel &own, Model &model) override;

private:
  CompileOptions options() const;
  Module exposed(Model &model) const;
  std::unique_ptr<Model> source;
  ModelChoices choices;
};

/// The recipe of a file whose weights may since be those of a network.
class RefittedArtifactRecipe : public ArtifactRecipe {
public:
  using ArtifactRecipe::ArtifactRecipe;
  std::unique_ptr<CompiledModel> make(size_t &shown) override;
  std::function<void()> refitBy(CompiledModel &own, Model &model) override;

protected:
  bool hasFilesWeights() const override { return !network; }

private:
  std::unique_ptr<Model> network; // null: the file's own weights
};

} // namespace

/// The network with values that are kept behind its outputs; empty: none are.
Module ModelRecipe::exposed(Model &model) const {
  Module module;
  if (choices.values) {
    module = model.module().clone();
    expose(*module, *choices.values);
  }
  return module;
}

CompileOptions ModelRecipe::options() const {
  CompileOptions options;
  options.cache = kernelCache;
  options.tuning = choices.tuning;
  options.floatOrder = order;
  options.libraries = choices.libraries;
  return options;
}

std::unique_ptr<CompiledModel> ModelRecipe::make(size_t &shown) {
  const auto atWork = atWorkOn(*source);
  shown = take(portsOf(source->module())).outputs.size();
  const Module module = exposed(*source);
  return take(CompiledModel::compile(module ? *module : source->module(), device, options()));
}

std::function<void()> ModelRecipe::refitBy(CompiledModel &own, Model &model) {
  auto next = std::make_shared<std::unique_ptr<Model>>(cloneOf(model));
  {
    const auto atWork = atWorkOn(**next);
    const Module module = exposed(**next);
    check(own.refit(module ? *module : (*next)->module()));
  }
  return [this, next] { source.swap(*next); };
}

void ModelRecipe::save(const std::string &path, CompiledModel &own, const Weights &weights) {
  if (device == "reference")
    check(qrt::invalidArgument("the evaluator runs models as they are: compile for a device, "
                               "\"host\", to save a program"));
  check(io::checkWritable(path, {source->file()}));
  std::lock_guard lock(source->mutex);
  CompiledEntry entry = take(compileEntry(
      source->module(), allowing(own.device(), choices.libraries), choices.tuning.get(), order));
  if (!weights.empty())
    entry.program = take(qrt::withWeights(*entry.program, entry.entry.weights, namedOf(weights)));
  qrt::ArtifactWriter writer;
  writer.add(std::move(entry.entry), std::move(entry.program));
  write(writer, path);
}

static std::unique_ptr<Compiled> compileModel(Model &model, const std::string &device,
                                              const std::string &order, const Texts &libraries,
                                              bool keeps, const std::optional<Texts> &values,
                                              const std::string &tuning) {
  Released released;
  ModelChoices choices;
  choices.order = take(qrt::floatOrderNamed(order));
  for (const std::string &library : libraries)
    check(qrt::checkLibrary(library));
  choices.libraries = libraries;
  choices.tuning = tuning.empty() ? currentTuning() : take(readTuning(tuning));
  if (keeps)
    choices.values = values;
  return std::make_unique<Compiled>(
      std::make_unique<ModelRecipe>(cloneOf(model), device, std::move(choices)));
}

static std::string whyTuningIsUnused(Compiled &compiled, const std::string &tuning) {
  const qrt::DeviceDescription device = compiled.description();
  Released released;
  return device.takesKernels ? whyUnused(*take(readTuning(tuning)), device)
                             : "'" + device.name + "' takes no kernels";
}

// ---- files ----

std::unique_ptr<CompiledModel> RefittedArtifactRecipe::make(size_t &shown) {
  OpenOptions options;
  options.refitter = refittedEntry;
  auto model = open(shown, options);
  if (network) {
    const auto atWork = atWorkOn(*network);
    check(model->refit(network->module()));
  }
  return model;
}

std::function<void()> RefittedArtifactRecipe::refitBy(CompiledModel &own, Model &model) {
  auto next = std::make_shared<std::unique_ptr<Model>>(cloneOf(model));
  {
    const auto atWork = atWorkOn(**next);
    check(own.refit((*next)->module()));
  }
  return [this, next] { network.swap(*next); };
}

/// (program, kernels, changed kernels, dropped binaries) of each program of the file.
static nb::list refitFile(const std::string &path, Model &model, const std::string &output) {
  std::vector<RefittedEntry> refitted;
  std::vector<std::string> texts;
  {
    Released released;
    auto artifact = take(qrt::Artifact::open(path));
    const std::unique_ptr<Model> own = cloneOf(model);
    check(io::checkWritable(output, {path, own->file()}));
    const auto atWork = atWorkOn(*own);
    qrt::ArtifactWriter writer;
    for (size_t i = 0; i < artifact.entries().size(); ++i) {
      const Module bound = take(withShapesOf(own->module(), artifact.entries()[i]));
      refitted.push_back(take(refit(artifact, i, *bound)));
      CompiledEntry &compiled = refitted.back().compiled;
      texts.push_back(text(compiled.entry));
      writer.add(std::move(compiled.entry), std::move(compiled.program));
    }
    write(writer, output);
  }
  nb::list all;
  for (size_t i = 0; i < refitted.size(); ++i)
    all.append(nb::make_tuple(texts[i], refitted[i].kernels, refitted[i].changedKernels,
                              refitted[i].droppedBinaries));
  return all;
}

void addCompiledModels(nb::module_ &m) {
  // `values`: names, or None for all; `keeps` whether any are kept; `tuning`: a file, or "" for
  // those that hold by default.
  m.def("compile", &compileModel, nb::arg("model"), nb::arg("device"), nb::arg("order"),
        nb::arg("libraries"), nb::arg("keeps"), nb::arg("values").none(), nb::arg("tuning"));
  addArtifacts<RefittedArtifactRecipe>(m);
  auto refitBy = [](Compiled &compiled, Model &model) { compiled.refitBy(model); };
  m.def("refit_by", refitBy, nb::arg("compiled"), nb::arg("model"));
  m.def("refit_file", &refitFile, nb::arg("path"), nb::arg("model"), nb::arg("output"));
  m.def("why_unused", &whyTuningIsUnused, nb::arg("compiled"), nb::arg("tuning"),
        "Returns why a database says nothing to the program's device; \"\" where it measures it.");
  m.def("device_forms", [] { return deviceForms(); });
}

} // namespace qopt::python
