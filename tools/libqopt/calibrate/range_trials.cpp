#include "tools/libqopt/calibrate/range_trials.h"

#include "passes/calibrate/function_range.h"
#include "runtime/numerics/execution/execution.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace qopt {

// A value that a function reads is tried at these parts of its ends as well: where the function is
// flat, an error of its result asks for less than an error of the value itself.
constexpr double flatParts[] = {0.8, 0.65, 0.5, 0.4, 0.3, 0.2};

// Student's t of 95 % by degrees of freedom, from 1 on.
constexpr double student[] = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23,
                              2.20,  2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.10, 2.09, 2.09,
                              2.08,  2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05, 2.04};
// Fewer samples say little of those to come.
constexpr int64_t enoughSamples = int64_t(std::size(student)) + 2;

// A square may pass f32: as bad as can be said.
static float finite(float value) {
  return std::isfinite(value) ? value : std::numeric_limits<float>::max();
}

/// The error of functions is known from what was counted. Enough samples need no trial of it, but
/// of several functions one may be ruined for the others.
RangeTrials::Trial RangeTrials::trialOfFunctions(const TensorStatistics &statistics,
                                                 std::span<const ReaderFunction> functions) const {
  Trial trial;
  const Range best = functionRange(statistics, settings, functions);
  const Range all{double(statistics.min), double(statistics.max)};
  if (statistics.samples < enoughSamples || functions.size() > 1)
    trial.ranges.emplace_back("min-max", all);
  if (trial.ranges.empty() || best != all)
    trial.ranges.emplace_back("mse", best);
  return trial;
}

RangeTrials::Trial RangeTrials::trialOf(const TensorStatistics &statistics,
                                        const Readers &readers) const {
  if (!readers.functions.empty() && statistics.histogram && statistics.seen())
    return trialOfFunctions(statistics, readers.functions);
  Trial trial;
  auto propose = [&](std::string_view name, const Range &range) {
    if (llvm::none_of(trial.ranges, [&](const auto &known) { return known.second == range; }))
      trial.ranges.emplace_back(name, range);
  };
  CalibrationSettings proposals = settings;
  proposals.skipsZeros = true; // counted zeros never win
  for (const CalibrationMethod &one : calibrationMethods())
    if (one.range && statistics.seen())
      propose(one.name, one.range(statistics, proposals));
  if (readers.areFunctions)
    for (double part : flatParts)
      propose("mse", {part * std::min<double>(statistics.min, 0),
                      part * std::max<double>(statistics.max, 0)});
  return trial;
}

RangeTrials::Trial RangeTrials::untried(const TensorStatistics &statistics) const {
  Trial trial;
  const CalibrationMethod &first = calibrationMethods().front();
  if (statistics.seen())
    trial.ranges.emplace_back(first.name, first.range(statistics, settings));
  return trial;
}

llvm::SmallVector<ErrorCandidate, 4>
RangeTrials::candidatesOf(const Trial &trial, const TensorStatistics &statistics) const {
  llvm::SmallVector<ErrorCandidate, 4> candidates;
  if (trial.ranges.size() < 2)
    return candidates;
  for (const auto &[name, range] : trial.ranges) {
    const bool cuts = range.min > statistics.min || range.max < statistics.max;
    candidates.push_back({nn::paramsForRange(range.min, range.max, settings.scheme, settings.bits),
                          cuts && settings.clipWeight != 1});
  }
  return candidates;
}

ErrorCandidates RangeTrials::propose(const std::map<std::string, TensorStatistics> &statistics,
                                     const std::map<std::string, Readers> &readers,
                                     llvm::function_ref<bool(const std::string &key)> isTried) {
  struct Asked {
    const TensorStatistics *statistics;
    const Readers *readers;
    Trial *trial;
  };
  static const Readers others;
  std::vector<Asked> all;
  for (const auto &[key, seen] : statistics)
    if (isTried(key))
      all.push_back({&seen, readers.contains(key) ? &readers.at(key) : &others, &trials[key]});
    else
      trials[key] = untried(seen);
  qrt::ThreadPool(0).parallelFor(int64_t(all.size()), 1, [&](int64_t begin, int64_t end) {
    for (const Asked &one : llvm::ArrayRef(all).slice(size_t(begin), size_t(end - begin)))
      *one.trial = trialOf(*one.statistics, *one.readers);
  });
  ErrorCandidates candidates;
  for (const auto &[key, seen] : statistics)
    if (auto tried = candidatesOf(trials[key], seen); !tried.empty())
      candidates[key] = std::move(tried);
  return candidates;
}

