#include "passes/calibrate/calibration.h"

#include "runtime/numerics/execution/execution.h"

#include <cassert>

namespace qopt {

void Calibration::computeRanges() {
  const CalibrationMethod *found = findCalibrationMethod(method);
  assert(found && found->range && "of a method that computes them");
  ranges.clear();
  std::vector<std::pair<const TensorStatistics *, Range *>> all;
  for (const auto &[key, seen] : statistics)
    if (seen.seen())
      all.emplace_back(&seen, &ranges[key]);
  // Some methods look at each bin for each threshold.
  qrt::ThreadPool(0).parallelFor(int64_t(all.size()), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      *all[size_t(i)].second = found->range(*all[size_t(i)].first, settings);
  });
}

qrt::Expected<Calibration> mergeCalibrations(const std::vector<Calibration> &parts) {
  Calibration all = parts.front();
  if (const CalibrationMethod *method = findCalibrationMethod(all.method);
      !method || !method->range)
    return qrt::invalidArgument("parts of calibrator '" + all.method +
                                "' cannot be merged, as it needs all samples together: calibrate "
                                "on all of them in one run");
  for (const Calibration &part : parts)
    if (part.statistics.empty())
      return qrt::invalidArgument("it holds ranges and no statistics: write it with --partial");
  for (size_t i = 1; i < parts.size(); ++i) {
    const Calibration &part = parts[i];
    if (part.source != all.source || part.modelHash != all.modelHash)
      return qrt::invalidArgument("the parts were measured on different models");
    if (part.preprocess != all.preprocess)
      return qrt::invalidArgument("the parts were measured with different preprocessing");
    if (part.method != all.method || part.settings != all.settings)
      return qrt::invalidArgument("the parts were measured by different methods");
    all.data.add(part.data);
    all.samples += part.samples;
    for (const auto &[key, seen] : part.statistics) {
      auto [entry, isNew] = all.statistics.try_emplace(key, seen);
      if (!isNew && !entry->second.merge(seen))
        return qrt::invalidArgument("the histograms of '" + key +
                                    "' have different limits: give all parts the same --limits, a "
                                    "merged min-max calibration");
    }
  }
  all.computeRanges();
  return all;
}

} // namespace qopt
