#include "tools/libqopt/range_trials.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace qopt {

// What a function reads is tried at these parts of its ends as well: where the function is flat, an
// error of its result asks for less than an error of the value itself.
constexpr double flatParts[] = {0.8, 0.65, 0.5, 0.4, 0.3, 0.2};

RangeTrials::Trial RangeTrials::trialOf(const TensorStatistics &statistics,
                                        bool readByFunction) const {
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
  if (readByFunction)
    for (double part : flatParts)
      propose("mse", {part * std::min<double>(statistics.min, 0),
                      part * std::max<double>(statistics.max, 0)});
  return trial;
}

llvm::SmallVector<ErrorCandidate, 4> RangeTrials::propose(const std::string &key,
                                                          const TensorStatistics &statistics,
                                                          bool readByFunction) {
  Trial &trial = trials[key] = trialOf(statistics, readByFunction);
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
  // A square may pass f32: as bad as can be said.
  auto finite = [](float value) {
    return std::isfinite(value) ? value : std::numeric_limits<float>::max();
  };
  if (!tap.perSample)
    return sum->add(finite(values[0]), samples);
  const int64_t perSample = int64_t(values.size()) / rows;
  for (int64_t row = 0; row < samples * perSample; ++row)
    sum->add(finite(values[row]));
}

/// The first of the ranges whose errors, each reader's in its own measure, add up to least.
/// What is cut off counts `clipWeight` times.
size_t RangeTrials::bestOf(const Trial &trial) const {
  size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (size_t c = 0; c < trial.ranges.size(); ++c) {
    double error = 0;
    for (const auto &[reader, errors] : trial.errors) {
      const double energy = trial.energy.at(reader).divided(1);
      auto clipped = trial.clipErrors.find(reader);
      const double more = clipped == trial.clipErrors.end()
                              ? 0
                              : (settings.clipWeight - 1) * clipped->second[c].divided(1);
      error += energy > 0 ? (errors[c].divided(1) + more) / energy : 0;
    }
    if (error < least)
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
