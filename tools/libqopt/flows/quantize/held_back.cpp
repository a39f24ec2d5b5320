#include "tools/libqopt/flows/quantize/held_back.h"

#include "tools/libqopt/flows/calibrate/measure_ranges.h"
#include "tools/libqopt/flows/numbers/spread.h"

using namespace qrt;

namespace qopt::run {

// So many samples of a half try ranges. Each trial computes its readers once more; of fewer, trials
// doubt their own.
constexpr int64_t mostTrying = 32;
// A half's repair reads so many rows of a layer's input: a quarter of what the winner's repair
// reads.
constexpr int64_t rowsOfRepair = 4096;

HeldBack::HeldBack(const Quantizer &quantizer, llvm::ArrayRef<std::string> outputNames)
    : quantizer(quantizer), outputNames(outputNames) {}

SampleOptions HeldBack::samplesOf(std::vector<int64_t> places) const {
  SampleOptions samples = quantizer.options.samples;
  samples.selection = {};
  samples.selection.chosen = std::make_shared<const std::vector<int64_t>>(std::move(places));
  return samples;
}

Status HeldBack::open(std::shared_ptr<Reports> reports, std::vector<int64_t> own,
                      std::vector<int64_t> others) {
  calibrating = std::move(own);
  judging = std::move(others);
  auto copy = apart(quantizer.floats(), std::move(reports));
  if (!copy)
    return copy.status();
  floats = std::move(*copy);
  return {};
}

/// The float program goes once it has answered.
Status HeldBack::answer() {
  auto program = contenderOf(quantizer, floats->clone(floats->path), outputNames);
  if (!program)
    return program.status();
  auto made = AnsweredSamples::of(*program, samplesOf(judging), "hold samples back");
  if (!made)
    return made.status();
  answered = std::move(*made);
  return {};
}

/// The float network, or where values are smoothed one that is nothing else.
Expected<const Loaded *> HeldBack::measuredBy(const Recipe &recipe) {
  Recipe smoothed = recipe;
  smoothed.rounds = smoothed.correctsBias = false;
  return sourceOf(smoothed);
}

Expected<Calibration *> HeldBack::statisticsOf(const Recipe &recipe) {
  if (auto known = seen.find(*recipe.smoothing); known != seen.end())
    return &known->second;
  auto source = measuredBy(recipe);
  if (!source)
    return source.status();
  auto made = measureRanges(
      **source, quantizer.options.device, quantizer.options.compile,
      {.method = "entropy", .attention = recipe.attentionForm(), .profile = recipe.profile},
      samplesOf(calibrating), Provenance::LeftOut);
  if (!made)
    return made.status();
  return &seen.emplace(*recipe.smoothing, std::move(*made)).first->second;
}

/// Tries ranges by some of the samples, from all over them.
Expected<Calibration> HeldBack::triedBy(const Recipe &recipe) {
  auto source = measuredBy(recipe);
  if (!source)
    return source.status();
  std::vector<int64_t> some;
  for (int64_t place : spreadPlaces(mostTrying, int64_t(calibrating.size())))
    some.push_back(calibrating[size_t(place)]);
  // It outlives what tries ranges, and is not given away.
  const std::shared_ptr<const std::map<std::string, TensorStatistics>> known(
      std::shared_ptr<void>(), &seen.at(*recipe.smoothing).statistics);
  return measureRanges(**source, quantizer.options.device, quantizer.options.compile,
                       {.method = recipe.calibrator,
                        .settings = recipe.calibrationSettings(),
                        .attention = recipe.attentionForm(),
                        .known = known,
                        .profile = recipe.profile},
                       samplesOf(std::move(some)), Provenance::LeftOut);
}

Expected<const Calibration *> HeldBack::rangesOf(const Recipe &recipe) {
  auto statistics = statisticsOf(recipe);
  if (!statistics)
    return statistics.status();
  if (findCalibrationMethod(recipe.calibrator)->range) {
    Calibration &ranges = **statistics;
    ranges.method = recipe.calibrator;
    ranges.settings = recipe.calibrationSettings();
    ranges.computeRanges();
    return &ranges;
  }
  const std::tuple how(*recipe.smoothing, recipe.scheme);
  auto known = tried.find(how);
  if (known == tried.end()) {
    auto made = triedBy(recipe);
    if (!made)
      return made.status();
    known = tried.emplace(how, std::move(*made)).first;
  }
  return &known->second;
}

Expected<const Loaded *> HeldBack::sourceOf(const Recipe &recipe) {
  if (!recipe.repairs())
    return &*floats;
  const std::tuple how(*recipe.smoothing, *recipe.rounds, *recipe.correctsBias);
  auto known = repaired.find(how);
  if (known == repaired.end() && quantizer.hasRepaired() && !recipe.smooths()) {
    auto copy = apart(quantizer.repairedFloats(), floats->reports);
    if (!copy)
      return copy.status();
    known = repaired.emplace(how, std::move(*copy)).first;
  } else if (known == repaired.end()) {
    RepairerOptions repair = repairerOptions(recipe);
    repair.rows = rowsOfRepair;
    auto made = repairedBy(quantizer.options, *floats, repair, samplesOf(calibrating));
    if (!made)
      return made.status();
    known = repaired.emplace(how, std::move(*made)).first;
  }
  return &known->second;
}

Expected<SampleNoise> HeldBack::noiseOf(const Recipe &recipe) {
  // A repair needs most memory: it comes before all that stays.
  auto source = sourceOf(recipe);
  if (!source)
    return source.status();
  const Calibration *ranges = nullptr;
  if (!recipe.isDynamic()) {
    auto made = rangesOf(recipe);
    if (!made)
      return made.status();
    ranges = *made;
  }
  if (!answered)
    if (Status status = answer(); !status.ok())
      return status;
  auto module = integersOf(**source, floats->path, recipe, ranges, {}, Warnings::Kept);
  if (!module)
    return module.status();
  auto integers = contenderOf(quantizer, std::move(*module), outputNames);
  return integers ? answered->noiseOf(*integers) : integers.status();
}

} // namespace qopt::run
