#include "tools/libqopt/calibrator.h"

#include "ir/values/keys.h"
#include "passes/calibrate/error_taps.h"
#include "passes/quantize/attention_parts.h"
#include "passes/quantize/policy/profile.h"
#include "runtime/core/driver.h"
#include "tools/libqopt/calibrate/demands.h"
#include "tools/libqopt/calibrate/range_trials.h"
#include "tools/libqopt/calibrate/stretches.h"
#include "tools/libqopt/memory.h"
#include "tools/libqopt/qopt_mlir.h"

#include "llvm/ADT/StringSet.h"

#include <cmath>

using qrt::Expected;
using qrt::invalidArgument;
using qrt::Status;
using qrt::Tensor;

namespace qopt {
namespace {

/// A part of the module with taps, on the device; mostly there is one, the whole.
struct Part {
  size_t number = 0;
  Stretch stretch;
  size_t outputs = 0; // its own; taps lie behind
  std::vector<Tap> taps;
  std::vector<ErrorTap> errorTaps;
  std::unique_ptr<CompiledModel> model; // null: made of the stretch's module as its turn comes
};

/// The network's parts, as one pass needs them.
struct Pass {
  std::vector<Part> parts;
  size_t slots = 0;
};

/// The subject of one pass over the samples.
enum class Phase { Extremes, Counters, Errors };

// Limits may come from a device whose sums have other last bits.
constexpr double slack = 1.001;

// Operations of a part: a histogram's counters take up to 256 KiB of each value, trials some twenty
// operations.
constexpr size_t mostCounted = 1 << 10, mostTried = 1 << 12;

// So many parts keep their programs from batch to batch. In a longer network each part is compiled
// anew in its turn, because all programs together hold memory for the whole of it.
constexpr size_t mostKept = 4;

// Each trial computes readers once more: on samples enough to tell their errors apart, which are
// fewer the more values each has.
constexpr int64_t fewestTrialSamples = 64, mostTrialSamples = 256;
constexpr int64_t trialValues = int64_t(1) << 29;

// A reader is tried at places where it reads so many values of all these samples together.
constexpr int64_t valuesOfReader = int64_t(1) << 19;

int64_t trialSamplesOf(mlir::func::FuncOp entry) {
  int64_t values = 1; // of a sample
  for (mlir::Value value : floatValues(entry)) {
    int64_t own = 1;
    for (const nn::Dim &dim : nn::symbolicShape(value))
      own *= dim.at([](const std::string &) { return 1; }).value_or(1);
    values += own;
  }
  return std::clamp(trialValues / values, fewestTrialSamples, mostTrialSamples);
}

std::string placeOf(const Calibrator::Batch &batch, int64_t sample) {
  return batch.place ? batch.place(sample) : "sample " + std::to_string(sample) + " of the batch";
}

Extremes withEnds(Extremes of) {
  constexpr float end = std::numeric_limits<float>::max();
  return {std::clamp(of.min, -end, end), std::clamp(of.max, -end, end), of.hasNan};
}

class ModuleCalibrator : public Calibrator {
public:
  ModuleCalibrator(Module module, std::string device, CalibratorOptions options,
                   const CalibrationMethod &method)
      : module(std::move(module)), device(std::move(device)), options(std::move(options)),
        method(method), mixed(qopt::mixesSamples(nn::entryOf(*this->module))),
        demands(demandsOf(nn::entryOf(*this->module))),
        asked(keysWithOwnSteps(nn::entryOf(*this->module), this->options.profile,
                               this->options.attention)),
        counting(sampleArgument(nn::entryOf(*this->module))),
        trialSamples(trialSamplesOf(nn::entryOf(*this->module))), trials(this->options.settings) {}

  /// Compiles the first pass.
  Status begin();

