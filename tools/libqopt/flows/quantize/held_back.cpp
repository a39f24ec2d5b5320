#include "tools/libqopt/flows/quantize/held_back.h"

#include "tools/libqopt/flows/calibrate/measure_ranges.h"

using namespace qrt;

namespace qopt::run {

HeldBack::HeldBack(const Quantizer &quantizer, const Contender &floats,
                   llvm::ArrayRef<std::string> outputNames)
    : quantizer(quantizer), floats(floats), outputNames(outputNames) {}

SampleOptions HeldBack::samplesOf(std::vector<int64_t> places) const {
  SampleOptions samples = quantizer.options.samples;
  samples.selection = {};
  samples.selection.chosen = std::make_shared<const std::vector<int64_t>>(std::move(places));
  return samples;
}

Status HeldBack::open(std::vector<int64_t> own, std::vector<int64_t> others) {
  calibrating = samplesOf(std::move(own));
  auto answered = AnsweredSamples::of(floats, samplesOf(std::move(others)), "hold samples back");
  if (!answered)
    return answered.status();
  judging = std::move(*answered);
  return {};
}

Expected<Calibration> HeldBack::measured(const CalibratorOptions &how) const {
  const QuantizerOptions &options = quantizer.options;
  return measureRanges(floats, options.device, options.compile, how, calibrating);
}

Expected<const Calibration *> HeldBack::rangesOf(const Recipe &recipe) {
  const CalibrationSettings settings = recipe.calibrationSettings();
  if (!seen) {
    auto made = measured({.method = "entropy", .attention = recipe.attentionForm()});
    if (!made)
      return made.status();
    seen = std::move(*made);
  }
  if (findCalibrationMethod(recipe.calibrator)->range) {
    current = *seen;
    current.method = recipe.calibrator;
    current.settings = settings;
    current.computeRanges();
    return &current;
  }
  auto known = tried.find(recipe.scheme);
  if (known == tried.end()) {
    using Statistics = std::map<std::string, TensorStatistics>;
    auto made = measured({.method = recipe.calibrator,
                          .settings = settings,
                          .attention = recipe.attentionForm(),
                          .known = std::make_shared<const Statistics>(seen->statistics)});
    if (!made)
      return made.status();
    known = tried.emplace(recipe.scheme, std::move(*made)).first;
  }
  return &known->second;
}

Expected<const Loaded *> HeldBack::sourceOf(const Recipe &recipe) {
  if (!recipe.repairs())
    return &floats;
  const std::pair how(*recipe.rounds, *recipe.correctsBias);
  auto known = repaired.find(how);
  if (known == repaired.end()) {
    auto made = repairedBy(quantizer.options, floats, recipe, calibrating);
    if (!made)
      return made.status();
    known = repaired.emplace(how, std::move(*made)).first;
  }
  return &known->second;
}

Expected<SampleNoise> HeldBack::noiseOf(const Recipe &recipe) {
  const Calibration *ranges = nullptr;
  if (!recipe.isDynamic()) {
    auto made = rangesOf(recipe);
    if (!made)
      return made.status();
    ranges = *made;
  }
  auto source = sourceOf(recipe);
  if (!source)
    return source.status();
  auto module = integersOf(**source, floats.path, recipe, ranges, {}, Warnings::Kept);
  if (!module)
    return module.status();
  auto integers = contenderOf(quantizer, std::move(*module), outputNames);
  return integers ? judging->noiseOf(*integers) : integers.status();
}

} // namespace qopt::run
