#include "tools/libqopt/calibrator.h"

#include "ir/values/keys.h"
#include "passes/calibrate/taps.h"
#include "tools/libqopt/qopt_mlir.h"

#include <cmath>

using qrt::Expected;
using qrt::invalidArgument;
using qrt::Status;
using qrt::Tensor;

namespace qopt {
namespace {

/// The module with taps, on the device, as one pass needs it.
struct Pass {
  std::vector<Tap> taps;
  std::unique_ptr<CompiledModel> model;
};

class ModuleCalibrator : public Calibrator {
public:
  ModuleCalibrator(Module module, std::string device, CalibratorOptions options,
                   const CalibrationMethod &method)
      : module(std::move(module)), device(std::move(device)), options(std::move(options)),
        method(method), mixed(qopt::mixesSamples(nn::entryOf(*this->module))),
        counting(sampleArgument(nn::entryOf(*this->module))) {}

  /// Compiles the first pass.
  Status begin();

  const std::vector<Port> &inputs() const override { return pass.model->inputs(); }
  const std::string &mixesSamples() const override { return mixed; }
  Status add(const Batch &batch) override;
  int passes() const override { return method.needsHistogram && options.limits.empty() ? 2 : 1; }
  Expected<bool> nextPass() override;
  Calibration finish() override;

private:
  template <typename AddTaps> Expected<Pass> compile(AddTaps addTaps);
  Status beginCounting();
  Status addExtremes(const Tap &tap, const Tensor &rows, const Batch &batch, int64_t batchRows);
  void addCounts(const std::string &key, const Tensor &counts);
  static Status notFinite(const std::string &key, bool nan, const Batch &batch, int64_t sample);