  const std::vector<Port> &inputs() const override { return ports; }
  const std::string &mixesSamples() const override { return mixed; }
  int64_t batchFor(int64_t wanted) const override;
  Status add(const Batch &batch) override;
  int passes() const override {
    if (beginsWithTrials())
      return 1;
    return 1 + (method.needsHistogram && options.limits.empty()) + (method.range == nullptr);
  }
  std::optional<int64_t> lastPassSamples() const override {
    return method.range ? std::nullopt : std::optional<int64_t>(trialSamples);
  }
  Expected<bool> nextPass() override;
  Calibration finish() override;
  std::vector<std::string> warnings() const override;

private:
  bool isAsked(const std::string &key) const { return !asked || asked->contains(key); }
  bool beginsWithTrials() const { return options.known && !method.range; }
  /// Tells whether this is the first pass, whatever else it does.
  bool measuresExtremes() const {
    return phase == Phase::Extremes || (phase == Phase::Counters && !options.limits.empty());
  }
  template <typename AddTaps> Status compile(size_t most, AddTaps addTaps);
  Expected<std::unique_ptr<CompiledModel>> modelOf(const Part &part) const {
    return CompiledModel::compile(part.stretch.module.get(), device, options.compile);
  }
  Expected<std::vector<Tensor>> run(const Part &part, std::span<const Tensor> inputs) const;
  Status addResults(const Part &part, std::span<const Tensor> told, const Batch &batch,
                    int64_t rows);
  Status measure(const Batch &batch);
  Expected<bool> beginNext();
  Status beginCounting();
  Status beginTrials();
  /// Describe a value that is no number, in a sample of so many rows: "input 'x' holds an infinity
  /// at [0,2]", "layer 'y' computes a NaN".
  std::string placeIn(size_t port, const Batch &batch, int64_t sample, int64_t batchRows) const;
  std::string findingOf(const Tap &tap, const Extremes &of, const Batch &batch, int64_t sample,
                        int64_t batchRows) const;
  /// Returns the remedy for one that ends the calibration.
  std::string remedyOf(const Tap &tap, const Batch &batch, int64_t sample, int64_t batchRows) const;
  Status checkExtremes(const Tap &tap, const Tensor &rows, const Batch &batch, int64_t batchRows);
  void addExtremes(const Tap &tap, const Tensor &rows, const Batch &batch, int64_t batchRows);
  void addCounts(const std::string &key, const Tensor &counts);

