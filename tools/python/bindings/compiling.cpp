// How a Compiled is made, made again, changed and saved.
#include "tools/python/bindings/compiled.h"

#include "ir/values/keys.h"
#include "ir/values/near_names.h"
#include "ir/values/results.h"
#include "tools/io/file.h"
#include "tools/libqopt/refit.h"
#include "tools/python/bindings/compile_options.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

namespace qopt::python {

using qrt::Tensor;

/// Makes these values outputs behind the network's own; of no name given all that have one.
static void expose(mlir::ModuleOp module, const std::optional<Texts> &names) {
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

// What another process made is left as it is: it would wait for threads that are not here.
Compiled::~Compiled() {
  Made *last = made.load();
  if (last && last->forks == forksSoFar())
    delete last;
}

static std::vector<qrt::NamedTensor> namedOf(const std::map<std::string, Tensor> &weights) {
  std::vector<qrt::NamedTensor> named;
  for (const auto &[name, tensor] : weights)
    named.push_back({name, tensor});
  return named;
}

/// As others see the context of a network that nobody else has.
static std::unique_ptr<InContext> atWorkOn(Model &source) {
  std::lock_guard lock(source.mutex);
  return std::make_unique<InContext>(source.users());
}

static std::unique_ptr<Model> cloneOf(Model &model) {
  std::lock_guard lock(model.mutex);
  return model.clone();
}

/// The network with values that are kept behind its outputs; empty: none are.
Module Compiled::exposed(Model &source) const {
  Module module;
  if (recipe.values) {
    module = source.module().clone();
    expose(*module, *recipe.values);
  }
  return module;
}

static std::optional<Card> cardOf(const std::string &device) {
  if (device != "cuda" && !device.starts_with("cuda:"))
    return std::nullopt;
  const size_t colon = device.find(':');
  return Card(colon == std::string::npos ? 0 : std::stoi(device.substr(colon + 1)));
}

std::unique_ptr<Made> Compiled::make() {
  CompileOptions options = defaultCompileOptions();
  options.floatOrder = recipe.order;
  options.libraries = recipe.libraries;
  auto own = std::make_unique<Made>();
  if (recipe.source) {
    Model &source = *recipe.source;
    const auto atWork = atWorkOn(source);
    own->shown = take(portsOf(source.module())).outputs.size();
    const Module module = exposed(source);
    own->model =
        take(CompiledModel::compile(module ? *module : source.module(), recipe.device, options));
  } else {
    OpenOptions open;
    static_cast<CompileOptions &>(open) = options;
    own->model = take(ArtifactModel::open(recipe.artifact, recipe.device, open));
    own->shown = own->model->outputs().size();
    if (recipe.refit) {
      const auto atWork = atWorkOn(*recipe.refit);
      check(own->model->refit(recipe.refit->module()));
    }
  }
  if (!recipe.weights.empty())
    check(own->model->refit(namedOf(recipe.weights)));
  own->card = cardOf(recipe.device);
  return own;
}

// ---- weights ----

nb::list Compiled::weights() {
  nb::list all;
  for (const qrt::WeightPlace &weight : on().model->weights()) {
    nb::list shape;
    for (int64_t size : weight.shape)
      shape.append(size);
    all.append(nb::make_tuple(weight.name, weight.layer, dtypeName(weight.type), nb::tuple(shape),
                              weight.constants.empty() ? weight.why : std::string()));
  }
  return all;
}

// What is kept to make the program again is set last: where the refit fails, all is as it was.
void Compiled::refitBy(Model &model) {
  CompiledModel &own = *on().model;
  Released released;
  std::unique_ptr<Model> next = cloneOf(model);
  std::lock_guard lock(making);
  {
    const auto atWork = atWorkOn(*next);
    const Module module = exposed(*next);
    check(own.refit(module ? *module : next->module()));
  }
  (recipe.source ? recipe.source : recipe.refit) = std::move(next);
  recipe.weights.clear();
}

/// Of four bits Python has a byte each.
static Tensor storedAs(const qrt::WeightPlace &place, Tensor values) {
  if (!qrt::isPacked(place.type) || values.type() != qrt::unpackedType(place.type))
    return values;
  for (int64_t i = 0; i < values.size(); ++i)
    if (const int64_t value = qrt::integerAt(values, i); value < place.low || value > place.high)
      check(qrt::invalidArgument("weight '" + place.name + "': a value is " +
                                 std::to_string(value) + "; from " + std::to_string(place.low) +
                                 " to " + std::to_string(place.high) + " its sums are proved"));
  return qrt::packed(values, place.type);
}

static Tensor ownCopy(const Tensor &values) {
  Tensor copy = Tensor::allocate(values.type(), values.shape());
  if (values.bytes())
    std::memcpy(copy.mutableData(), values.data(), values.bytes());
  return copy;
}

void Compiled::refitValues(nb::dict values) {
  CompiledModel &own = *on().model;
  const std::vector<qrt::WeightPlace> places = own.weights();
  Texts names;
  for (const qrt::WeightPlace &place : places)
    names.push_back(place.name);
  std::map<std::string, Tensor> given;
  for (auto [key, array] : values) {
    const std::string name = nb::cast<std::string>(nb::str(key));
    auto place = std::ranges::find(places, name, &qrt::WeightPlace::name);
    if (place == places.end() && !places.empty())
      check(qrt::invalidArgument("there is no weight '" + name + "'" + didYouMean(name, names) +
                                 "; .weights lists them"));
    const Tensor tensor = tensorOf(array, "weight '" + name + "'");
    given[name] = ownCopy(place == places.end() ? tensor : storedAs(*place, tensor));
  }
  Released released;
  std::lock_guard lock(making);
  check(own.refit(namedOf(given)));
  for (auto &[name, tensor] : given)
    recipe.weights.insert_or_assign(name, std::move(tensor));
}

static void write(qrt::ArtifactWriter &writer, const std::string &path) {
  check(io::writeFile(path, [&](llvm::raw_ostream &stream) {
    writer.write([&](std::span<const std::byte> bytes) {
      stream.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    });
  }));
}

void Compiled::save(const std::string &path) {
  CompiledModel &own = *on().model;
  Released released;
  std::lock_guard saving(making);
  if (!recipe.source)
    check(qrt::invalidArgument(recipe.artifact + ": is a file of programs already; copy it"));
  if (recipe.device == "reference")
    check(qrt::invalidArgument("the evaluator runs models as they are: compile for a device, "
                               "\"host\", to save a program"));
  check(io::checkWritable(path, {recipe.source->file()}));
  CompileOptions options = defaultCompileOptions();
  std::lock_guard lock(recipe.source->mutex);
  CompiledEntry entry =
      take(compileEntry(recipe.source->module(), allowing(own.device(), recipe.libraries),
                        options.tuning.get(), recipe.order));
  if (!recipe.weights.empty())
    entry.program =
        take(qrt::withWeights(*entry.program, entry.entry.weights, namedOf(recipe.weights)));
  qrt::ArtifactWriter writer;
  writer.add(std::move(entry.entry), std::move(entry.program));
  write(writer, path);
}

nb::list refitFile(const std::string &path, Model &model, const std::string &output) {
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

// ---- making ----

static qrt::FloatOrder orderNamed(const std::string &name) {
  return take(qrt::floatOrderNamed(name));
}

/// `values`: names, or None for all; `keeps` whether any are kept.
std::unique_ptr<Compiled> compileModel(Model &model, const std::string &device,
                                       const std::string &order, const Texts &libraries, bool keeps,
                                       const std::optional<Texts> &values) {
  Released released;
  Recipe recipe;
  recipe.device = device;
  recipe.order = orderNamed(order);
  for (const std::string &library : libraries)
    check(qrt::checkLibrary(library));
  recipe.libraries = libraries;
  if (keeps)
    recipe.values = values;
  recipe.source = cloneOf(model);
  return std::make_unique<Compiled>(std::move(recipe));
}

std::unique_ptr<Compiled> openArtifact(const std::string &path, const std::string &device,
                                       const std::string &order) {
  Released released;
  Recipe recipe;
  recipe.artifact = path;
  recipe.device = device;
  recipe.order = orderNamed(order);
  return std::make_unique<Compiled>(std::move(recipe));
}

} // namespace qopt::python
