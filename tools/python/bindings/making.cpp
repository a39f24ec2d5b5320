// Makes a Compiled, makes it again, changes and saves it, be it of a model or of a file.
#include "tools/python/bindings/compiled.h"

#include "ir/values/near_names.h"
#include "tools/io/file.h"
#include "tools/python/bindings/compile_options.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>

namespace qopt::python {

using qrt::Tensor;

// A program that another process made is left as it is: its destructor would wait for threads that
// are not here. The model waits for its runs; only then inputs go, which are Python's.
Compiled::~Compiled() {
  Made *last = made.load();
  if (!last || last->forks != forksSoFar())
    return;
  {
    Released released;
    last->model.reset();
  }
  delete last;
}

std::vector<qrt::NamedTensor> namedOf(const Weights &weights) {
  std::vector<qrt::NamedTensor> named;
  for (const auto &[name, tensor] : weights)
    named.push_back({name, tensor});
  return named;
}

static std::optional<Card> cardOf(const std::string &device) {
  if (device != "cuda" && !device.starts_with("cuda:"))
    return std::nullopt;
  const size_t colon = device.find(':');
  return Card(colon == std::string::npos ? 0 : std::stoi(device.substr(colon + 1)));
}

std::unique_ptr<Made> Compiled::make() {
  auto own = std::make_unique<Made>();
  own->model = recipe->make(own->shown);
  if (refitted)
    check(own->model->refit(namedOf(*refitted)));
  own->card = cardOf(recipe->device);
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

/// Exchanges what the program is made of, with `making` locked. A child that is forked meanwhile
/// knows; each part is an old or a new one there.
void Compiled::change(const std::function<void()> &by) {
  isChanging = true;
  by();
  isChanging = false;
}

// The recipe's new state is set last: where the refit fails, all is as it was.
void Compiled::refitBy(Model &model) {
  CompiledModel &own = *on().model;
  Released released;
  std::lock_guard lock(making);
  const std::function<void()> exchange = recipe->refitBy(own, model);
  change([&] {
    exchange();
    refitted.reset();
  });
}

/// Packs values of a four-bit weight, of which Python has a byte each. Returns other values as they
/// are. Refuses values outside of the range for which the weight's sums are proved.
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
  Weights given;
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
  if (refitted)
    given.insert(refitted->begin(), refitted->end()); // the new ones stay
  auto all = std::make_unique<const Weights>(std::move(given));
  change([&] { refitted.swap(all); });
}

void Compiled::save(const std::string &path) {
  CompiledModel &own = *on().model;
  Released released;
  std::lock_guard saving(making);
  recipe->save(path, own, refitted ? *refitted : Weights());
}

// ---- files ----

void write(qrt::ArtifactWriter &writer, const std::string &path) {
  check(io::writeFile(path, [&](llvm::raw_ostream &stream) {
    writer.write([&](std::span<const std::byte> bytes) {
      stream.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    });
  }));
}

ArtifactRecipe::ArtifactRecipe(std::string given, std::string device, qrt::FloatOrder order)
    : ProgramRecipe(std::move(device), order, false), path(std::move(given)),
      artifact(take(qrt::Artifact::open(path))) {}

std::unique_ptr<CompiledModel> ArtifactRecipe::open(size_t &shown, OpenOptions options) const {
  options.cache = kernelCache;
  options.floatOrder = order;
  auto model = take(ArtifactModel::open(path, device, options));
  shown = model->outputs().size();
  return model;
}

std::unique_ptr<CompiledModel> ArtifactRecipe::make(size_t &shown) { return open(shown, {}); }

void ArtifactRecipe::addAll(qrt::ArtifactWriter &writer) const {
  for (size_t i = 0; i < artifact.entries().size(); ++i)
    writer.add(artifact.entries()[i], take(artifact.program(i)));
}

/// Kernels that were compiled of texts which the program has no more are left out.
void ArtifactRecipe::addRunning(qrt::ArtifactWriter &writer, CompiledModel &own) const {
  const size_t loaded = take(artifact.choose(own.device(), {}, order)); // refits are of one only
  qrt::ArtifactEntry entry = artifact.entries()[loaded];
  auto program = std::make_shared<const qrt::Program>(*own.program());
  std::set<std::array<uint64_t, 2>> sources;
  for (const qrt::KernelSource &kernel : program->kernels)
    sources.insert(qrt::sourceSums(kernel.source));
  std::erase_if(entry.binaries, [&](const auto &one) { return !sources.contains(one.source); });
  entry.weights = own.weights();
  writer.add(std::move(entry), std::move(program));
}

void ArtifactRecipe::save(const std::string &to, CompiledModel &own, const Weights &weights) {
  std::error_code absent;
  if (std::filesystem::equivalent(path, to, absent))
    check(qrt::invalidArgument(to + ": the program was loaded from this file; save it to another"));
  qrt::ArtifactWriter writer;
  if (weights.empty() && hasFilesWeights())
    addAll(writer);
  else
    addRunning(writer, own);
  write(writer, to);
}

std::function<void()> ArtifactRecipe::refitBy(CompiledModel &, Model &) {
  throw StatusError{qrt::invalidArgument(path + ": nothing compiles here: give weights by name")};
}

} // namespace qopt::python
