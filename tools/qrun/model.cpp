#include "tools/qrun/model.h"

#include "runtime/cache/kernel_cache.h"
#include "tools/io/load_arguments.h"
#include "tools/libqopt/diagnostics.h"

#include "llvm/ADT/StringExtras.h"

#include <CLI/App.hpp>

#include <algorithm>
#include <cstring>
#include <random>

using namespace qrt;

namespace qopt::run {

int usageError(const std::string &message) {
  llvm::errs() << "qrun: error: " << message << "; see qrun --help\n";
  return Usage;
}

/// The user's kernel cache, or none where there is no place for one.
static KernelCache *sharedCache() {
  static std::unique_ptr<KernelCache> cache = [] {
    std::string path = KernelCache::defaultPath();
    auto warn = [](const std::string &text) { llvm::errs() << "warning: " << text << "\n"; };
    return path.empty() ? nullptr : KernelCache::open(path, warn);
  }();
  return cache.get();
}

static Status named(const Status &status, const std::string &path) {
  bool already = llvm::StringRef(status.message()).starts_with(path);
  return already ? status : Status(status.code(), path + ": " + status.message());
}

Expected<Subject> Subject::create(const std::string &path, const std::string &device,
                                  const LoadOptions &load, CompileOptions options,
                                  Rewrite rewrite) {
  Subject subject{path, device, makeContext(), {}, {}};
  auto print = [path](mlir::Diagnostic &diagnostic) {
    llvm::errs() << renderDiagnostic(diagnostic, path) << "\n";
  };
  subject.context->getDiagEngine().registerHandler(print);
  auto module = loadModule(*subject.context, path, load);
  if (!module)
    return module.status();
  subject.module = std::move(*module);
  if (rewrite)
    if (Status status = rewrite(*subject.module); !status.ok())
      return named(status, path);
  options.cache = sharedCache;
  auto model = CompiledModel::compile(*subject.module, device, options);
  if (!model)
    return named(model.status(), path);
  subject.model = std::move(*model);
  return subject;
}

void addLoadOptions(CLI::App &command, LoadOptions &options) {
  using Texts = std::vector<std::string>;
  auto refuse = [](const Status &status) { throw CLI::ValidationError("error", status.message()); };
  auto shapes = [&options, refuse](const Texts &texts) {
    for (const std::string &text : texts)
      if (auto shape = io::parseShape(text))
        options.shapes.push_back(*shape);
      else
        refuse(shape.status());
  };
  auto values = [&options, refuse](const Texts &texts) {
    for (const std::string &text : texts)
      if (auto one = io::parseValues(text))
        options.values.push_back(*one);
      else
        refuse(one.status());
  };
  command.add_option_function<Texts>("--shape", shapes, "Sizes of an input: x:1x3x48x320")
      ->allow_extra_args(false);
  command
      .add_option_function<Texts>(
          "--bind", values, "An input that becomes constant, as a model is imported: sr=16000")
      ->allow_extra_args(false);
}

Status checkSizesKnown(const std::string &path, const CompiledModel &model) {
  std::vector<std::string> symbols = model.symbols();
  if (symbols.size() <= 1)
    return {};
  return invalidArgument(path + ": sizes " + llvm::join(symbols, ", ") +
                         " are open; give --shape=" + model.inputs()[0].name + ":SIZES");
}

// To the nearest: files hold no bf16 and no 8-bit floats.
static Tensor narrowed(const Tensor &array, ElementType type) {
  Tensor result = Tensor::allocate(type, array.shape());
  visitElementType(type, [&](auto tag) {
    using T = typename decltype(tag)::Storage;
    std::transform(array.values<float>().begin(), array.values<float>().end(),
                   result.mutableValues<T>().begin(), [](float value) { return T(value); });
  });
  return result;
}

Expected<Tensor> prepare(const Port &port, const Tensor &array, bool preprocessed,
                         const std::string &place) {
  if (port.type == ElementType::F32) {
    io::Preprocess preprocess{port.mean, port.std};
    return io::toFloat(array, preprocessed ? io::Preprocess() : preprocess, place);
  }
  if (isFloat(port.type) && array.type() == ElementType::F32)
    return narrowed(array, port.type);
  if (array.type() != port.type)
    return invalidArgument(place + ": holds " + std::string(elementTypeName(array.type())) +
                           ", input '" + port.name + "' takes " +
                           std::string(elementTypeName(port.type)));
  return array;
}

/// Index of the port that an argument means; −1 after no match.
static int portFor(llvm::ArrayRef<Port> ports, llvm::StringRef name,
                   const std::vector<std::optional<Tensor>> &taken) {
  for (size_t i = 0; i < ports.size(); ++i)
    if (name.empty() ? !taken[i] : ports[i].name == name)
      return int(i);
  return -1;
}

static std::string portNames(llvm::ArrayRef<Port> ports) {
  return llvm::join(llvm::map_range(ports, [](const Port &port) { return port.name; }), ", ");
}

std::pair<llvm::StringRef, llvm::StringRef> splitNamed(llvm::StringRef argument,
                                                       llvm::ArrayRef<Port> ports) {
  auto [name, file] = argument.split('=');
  bool isPort = llvm::any_of(ports, [name](const Port &port) { return port.name == name; });
  if (file.empty() || (name.contains('/') && !isPort))
    return {"", argument};
  return {name, file};
}

/// Whether there may be a batch at which `expected` is `shape`.
static bool fits(const Shape &shape, llvm::ArrayRef<nn::Dim> expected) {
  if (shape.size() != expected.size())
    return false;
  for (auto [size, dim] : llvm::zip_equal(shape, expected))
    if (dim.isStatic() && dim.value() != size)
      return false;
  return true;
}

static Expected<Tensor> readInput(const Port &port, const std::string &path, bool preprocessed) {
  auto array = io::loadArray(path);
  if (!array)
    return array.status();
  if (array->shape().size() + 1 == port.shape.size()) {
    Shape shape = array->shape();
    shape.insert(shape.begin(), 1);
    array = array->reshaped(shape);
  }
  if (!fits(array->shape(), port.shape))
    return invalidArgument(path + ": has shape " + shapeToString(array->shape()) + ", input '" +
                           port.name + "' takes " + nn::toString(port.shape));
  return prepare(port, *array, preprocessed, path);
}

Expected<std::vector<Tensor>> readInputs(llvm::ArrayRef<Port> ports,
                                         const std::vector<std::string> &arguments,
                                         bool preprocessed) {
  std::vector<std::optional<Tensor>> found(ports.size());
  for (const std::string &argument : arguments) {
    auto [name, path] = splitNamed(argument, ports);
    int index = portFor(ports, name, found);
    if (index < 0 || found[size_t(index)])
      return invalidArgument("--input=" + argument +
                             ": the model has no such free input; "
                             "it has: " +
                             portNames(ports));
    auto tensor = readInput(ports[size_t(index)], path.str(), preprocessed);
    if (!tensor)
      return tensor.status();
    found[size_t(index)] = *tensor;
  }
  std::vector<Tensor> inputs;
  for (auto [port, tensor] : llvm::zip_equal(ports, found)) {
    if (!tensor)
      return invalidArgument("input '" + port.name + "' is missing: give --input=" + port.name +
                             "=FILE");
    inputs.push_back(*tensor);
  }
  return inputs;
}

std::vector<Tensor> randomInputs(llvm::ArrayRef<Port> ports, int64_t batch, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Tensor> inputs;
  for (const Port &port : ports) {
    Tensor bytes = Tensor::allocate(ElementType::U8, port.shapeAt(batch));
    for (uint8_t &value : bytes.mutableValues<uint8_t>())
      value = uint8_t(random() >> 56);
    if (port.type != ElementType::F32) {
      Tensor tensor = Tensor::allocate(port.type, port.shapeAt(batch));
      if (byteWidth(port.type) == 1)
        std::memcpy(tensor.mutableData(), bytes.data(), bytes.bytes());
      inputs.push_back(tensor); // indices and the like: zero is always in range
      continue;
    }
    io::Preprocess preprocess{port.mean, port.std};
    if (preprocess.empty())
      preprocess = {{128}, {128}};
    inputs.push_back(*io::toFloat(bytes, preprocess, port.name));
  }
  return inputs;
}

static bool isSymbol(const nn::Dim &dim) { return dim.extent() == qrt::Extent{1, 0}; }

Expected<std::vector<io::SampleField>> sampleFields(llvm::ArrayRef<Port> ports) {
  if (ports.empty())
    return invalidArgument("the model has no inputs: there is nothing to feed samples to");
  std::vector<io::SampleField> fields;
  for (const Port &port : ports) {
    bool leading = !port.shape.empty() && (port.shape[0].isStatic() || isSymbol(port.shape[0]));
    for (nn::Dim dim : llvm::ArrayRef(port.shape).drop_front(leading ? 1 : 0))
      leading &= dim.isStatic();
    if (!leading)
      return invalidArgument("input '" + port.name + "' of shape " + nn::toString(port.shape) +
                             " has no leading sample dimension");
    Shape sample = port.shapeAt(1), whole = sample;
    sample.erase(sample.begin());
    bool fixed = port.shape[0].isStatic();
    fields.push_back({port.name, sample, fixed ? std::optional(whole) : std::nullopt});
  }
  return fields;
}

/// The samples of each run where inputs of fixed size are dealt out: theirs, for one N in all.
static Expected<std::optional<int64_t>> fixedRows(llvm::ArrayRef<Port> ports,
                                                  const io::SampleReader &reader) {
  const Port *first = nullptr;
  for (auto [i, port] : llvm::enumerate(ports)) {
    if (!port.shape[0].isStatic() || !reader.isDealt(i))
      continue;
    if (first && first->shape[0] != port.shape[0])
      return invalidArgument("inputs '" + first->name + "' of shape " + nn::toString(first->shape) +
                             " and '" + port.name + "' of shape " + nn::toString(port.shape) +
                             " take different numbers of samples; give one of them an array of "
                             "its own shape, for all samples");
    first = &port;
  }
  return first ? std::optional(first->shape[0].value()) : std::nullopt;
}

Expected<Feeder> Feeder::open(const std::string &path, const CompiledModel &model, int64_t batch,
                              bool preprocessed) {
  auto fields = sampleFields(model.inputs());
  if (!fields)
    return fields.status();
  auto reader = io::SampleReader::open(path, *fields);
  if (!reader)
    return reader.status();
  Feeder feeder;
  feeder.reader = std::move(*reader);
  feeder.ports = model.inputs();
  feeder.preprocessed = preprocessed;
  auto rows = fixedRows(feeder.ports, feeder.reader);
  if (!rows)
    return rows.status();
  feeder.fixedBatch = rows->has_value();
  feeder.batch = rows->value_or(model.dynamicBatch() ? batch : 1);
  return feeder;
}

/// `tensor` with its last row repeated up to `rows`.
static Tensor padRows(const Tensor &tensor, int64_t rows) {
  Shape shape = tensor.shape();
  size_t row = tensor.bytes() / size_t(shape[0]);
  int64_t have = std::exchange(shape[0], rows);
  Tensor padded = Tensor::allocate(tensor.type(), shape);
  auto *target = static_cast<char *>(padded.mutableData());
  auto *source = static_cast<const char *>(tensor.data());
  for (int64_t i = 0; i < rows; ++i)
    std::memcpy(target + size_t(i) * row, source + size_t(std::min(i, have - 1)) * row, row);
  return padded;
}

Expected<std::optional<Feeder::Batch>> Feeder::next() {
  auto raw = reader.next(batch);
  if (!raw)
    return raw.status();
  if (!*raw)
    return std::optional<Batch>();
  Batch result;
  result.raw = std::move(**raw);
  result.rows = fixedBatch ? batch : result.raw.count;
  for (auto [i, port] : llvm::enumerate(ports)) {
    const Tensor &array = result.raw.arrays[i];
    if (int64_t bad = io::firstNonFinite(array); bad >= 0)
      return invalidArgument(reader.place(result.raw.first + bad) + ": input '" + port.name +
                             "' holds a NaN or an infinity; remove the sample");
    auto tensor = prepare(port, array, preprocessed, reader.place(result.raw.first));
    if (!tensor)
      return tensor.status();
    bool fill = !result.raw.shared[i] && result.raw.count < result.rows;
    result.inputs.push_back(fill ? padRows(*tensor, result.rows) : *tensor);
  }
  return std::optional<Batch>(std::move(result));
}

} // namespace qopt::run