  Module module;
  std::string device;
  CalibratorOptions options;
  const CalibrationMethod &method;
  std::string mixed;
  std::optional<unsigned> counting; // the input whose rows are samples
  bool measuresExtremes = true, counts = false;
  int64_t outputs = 0; // the network's own; taps lie behind
  Pass pass;
  int64_t samples = 0;
  std::map<std::string, TensorStatistics> seen;
};

template <typename AddTaps> Expected<Pass> ModuleCalibrator::compile(AddTaps addTaps) {
  Module tapped = (*module).clone();
  mlir::func::FuncOp entry = nn::entryOf(*tapped);
  outputs = entry.getNumResults();
  Pass made;
  made.taps = addTaps(entry);
  auto model = CompiledModel::compile(*tapped, device, options.compile);
  if (!model)
    return model.status();
  made.model = std::move(*model);
  return made;
}

Status ModuleCalibrator::begin() {
  // Where the limits are known, one pass does both.
  counts = method.needsHistogram && !options.limits.empty();
  if (counts)
    return beginCounting();
  auto made = compile(tapExtremes);
  if (!made)
    return made.status();
  pass = std::move(*made);
  return {};
}

// Of values with a magnitude above 0: nothing is to be known of others.
Status ModuleCalibrator::beginCounting() {
  llvm::StringMap<float> perUnit;
  auto count = [&](const std::string &key, double limit) {
    const float scale = float(double(Histogram::bins) / limit);
    if (!(limit > 0) || !std::isfinite(scale))
      return;
    perUnit[key] = scale;
    seen[key].histogram.emplace().limit = limit;
  };
  if (options.limits.empty())
    for (const auto &[key, statistics] : seen)
      count(key, statistics.greatestMagnitude());
  else
    for (const auto &[key, range] : options.limits)
      count(key, std::max(std::abs(range.min), std::abs(range.max)));
  auto made = compile([&](mlir::func::FuncOp entry) {
    std::vector<Tap> taps = measuresExtremes ? tapExtremes(entry) : std::vector<Tap>();
    std::vector<Tap> more = tapHistograms(entry, perUnit);
    taps.insert(taps.end(), more.begin(), more.end());
    return taps;
  });
  if (!made)
    return made.status();
  pass = std::move(*made);
  return {};
}

Expected<bool> ModuleCalibrator::nextPass() {
  if (counts || !method.needsHistogram)
    return false;
  counts = true, measuresExtremes = false;
  if (Status status = beginCounting(); !status.ok())
    return status;
  return true;
}

Status ModuleCalibrator::notFinite(const std::string &key, bool nan, const Batch &batch,
                                   int64_t sample) {
  return invalidArgument(
      "layer '" + key + "' computes " + (nan ? "a NaN" : "an infinity") + " for " +
      (batch.place ? batch.place(sample) : "sample " + std::to_string(sample) + " of the batch") +
      "; check the preprocessing and the model");
}

Status ModuleCalibrator::addExtremes(const Tap &tap, const Tensor &rows, const Batch &batch,
                                     int64_t batchRows) {
  TensorStatistics &statistics = seen[tap.key];
  const int64_t perSample = tap.perSample ? rows.shape()[0] / batchRows : 1;
  auto values = rows.values<float>();
  for (int64_t sample = 0; sample < (tap.perSample ? batch.samples : 1); ++sample) {
    float min = std::numeric_limits<float>::infinity(), max = -min;
    bool nan = false;
    for (int64_t row = sample * perSample; row < (sample + 1) * perSample; ++row) {
      min = std::min(min, values[3 * row]);
      max = std::max(max, values[3 * row + 1]);
      nan |= values[3 * row + 2] != 0;
    }
    if (nan || !std::isfinite(min) || !std::isfinite(max))
      return notFinite(tap.key, nan, batch, sample);
    statistics.addSample(min, max, tap.perSample ? 1 : batch.samples);
  }
  return {};
}

void ModuleCalibrator::addCounts(const std::string &key, const Tensor &counts) {
  Histogram &histogram = *seen[key].histogram;
  auto values = counts.values<int32_t>();
  for (int64_t part = 0; part < counts.shape()[0]; ++part)
    for (int64_t bin = 0; bin < Histogram::bins; ++bin) {
      histogram.positive[bin] += values[2 * part * Histogram::bins + bin];
      histogram.negative[bin] += values[(2 * part + 1) * Histogram::bins + bin];
    }
}

Status ModuleCalibrator::add(const Batch &batch) {
  auto results = pass.model->run(batch.inputs);
  if (!results)
    return results.status();
  const int64_t rows = counting ? batch.inputs[*counting].shape()[0] : 1;
  for (size_t i = 0; i < pass.taps.size(); ++i) {
    const Tensor &told = (*results)[size_t(outputs) + i];
    if (told.type() == qrt::ElementType::I32)
      addCounts(pass.taps[i].key, told);
    else if (Status status = addExtremes(pass.taps[i], told, batch, rows); !status.ok())
      return status;
  }
  if (measuresExtremes)
    samples += batch.samples;
  return {};
}

Calibration ModuleCalibrator::finish() {
  Calibration result;
  result.samples = samples;
  result.method = method.name;
  result.settings = options.settings;
  result.statistics = seen;
  result.computeRanges();
  return result;
}

} // namespace

Expected<std::unique_ptr<Calibrator>> Calibrator::create(mlir::ModuleOp module,
                                                         const std::string &device,
                                                         const CalibratorOptions &options) {
  const CalibrationMethod *method = findCalibrationMethod(options.method);
  if (!method)
    return invalidArgument("no calibration method '" + options.method +
                           "'; there are: " + calibrationMethodNames());
  if (!nn::entryOf(module))
    return invalidArgument("the module has no entry");
  Module copy = module.clone();
  auto calibrator = std::make_unique<ModuleCalibrator>(std::move(copy), device, options, *method);
  if (Status status = calibrator->begin(); !status.ok())
    return status;
  return std::unique_ptr<Calibrator>(std::move(calibrator));
}

} // namespace qopt