  Module module;
  std::string device;
  CalibratorOptions options;
  const CalibrationMethod &method;
  std::string mixed;
  Demands demands;
  std::optional<llvm::StringSet<>> asked;       // none: all
  std::map<std::string, std::string> noNumbers; // of others: what is said of the first
  std::optional<unsigned> counting;             // the input whose rows are samples
  const int64_t trialSamples;
  Phase phase = Phase::Extremes; // the last one that is under way
  Pass pass;
  int64_t counterParts = mostHistogramParts; // as many as the device works on at once, if not more
  std::vector<Port> ports;                   // of every pass alike: references to them stay good
  int64_t samples = 0;
  std::map<std::string, TensorStatistics> seen;
  RangeTrials trials;
};

template <typename AddTaps> Status ModuleCalibrator::compile(size_t most, AddTaps addTaps) {
  pass = {}; // the last one's programs go first
  Stretches stretches = cutIntoStretches(*module, most);
  if (!stretches.whyLong.empty())
    mlir::emitRemark(module->getLoc()) << stretches.whyLong;
  pass.slots = stretches.slots;
  for (Stretch &stretch : stretches.parts) {
    mlir::func::FuncOp entry = nn::entryOf(*stretch.module);
    Part part;
    part.number = pass.parts.size();
    part.outputs = entry.getNumResults();
    addTaps(entry, part);
    part.stretch = std::move(stretch);
    pass.parts.push_back(std::move(part));
  }
  if (pass.parts.size() > mostKept)
    return {};
  for (Part &part : pass.parts) {
    auto model = modelOf(part);
    if (!model)
      return model.status();
    part.model = std::move(*model);
    counterParts = std::clamp<int64_t>(part.model->device().computeUnits, 1, mostHistogramParts);
    part.stretch.module = {};
  }
  return {};
}

// Parts that are compiled in their turn are short, and the fewer the batches the better.
int64_t ModuleCalibrator::batchFor(int64_t wanted) const {
  if (!mixed.empty())
    return 1;
  for (const Part &part : pass.parts)
    if (part.model)
      wanted = batchWithin(*part.model, options.memory.run, wanted);
  return wanted;
}

Expected<std::vector<Tensor>> ModuleCalibrator::run(const Part &part,
                                                    std::span<const Tensor> inputs) const {
  if (part.model)
    return part.model->run(inputs);
  auto model = modelOf(part);
  return model ? (*model)->run(inputs) : model.status();
}

Status ModuleCalibrator::begin() {
  auto own = portsOf(*module);
  if (!own)
    return own.status();
  ports = std::move(own->inputs);
  if (beginsWithTrials()) {
    phase = Phase::Errors;
    return beginTrials();
  }
  // If the limits are known, one pass does both.
  if (method.needsHistogram && !options.limits.empty()) {
    phase = Phase::Counters;
    return beginCounting();
  }
  return compile(SIZE_MAX,
                 [](mlir::func::FuncOp entry, Part &part) { part.taps = tapExtremes(entry); });
}

/// Returns how many parts counters have on a device that no pass was compiled for yet.
static int64_t counterPartsOf(const std::string &device) {
  auto opened = qrt::openDevice(device);
  return opened.ok()
             ? std::clamp<int64_t>((*opened)->description().computeUnits, 1, mostHistogramParts)
             : mostHistogramParts;
}

// Begins to count. Values without a magnitude above 0 get no histogram, nor do those that nobody
// asks for: nothing is to be known of them.
Status ModuleCalibrator::beginCounting() {
  llvm::StringMap<float> perUnit;
  auto count = [&](const std::string &key, double limit) {
    const float scale = float(double(Histogram::bins) / limit);
    if (!(limit > 0) || !std::isfinite(scale) || !isAsked(key))
      return;
    perUnit[key] = scale;
    seen[key].histogram.emplace().limit = limit;
  };
  if (options.limits.empty())
    for (const auto &[key, statistics] : seen)
      count(key, noNumbers.contains(key) ? 0 : statistics.greatestMagnitude());
  else
    for (mlir::Value value : floatValues(nn::entryOf(*module))) {
      auto known = options.limits.find(nn::keyOf(value));
      if (known == options.limits.end())
        return invalidArgument("the limits have no range for '" + nn::keyOf(value) +
                               "': give the min-max calibration of this network on all samples");
      const Range &range = known->second;
      count(known->first, std::max(std::abs(range.min), std::abs(range.max)));
    }
  const size_t most = measuresExtremes() ? SIZE_MAX : mostCounted;
  if (measuresExtremes())
    counterParts = counterPartsOf(device);
  return compile(most, [&](mlir::func::FuncOp entry, Part &part) {
    if (measuresExtremes())
      part.taps = tapExtremes(entry);
    llvm::StringMap<float> own; // what an earlier part makes was counted there
    for (mlir::Value value : floatValues(entry))
      if (auto known = perUnit.find(nn::keyOf(value));
          known != perUnit.end() && (part.number == 0 || value.getDefiningOp()))
        own[known->first()] = known->second;
    std::vector<Tap> more = tapHistograms(entry, own, counterParts);
    part.taps.insert(part.taps.end(), more.begin(), more.end());
  });
}

Status ModuleCalibrator::beginTrials() {
  llvm::StringSet<> ofThemselves;
  std::map<std::string, RangeTrials::Readers> readers;
  for (mlir::Value value : floatValues(nn::entryOf(*module))) {
    RangeTrials::Readers &own = readers[nn::keyOf(value)];
    own.areFunctions = isReadByFunction(value);
    if (countsItself(value))
      ofThemselves.insert(nn::keyOf(value));
    else
      own.functions = functionsReading(value);
  }
  const ErrorCandidates candidates =
      trials.propose(beginsWithTrials() ? *options.known : seen, readers,
                     [&](const std::string &key) { return isAsked(key); });
  return compile(mostTried, [&](mlir::func::FuncOp entry, Part &part) {
    auto isMeasuredItself = [&](mlir::Value value) {
      return ofThemselves.contains(nn::keyOf(value)) && (!part.number || value.getDefiningOp());
    };
    part.errorTaps = tapErrors(entry, candidates, valuesOfReader / trialSamples, isMeasuredItself);
    for (ErrorTap &tap : part.errorTaps)
      tap.reader += part.number << 20; // each part counts its own
  });
}

Expected<bool> ModuleCalibrator::nextPass() {
  return orNoMemory("for the next pass", [&] { return beginNext(); });
}

Expected<bool> ModuleCalibrator::beginNext() {
  Status status;
  if (phase == Phase::Extremes && method.needsHistogram) {
    phase = Phase::Counters;
    status = beginCounting();
  } else if (phase == Phase::Counters && !method.range) {
    phase = Phase::Errors;
    status = beginTrials();
  } else {
    return false;
  }
  return status.ok() ? Expected<bool>(true) : status;
}

// An input of a size of its own serves all samples where their number is open.
std::string ModuleCalibrator::placeIn(size_t port, const Batch &batch, int64_t sample,
                                      int64_t batchRows) const {
  const std::vector<nn::Dim> &shape = ports[port].shape;
  const bool servesAll = counting && !shape.empty() && shape[0].isStatic();
  return placeOfNoNumber(batch.inputs[port], sample, servesAll ? 0 : batchRows);
}

std::string ModuleCalibrator::findingOf(const Tap &tap, const Extremes &of, const Batch &batch,
                                        int64_t sample, int64_t batchRows) const {
  const std::string culprit(of.culprit());
  auto input = llvm::find_if(ports, [&](const Port &port) { return port.name == tap.key; });
  if (input == ports.end())
    return "layer '" + tap.key + "' computes " + culprit;
  return "input '" + tap.key + "' holds " + culprit + " at " +
         placeIn(size_t(input - ports.begin()), batch, sample, batchRows);
}

std::string ModuleCalibrator::remedyOf(const Tap &tap, const Batch &batch, int64_t sample,
                                       int64_t batchRows) const {
  const std::string remedy = ": put a number there, or remove the sample";
  for (auto [i, port] : llvm::enumerate(ports)) {
    const std::string place = placeIn(i, batch, sample, batchRows);
    if (!place.empty() && port.name == tap.key)
      return ", and a layer with weights reads it" + remedy;
    if (!place.empty())
      return "; input '" + port.name + "' holds one at " + place + remedy;
  }
  return "; check the preprocessing and the model";
}

Status ModuleCalibrator::checkExtremes(const Tap &tap, const Tensor &rows, const Batch &batch,
                                       int64_t batchRows) {
  const std::optional<Histogram> &histogram = seen[tap.key].histogram;
  for (int64_t sample = 0; sample < (tap.perSample ? batch.samples : 1); ++sample) {
    const Extremes seenHere = tap.extremesOf(rows, sample, batchRows);
    if ((!seenHere.areFinite() && demands.finite.contains(tap.key)) ||
        (seenHere.hasNan && demands.noNan.contains(tap.key)))
      return invalidArgument(findingOf(tap, seenHere, batch, sample, batchRows) + " for " +
                             placeOf(batch, sample) + remedyOf(tap, batch, sample, batchRows));
    const Extremes of = withEnds(seenHere);
    if (histogram && of.min <= of.max &&
        std::max(std::abs(of.min), std::abs(of.max)) > slack * histogram->limit)
      return invalidArgument("'" + tap.key + "' reaches " + std::to_string(of.min) + " to " +
                             std::to_string(of.max) + ", past its limit of " +
                             std::to_string(histogram->limit) +
                             ": give limits that were measured on these samples, too");
  }
  return {};
}

void ModuleCalibrator::addExtremes(const Tap &tap, const Tensor &rows, const Batch &batch,
                                   int64_t batchRows) {
  for (int64_t sample = 0; sample < (tap.perSample ? batch.samples : 1); ++sample) {
    const Extremes seenHere = tap.extremesOf(rows, sample, batchRows);
    if (!seenHere.areFinite() && !noNumbers.contains(tap.key))
      noNumbers[tap.key] =
          findingOf(tap, seenHere, batch, sample, batchRows) + " for " + placeOf(batch, sample);
    const Extremes of = withEnds(seenHere);
    if (of.min <= of.max) // else all were NaN
      seen[tap.key].addSample(of.min, of.max, tap.perSample ? 1 : batch.samples);
  }
}

void ModuleCalibrator::addCounts(const std::string &key, const Tensor &counts) {
  Histogram &histogram = *seen[key].histogram;
  const int32_t *from = counts.values<int32_t>().data();
  for (int64_t part = 0; part < counts.shape()[0]; ++part)
    for (auto *bins : {&histogram.positive, &histogram.negative})
      for (auto &bin : *bins)
        bin += *from++;
}

Status ModuleCalibrator::add(const Batch &batch) {
  return orNoMemory("to measure a batch of " + std::to_string(batch.samples),
                    [&] { return measure(batch); });
}

Status ModuleCalibrator::measure(const Batch &batch) {
  const int64_t rows = counting ? batch.inputs[*counting].shape()[0] : 1;
  std::vector<Tensor> slots(batch.inputs.begin(), batch.inputs.end());
  slots.resize(std::max(slots.size(), pass.slots));
  for (const Part &part : pass.parts) {
    std::vector<Tensor> inputs;
    for (size_t slot : part.stretch.inputs)
      inputs.push_back(slots[slot]);
    auto results =
        run(part, pass.parts.size() == 1 ? batch.inputs : std::span<const Tensor>(inputs));
    if (!results)
      return results.status();
    const auto told = std::span<const Tensor>(*results).subspan(part.outputs);
    if (Status status = addResults(part, told, batch, rows); !status.ok())
      return status;
    for (auto [i, slot] : llvm::enumerate(part.stretch.outputs))
      slots[slot] = (*results)[i];
    for (size_t slot : part.stretch.done)
      slots[slot] = {};
  }
  if (measuresExtremes())
    samples += batch.samples;
  return {};
}

Status ModuleCalibrator::addResults(const Part &part, std::span<const Tensor> told,
                                    const Batch &batch, int64_t rows) {
  auto isCounts = [&](size_t i) { return told[i].type() == qrt::ElementType::I32; };
  // All are checked first: after an error nothing of this part is counted. Earlier parts are, since
  // a calibrator whose add failed is not used again.
  for (size_t i = 0; i < part.taps.size(); ++i)
    if (!isCounts(i))
      if (Status status = checkExtremes(part.taps[i], told[i], batch, rows); !status.ok())
        return status;
  for (size_t i = 0; i < part.taps.size(); ++i)
    isCounts(i) ? addCounts(part.taps[i].key, told[i])
                : addExtremes(part.taps[i], told[i], batch, rows);
  for (size_t i = 0; i < part.errorTaps.size(); ++i)
    trials.add(part.errorTaps[i], told[part.taps.size() + i], batch.samples, rows);
  return {};
}

Calibration ModuleCalibrator::finish() {
  Calibration result;
  result.samples = samples;
  result.method = method.name;
  result.settings = options.settings;
  result.statistics = std::move(seen);
  if (method.range) {
    result.computeRanges();
    return result;
  }
  trials.choose(result);
  return result;
}

std::vector<std::string> ModuleCalibrator::warnings() const {
  std::vector<std::string> lines;
  for (const auto &[key, finding] : noNumbers)
    lines.push_back(finding + "; no layer with weights reads or writes it, so calibration goes on, "
                              "and layers that need its range stay float");
  return lines;
}

} // namespace

Expected<std::unique_ptr<Calibrator>> Calibrator::create(mlir::ModuleOp module,
                                                         const std::string &device,
                                                         const CalibratorOptions &options) {
  const CalibrationMethod *method = findCalibrationMethod(options.method);
  if (!method)
    return invalidArgument("there is no calibration method '" + options.method +
                           "'; there are: " + calibrationMethodNames());
  if (!nn::entryOf(module))
    return invalidArgument("the module has no entry");
  if (!options.profile.empty() && !findProfile(options.profile))
    return invalidArgument("no profile '" + options.profile + "'; there are: " + profileNames());
  return orNoMemory("to measure it", [&]() -> Expected<std::unique_ptr<Calibrator>> {
    Module copy = module.clone();
    if (options.attention == AttentionForm::Integer)
      exposeAttentionSteps(nn::entryOf(*copy));
    auto calibrator = std::make_unique<ModuleCalibrator>(std::move(copy), device, options, *method);
    if (Status status = calibrator->begin(); !status.ok())
      return status;
    return std::unique_ptr<Calibrator>(std::move(calibrator));
  });
}

} // namespace qopt