void RangeTrials::add(const ErrorTap &tap, const qrt::Tensor &means, int64_t samples,
                      int64_t rows) {
  Trial &trial = trials[tap.key];
  ExactSum *sum = &trial.energy[tap.reader];
  if (tap.candidate) {
    std::vector<ExactSum> &errors = (tap.clipped ? trial.clipErrors : trial.errors)[tap.reader];
    errors.resize(trial.ranges.size());
    sum = &errors[*tap.candidate];
  }
  auto values = means.values<float>();
  if (!tap.perSample) {
    addSpread(trial, tap, {finite(values[0])});
    return sum->add(finite(values[0]), samples);
  }
  const int64_t perSample = int64_t(values.size()) / rows;
  for (int64_t row = 0; row < samples * perSample; ++row)
    sum->add(finite(values[row]));
  llvm::SmallVector<float> errors;
  for (int64_t sample = 0; sample < samples; ++sample) {
    double error = 0;
    for (int64_t row = 0; row < perSample; ++row)
      error += finite(values[sample * perSample + row]);
    errors.push_back(finite(float(error)));
  }
  addSpread(trial, tap, errors);
}

void RangeTrials::addSpread(Trial &trial, const ErrorTap &tap, llvm::ArrayRef<float> errors) {
  if (!tap.candidate || trial.samples[tap.reader] >= enoughSamples)
    return;
  std::vector<float> &first = trial.first[tap.reader];
  if (*tap.candidate == 0 && !tap.clipped) {
    first.assign(errors.begin(), errors.end());
    trial.samples[tap.reader] += int64_t(errors.size());
  }
  std::vector<ExactSum> &squares = (tap.clipped ? trial.clipSquares : trial.squares)[tap.reader];
  squares.resize(trial.ranges.size());
  for (auto [error, before] : llvm::zip(errors, first)) {
    const float difference = tap.clipped ? error : error - before;
    squares[*tap.candidate].add(finite(difference * difference));
  }
}

/// Returns the error in the reader's own measure. Errors of values that are cut off count
/// `clipWeight` times.
double RangeTrials::errorOf(const Trial &trial, size_t reader, size_t range) const {
  const double energy = trial.energy.at(reader).divided(1);
  auto clipped = trial.clipErrors.find(reader);
  const double more = clipped == trial.clipErrors.end()
                          ? 0
                          : (settings.clipWeight - 1) * clipped->second[range].divided(1);
  return energy > 0 ? (trial.errors.at(reader)[range].divided(1) + more) / energy : 0;
}

double RangeTrials::errorOf(const Trial &trial, size_t range) const {
  double error = 0;
  for (const auto &[reader, errors] : trial.errors)
    error += errorOf(trial, reader, range);
  return error;
}

/// One reader's result loses more than 6 dB beside the first range's, and is worse than 20 dB.
bool RangeTrials::ruinsReader(const Trial &trial, size_t range) const {
  return llvm::any_of(trial.errors, [&](const auto &entry) {
    const double error = errorOf(trial, entry.first, range);
    return error > 0.01 && error > 4 * errorOf(trial, entry.first, 0);
  });
}

/// Returns by how much less than the first range's error the other's may be by chance; 0 with many
/// samples.
double RangeTrials::doubtOf(const Trial &trial, size_t range) const {
  double doubt = 0;
  for (const auto &[reader, count] : trial.samples) {
    const double energy = trial.energy.at(reader).divided(1), samples = double(count);
    if (count >= enoughSamples || energy <= 0)
      continue;
    if (count < 2)
      return std::numeric_limits<double>::infinity();
    auto deviation = [&](double sum, double squares) {
      return std::sqrt(samples / (samples - 1) * std::max(0.0, squares - sum * sum / samples));
    };
    const std::vector<ExactSum> &errors = trial.errors.at(reader);
    double spread = deviation(errors[range].divided(1) - errors[0].divided(1),
                              trial.squares.at(reader)[range].divided(1));
    if (auto clipped = trial.clipErrors.find(reader); clipped != trial.clipErrors.end())
      spread += std::abs(settings.clipWeight - 1) *
                deviation(clipped->second[range].divided(1),
                          trial.clipSquares.at(reader)[range].divided(1));
    doubt += student[size_t(count) - 2] * spread / energy;
  }
  return doubt;
}

/// The first of the ranges whose errors add up to least; but the first of all where another ruins a
/// reader, or is better by no more than chance.
size_t RangeTrials::bestOf(const Trial &trial) const {
  size_t best = 0;
  const double before = errorOf(trial, 0);
  double least = before;
  for (size_t c = 1; c < trial.ranges.size(); ++c) {
    const double error = errorOf(trial, c);
    if (error < least && before - error > doubtOf(trial, c) && !ruinsReader(trial, c))
      least = error, best = c;
  }
  return best;
}

void RangeTrials::choose(Calibration &calibration) const {
  for (const auto &[key, trial] : trials) {
    if (trial.ranges.empty())
      continue;
    const auto &[name, range] = trial.ranges[bestOf(trial)];
    calibration.ranges[key] = range;
    calibration.chosen[key] = name;
  }
}

} // namespace qopt
