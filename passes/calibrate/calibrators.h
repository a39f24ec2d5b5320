// A calibrator makes, of what samples told of a tensor, the range that it is quantized with.
#pragma once

#include "ir/types/quant_params.h"
#include "passes/calibrate/statistics.h"

#include <span>
#include <string_view>

namespace qopt {

struct Range {
  double min = 0, max = 0;
  bool operator==(const Range &) const = default;
  /// "is not finite", "has its minimum above its maximum", or "".
  std::string_view whyUnusable() const;
};

struct CalibrationSettings {
  /// The range becomes parameters of this scheme and width, for calibrators that look at quantized
  /// values or at both ends.
  nn::Scheme scheme = nn::Scheme::Mixed;
  unsigned bits = 8;
  double percentile = 99.999; // of values that keep their magnitude
  /// mse and auto: what the squared error of a value that is cut off counts. Samples to come go
  /// further than those that were seen; 2 does better on them than 1.
  double clipWeight = 1;
  /// entropy: the first bin counts as the second does. Zeros, of which a relu makes many, are exact
  /// whatever the range; counted, they hide what a small threshold loses.
  bool skipsZeros = false;
  bool operator==(const CalibrationSettings &) const = default;
};

/// A method has a name by which users call it, and says what it needs and what it does.
struct CalibrationMethod {
  std::string_view name;
  std::string_view summary;
  bool needsHistogram;
  /// The calibrator reads these settings of CalibrationSettings.
  bool readsPercentile, readsClipWeight, readsZeros;
  /// Null: whoever measures chooses among the others, tensor by tensor.
  Range (*range)(const TensorStatistics &, const CalibrationSettings &);
};

std::span<const CalibrationMethod> calibrationMethods();
const CalibrationMethod *findCalibrationMethod(std::string_view name); // null: there is none
/// "min-max, moving-average, …", for messages.
std::string calibrationMethodNames();

/// Returns the range that samples showed: no value is cut off.
Range minMaxRange(const TensorStatistics &, const CalibrationSettings &);
/// Returns the mean of the samples' own minima, and of their maxima.
Range movingAverageRange(const TensorStatistics &, const CalibrationSettings &);
/// |x| is cut off at the end of the first bin by which `percentile` of all values are counted; an
/// affine grid's ends each by itself, a negative end among the values below 0.
Range percentileRange(const TensorStatistics &, const CalibrationSettings &);
/// The end of a bin at which the squared error of the steps is least, values standing in the middle
/// of their bins; both ends of an affine grid shrink alike, and of a mixed one.
Range meanSquaredErrorRange(const TensorStatistics &, const CalibrationSettings &);
/// |x| is cut off where 128 levels keep most of the histogram's information (entropyThreshold).
Range entropyRange(const TensorStatistics &, const CalibrationSettings &);

/// The range whose magnitudes `threshold` cuts off.
Range clipped(const TensorStatistics &, double threshold);

/// Returns the threshold at which the Kullback-Leibler divergence between the first i bins (what
/// lies beyond added to the last) and the same bins merged into `levels` is least, over i in
/// [levels, bins): (i + 0.5)·width, the first i among equals; the histogram's limit where no
/// candidate has a value.
double entropyThreshold(std::span<const int64_t> bins, double width, int levels = 128);
/// `bins` merged into `levels` groups of ⌊n/levels⌋ neighbours, the last taking the rest as well,
/// and spread back evenly over the bins of a group that are not empty.
std::vector<double> mergedAndSpread(std::span<const int64_t> bins, int levels);

} // namespace qopt
