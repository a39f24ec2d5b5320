#include "tools/libqopt/flows/feed/feeder.h"

#include "ir/values/keys.h"
#include "tools/libqopt/flows/feed/input_values.h"
#include "tools/libqopt/flows/feed/recurrence.h"
#include "tools/libqopt/flows/numbers/differences.h"
#include "tools/libqopt/flows/numbers/finite_values.h"

#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace qrt;

namespace qopt::run {

static bool isSymbol(const nn::Dim &dim) { return dim.extent() == qrt::Extent{1, 0}; }

static bool isOpen(const nn::Dim &dim) { return !dim.isStatic(); }

std::string whyNoSamples(const Port &port) {
  const std::vector<nn::Dim> &shape = port.shape;
  std::string is = "input '" + port.name + "' of shape " + nn::toString(shape);
  if (shape.empty())
    return "input '" + port.name +
           "' is a scalar, which samples cannot contain; make it a constant with --bind=" +
           port.name + "=VALUE as the model is imported";
  if (isOpen(shape[0]) && !isSymbol(shape[0]))
    return is + " does not begin with a number of samples; give --shape=" + port.name + ":SIZES";
  return "";
}

Status checkDealt(llvm::ArrayRef<Port> ports) {
  if (ports.empty())
    return invalidArgument("the model has no inputs: there is nothing to feed samples to");
  for (const Port &port : ports)
    if (std::string why = whyNoSamples(port); !why.empty())
      return invalidArgument(why);
  return {};
}

/// The samples of each run where inputs of fixed size are dealt out: theirs, for one N in all. One,
/// where each sample has all of such an input.
static Expected<std::optional<int64_t>> rowsOfFixed(llvm::ArrayRef<Port> ports,
                                                    const SampleStream &reader) {
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
  if (Status status = checkDealt(inputs); !status.ok())
    return Status(status.code(), model.path + ": " + status.message());
  if (model.module)
    if (Status status = checkSampleDimension(*model.module); !status.ok())
      return named(status, model.path);
  auto reader = options.source->open(inputs, options.selection);
  if (!reader)
    return reader.status();
  if (options.first)
    warnOfFirst(*model.reports, options.data, *options.first, options.selection,
                (*reader)->inSet());
  Feeder feeder;
  feeder.reports = model.reports;
  feeder.model = model.path;
  feeder.meetsWeights = readByWeights(model.module.get(), inputs.size());
  feeder.reader = std::move(*reader);
  feeder.ports = std::move(inputs);
  feeder.preprocessed = options.preprocessed;
  auto rows = rowsOfFixed(feeder.ports, *feeder.reader);
  if (!rows)
    return rows.status();
  feeder.fixedRows = *rows;
  const bool open =
      llvm::any_of(feeder.ports, [](const Port &port) { return llvm::any_of(port.shape, isOpen); });
  feeder.batch = *rows ? std::min(**rows, options.batch) : open ? options.batch : 1;
  return feeder;
}

Status Feeder::align(Feeder &a, Feeder &b) {
  if (a.fixedRows && b.fixedRows && *a.fixedRows != *b.fixedRows)
    return invalidArgument(a.model + " takes " + std::to_string(*a.fixedRows) +
                           " samples a run, and " + b.model + " " + std::to_string(*b.fixedRows) +
                           ": runs of unlike batches cannot be compared; import both with one, by "
                           "--shape");
  if (a.fixedRows)
    b.fillTo(*a.fixedRows);
  else if (b.fixedRows)
    a.fillTo(*b.fixedRows);
  const int64_t both = std::min(a.batch, b.batch);
  a.batch = b.batch = both;
  return {};
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

Status Feeder::checkNumbers(const SampleBatch &raw, size_t i) const {
  const std::string holds = ": input '" + ports[i].name + "' holds a NaN at ";
  if (raw.shared[i]) {
    const std::string place = firstNanOfAll(raw.arrays[i]);
    return place.empty() ? Status()
                         : invalidArgument(reader->fileOf(raw.first) + holds + place +
                                           ", for all samples; put a number there");
  }
  auto nan = firstNan(raw.arrays[i]);
  return nan ? invalidArgument(reader->place(raw.first + nan->sample) + holds + nan->place +
                               "; put a number there, or remove the sample")
             : Status();
}

ArrayPlace Feeder::placeOf(const SampleBatch &raw, size_t i) const {
  const Tensor &array = raw.arrays[i];
  auto element = [this, first = raw.first, isShared = raw.shared[i],
                  shape = array.shape()](int64_t at) {
    if (isShared)
      return std::pair(reader->fileOf(first), indexToString(at, shape));
    const Shape sample(shape.begin() + 1, shape.end());
    const int64_t size = elementCount(sample);
    return std::pair(reader->place(first + at / size), indexToString(at % size, sample));
  };
  return {reader->place(raw.first), element};
}

Expected<std::optional<Feeder::Batch>> Feeder::next() {
  if (Status status = reports->checkCancelled(); !status.ok())
    return status;
  auto raw = reader->next(batch);
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
      noteNarrowing(*reports, array.type(), reader->place(0));
    auto tensor = prepare(port, array, preprocessed, placeOf(result.raw, i));
    if (!tensor)
      return tensor.status();
    if (result.raw.first == 0 && !preprocessed && !leavesNonFinite && !result.raw.shared[i] &&
        !holdsInfinity(array))
      warnOfUnits(*reports, model, port, meetsWeights[i], array, *tensor, result.raw.count);
    bool fill = !result.raw.shared[i] && result.raw.count < result.rows;
    result.inputs.push_back(fill ? padRows(*tensor, result.rows) : *tensor);
  }
  return std::optional<Batch>(std::move(result));
}

std::function<std::string(int64_t)> Feeder::places(const Batch &batch) const {
  return [this, first = batch.raw.first](int64_t sample) { return reader->place(first + sample); };
}

Status Feeder::forEach(const std::string &label, llvm::function_ref<Status(Batch &)> visit) {
  StepScope step(*reports, label, reader->total());
  while (true) {
    auto batch = next();
    if (!batch)
      return batch.status();
    if (!*batch)
      return {};
    if (Status status = visit(**batch); !status.ok())
      return status;
    step.update((*batch)->raw.first + (*batch)->raw.count);
  }
}

Expected<SampleSelection> spreadOf(const SampleOptions &options, const Loaded &model,
                                   std::vector<Port> inputs, int64_t most) {
  auto all = Feeder::open(options, model, std::move(inputs));
  if (!all)
    return all.status();
  if (const int64_t total = all->samples().total())
    return options.selection.spread(most, total);
  SampleSelection first = options.selection;
  first.most = std::min(first.most, most);
  return first;
}

} // namespace qopt::run
