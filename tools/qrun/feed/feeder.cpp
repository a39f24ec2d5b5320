#include "tools/qrun/feed/feeder.h"

#include "ir/values/keys.h"
#include "tools/io/report/phase.h"
#include "tools/qrun/feed/input_values.h"
#include "tools/qrun/feed/recurrence.h"
#include "tools/qrun/numbers/differences.h"
#include "tools/qrun/numbers/finite_values.h"

#include <CLI/App.hpp>

#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace qrt;

namespace qopt::run {

CLI::Option *addDataOptions(CLI::App &command, SampleOptions &options) {
  command.add_option("--batch", options.batch, "Samples in one run")->check(CLI::Range(1, 1 << 20));
  command.add_flag("--preprocessed", options.preprocessed,
                   "f32 arrays are what the model takes, not raw samples");
  return command.add_option("--data", options.data,
                            "A .npz, a .npy, a picture (JPEG, PNG), or a folder of them");
}

CLI::Option *addSampleOptions(CLI::App &command, SampleOptions &options) {
  auto *every = command.add_option("--every", options.selection.every, "Samples 0, N, 2N, … alone")
                    ->check(CLI::Range(1, 1 << 30));
  command
      .add_option_function<int64_t>(
          "--but-every",
          [&options](int64_t every) {
            options.selection.every = every;
            options.selection.others = true;
          },
          "All samples but 0, N, 2N, …")
      ->check(CLI::Range(2, 1 << 30))
      ->excludes(every);
  command
      .add_option_function<int64_t>(
          "--first", [&options](int64_t most) { options.first = options.selection.most = most; },
          "So many of these at most")
      ->check(CLI::Range(int64_t(1), int64_t(1) << 40));
  return addDataOptions(command, options);
}

static bool isSymbol(const nn::Dim &dim) { return dim.extent() == qrt::Extent{1, 0}; }

static bool isOpen(const nn::Dim &dim) { return !dim.isStatic(); }

/// Why samples cannot be dealt out to an input; "" where they can.
static std::string whyNoSamples(const Port &port) {
  const std::vector<nn::Dim> &shape = port.shape;
  std::string is = "input '" + port.name + "' of shape " + nn::toString(shape);
  if (shape.empty())
    return "input '" + port.name +
           "' is a scalar, which no sample brings; make it a constant with "
           "--bind=" +
           port.name + "=VALUE as the model is imported";
  if (isOpen(shape[0]) && !isSymbol(shape[0]))
    return is + " does not begin with a number of samples; give --shape=" + port.name + ":SIZES";
  return "";
}

static Expected<io::DataFiles> filesOf(const std::string &path,
                                       const std::vector<std::string> &files) {
  return files.empty() ? io::DataFiles::list(path) : io::DataFiles::of(files);
}

/// What SampleReader needs to know; fails without inputs, and for inputs without a leading sample
/// dimension.
static Expected<std::vector<io::SampleField>> sampleFields(llvm::ArrayRef<Port> ports) {
  if (ports.empty())
    return invalidArgument("the model has no inputs: there is nothing to feed samples to");
  std::vector<io::SampleField> fields;
  for (const Port &port : ports) {
    if (std::string why = whyNoSamples(port); !why.empty())
      return invalidArgument(why);
    Shape whole = sizesOf(port);
    Shape sample(whole.begin() + 1, whole.end());
    bool fixed = llvm::none_of(port.shape, isOpen);
    fields.push_back({port.name, sample, fixed ? std::optional(whole) : std::nullopt,
                      io::PictureForm::of(whole, port.preprocess.image)});
  }
  return fields;
}

/// Sizes of a sample that all of these arrays agree on.
static Expected<std::vector<std::optional<int64_t>>>
commonSizes(const std::string &path, const Port &port, const std::vector<std::vector<Shape>> &files,
            size_t index) {
  const size_t rank = port.shape.size();
  std::vector<std::optional<int64_t>> common;
  for (const std::vector<Shape> &arrays : files) {
    const Shape &array = arrays[index];
    const bool isWhole = array.size() == rank + 1 && (port.shape[0].isStatic() || array[1] == 1);
    if (array.size() != rank && array.size() + 1 != rank && !isWhole)
      return invalidArgument(path + ": has shape " + shapeToString(array) + "; input '" +
                             port.name + "' takes " + nn::toString(port.shape) +
                             ", one sample or with a leading sample dimension");
    llvm::ArrayRef<int64_t> sizes = llvm::ArrayRef(array).take_back(rank - 1);
    if (common.empty())
      common.assign(sizes.begin(), sizes.end());
    for (auto [known, size] : llvm::zip_equal(common, sizes))
      if (known != size)
        known.reset();
  }
  return common;
}

Status SampleFiles::checkFiles() const { return filesOf(path, files).status(); }

// The batch is nobody's but --batch's, unless the model needs a number for it, too.
Expected<LoadOptions::ShapeChoices> SampleFiles::choices(const std::vector<Port> &ports) const {
  auto data = filesOf(path, this->files);
  if (!data)
    return data.status();
  std::vector<io::SampleField> fields;
  for (const Port &port : ports)
    fields.push_back(
        {port.name, {}, {}, io::PictureForm::of(sizesOf(port), port.preprocess.image)});
  auto files = io::SampleReader::allShapes(*data, fields);
  if (!files)
    return files.status();
  std::vector<LoadOptions::Shape> open, single;
  for (auto [i, port] : llvm::enumerate(ports)) {
    if (port.shape.empty())
      return invalidArgument(whyNoSamples(port));
    auto sizes = commonSizes(data->path, port, *files, i);
    if (!sizes)
      return sizes.status();
    sizes->insert(sizes->begin(), std::nullopt);
    open.push_back({port.name, *sizes});
    if (isOpen(port.shape[0]))
      (*sizes)[0] = 1;
    single.push_back({port.name, *sizes});
  }
  return LoadOptions::ShapeChoices{open, single};
}

bool SampleFiles::mustBind(const std::vector<Port> &ports) const {
  return llvm::any_of(ports, [](const Port &port) {
    return !port.shape.empty() && llvm::any_of(llvm::drop_begin(port.shape), isOpen);
  });
}

Status SampleFiles::check(ModuleOp module) const {
  func::FuncOp entry = nn::entryOf(module);
  for (BlockArgument argument : entry ? entry.getArguments() : llvm::ArrayRef<BlockArgument>()) {
    nn::SymbolicShape shape = nn::symbolicShape(argument);
    if (shape.empty() || shape[0] == nn::staticDim(1))
      continue;
    if (Operation *layer = recurrentAlong(argument, 0))
      return invalidArgument(
          "layer '" + nn::layerName(layer) + "' steps along dimension 0 of input '" +
          nn::keyOf(argument) + "' of shape " + nn::toString(shape) +
          ", where samples would lie: qopt --samples-first -o NEW.mlirbc moves "
          "an open size of samples to the front, and --insert-quant=mode=dynamic "
          "needs no samples at all");
  }
  return {};
}

/// The samples of each run where inputs of fixed size are dealt out: theirs, for one N in all. One,
/// where each sample has all of such an input.
static Expected<std::optional<int64_t>> rowsOfFixed(llvm::ArrayRef<Port> ports,
                                                    const io::SampleReader &reader) {
  const Port *first = nullptr;
  std::optional<int64_t> rows;
  for (auto [i, port] : llvm::enumerate(ports)) {
    if (!port.shape[0].isStatic() || !reader.isDealt(i))
      continue;
    const int64_t own = reader.isDealtWhole(i) ? 1 : port.shape[0].value();
    if (rows && *rows != own)
      return invalidArgument("inputs '" + first->name + "' of shape " + nn::toString(first->shape) +
                             " and '" + port.name + "' of shape " + nn::toString(port.shape) +
                             " take different numbers of samples; give one of them an array of "
                             "its own shape, for all samples");
    first = &port;
    rows = own;
  }
  return rows;
}

Expected<Feeder> Feeder::open(const SampleOptions &options, const Loaded &model,
                              std::vector<Port> inputs) {
  auto fields = sampleFields(inputs);
  if (!fields)
    return Status(fields.status().code(), model.path + ": " + fields.status().message());
  auto data = filesOf(options.data, options.files);
  if (!data)
    return data.status();
  auto reader = io::SampleReader::open(*data, *fields, options.selection);
  if (!reader)
    return reader.status();
  warnOfFiles(*data);
  if (options.first)
    warnOfFirst(data->path, *options.first, options.selection, reader->counts());
  Feeder feeder;
  feeder.model = model.path;
  feeder.meetsWeights = readByWeights(model.module.get(), inputs.size());
  feeder.reader = std::move(*reader);
  feeder.ports = std::move(inputs);
  feeder.preprocessed = options.preprocessed;
  auto rows = rowsOfFixed(feeder.ports, feeder.reader);
  if (!rows)
    return rows.status();
  feeder.fixedRows = *rows;
  const bool open =
      llvm::any_of(feeder.ports, [](const Port &port) { return llvm::any_of(port.shape, isOpen); });
  feeder.batch = *rows ? std::min(**rows, options.batch) : open ? options.batch : 1;
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

Status Feeder::checkNumbers(const io::SampleBatch &raw, size_t i) const {
  const std::string holds = ": input '" + ports[i].name + "' holds a NaN at ";
  if (raw.shared[i]) {
    const std::string place = firstNanOfAll(raw.arrays[i]);
    return place.empty() ? Status()
                         : invalidArgument(reader.fileOf(raw.first) + holds + place +
                                           ", for all samples; put a number there");
  }
  auto nan = firstNan(raw.arrays[i]);
  return nan ? invalidArgument(reader.place(raw.first + nan->sample) + holds + nan->place +
                               "; put a number there, or remove the sample")
             : Status();
}

ArrayPlace Feeder::placeOf(const io::SampleBatch &raw, size_t i) const {
  const Tensor &array = raw.arrays[i];
  auto element = [this, first = raw.first, isShared = raw.shared[i],
                  shape = array.shape()](int64_t at) {
    if (isShared)
      return std::pair(reader.fileOf(first), indexToString(at, shape));
    const Shape sample(shape.begin() + 1, shape.end());
    const int64_t size = elementCount(sample);
    return std::pair(reader.place(first + at / size), indexToString(at % size, sample));
  };
  return {reader.place(raw.first), element};
}

Expected<std::optional<Feeder::Batch>> Feeder::next() {
  auto raw = reader.next(batch);
  if (!raw)
    return raw.status();
  if (!*raw)
    return std::optional<Batch>();
  Batch result;
  result.raw = std::move(**raw);
  result.rows = fixedRows.value_or(result.raw.count);
  for (auto [i, port] : llvm::enumerate(ports)) {
    Tensor array = result.raw.arrays[i];
    if (!result.raw.shared[i] && array.shape().size() > port.shape.size())
      array = array.reshaped(port.shapeAt(1)); // one sample has all of it
    if (Status status = leavesNonFinite ? Status() : checkNumbers(result.raw, i); !status.ok())
      return status;
    if (result.raw.first == 0)
      noteNarrowing(array.type(), reader.place(0));
    auto tensor = prepare(port, array, preprocessed, placeOf(result.raw, i));
    if (!tensor)
      return tensor.status();
    if (result.raw.first == 0 && !preprocessed && !leavesNonFinite && !result.raw.shared[i] &&
        !holdsInfinity(array))
      warnOfUnits(model, port, meetsWeights[i], array, *tensor, result.raw.count);
    bool fill = !result.raw.shared[i] && result.raw.count < result.rows;
    result.inputs.push_back(fill ? padRows(*tensor, result.rows) : *tensor);
  }
  return std::optional<Batch>(std::move(result));
}

std::function<std::string(int64_t)> Feeder::places(const Batch &batch) const {
  return [this, first = batch.raw.first](int64_t sample) { return reader.place(first + sample); };
}

Status Feeder::forEach(const std::string &label, llvm::function_ref<Status(Batch &)> visit) {
  io::Progress progress(label, reader.total());
  io::Phase phase(label); // batches may be few and long
  while (true) {
    auto batch = next();
    if (!batch)
      return batch.status();
    if (!*batch)
      return {};
    if (Status status = visit(**batch); !status.ok())
      return status;
    progress.update((*batch)->raw.first + (*batch)->raw.count);
  }
}

} // namespace qopt::run
