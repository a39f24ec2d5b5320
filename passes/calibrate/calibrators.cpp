#include "passes/calibrate/calibrators.h"

#include <algorithm>
#include <cmath>

namespace qopt {

std::string_view Range::whyUnusable() const {
  if (!std::isfinite(min) || !std::isfinite(max))
    return "is not finite";
  return min <= max ? "" : "has its minimum above its maximum";
}

static constexpr CalibrationMethod list[] = {
    {"min-max", "what samples showed; no value is cut off", false, false, false, false,
     minMaxRange},
    {"moving-average", "the mean of each sample's minimum and maximum", false, false, false, false,
     movingAverageRange},
    {"percentile", "cuts off the outermost values by their number", true, true, false, false,
     percentileRange},
    {"mse", "the least squared error of the steps", true, false, true, false,
     meanSquaredErrorRange},
    {"entropy", "the least loss of information (Kullback-Leibler)", true, false, false, true,
     entropyRange},
    {"auto", "of these, for each tensor, what its readers' results suffer least from", true, true,
     true, false, nullptr},
};

std::span<const CalibrationMethod> calibrationMethods() { return list; }

std::string calibrationMethodNames() {
  std::string names;
  for (const CalibrationMethod &method : list)
    (names += names.empty() ? "" : ", ") += method.name;
  return names;
}

const CalibrationMethod *findCalibrationMethod(std::string_view name) {
  const CalibrationMethod *found = std::ranges::find(list, name, &CalibrationMethod::name);
  return found == std::end(list) ? nullptr : found;
}

Range clipped(const TensorStatistics &seen, double threshold) {
  return {std::max<double>(seen.min, -threshold), std::min<double>(seen.max, threshold)};
}

Range minMaxRange(const TensorStatistics &seen, const CalibrationSettings &) {
  return {seen.min, seen.max};
}

Range movingAverageRange(const TensorStatistics &seen, const CalibrationSettings &) {
  return {seen.minima.divided(seen.samples), seen.maxima.divided(seen.samples)};
}

} // namespace qopt
