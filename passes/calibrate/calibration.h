// A Calibration holds what calibration found, and what it was found of.
#pragma once

#include "ir/types/preprocess.h"
#include "passes/calibrate/calibrators.h"
#include "passes/calibrate/wide_integer.h"
#include "runtime/numerics/types/status.h"

#include <map>
#include <string>
#include <vector>

namespace qopt {

/// A set of samples whatever their order: the sum modulo 2²⁵⁶ of their digests, so that shards add
/// up.
using DataHash = WideInteger<4>;

struct Calibration {
  std::string source;    // nn.source of the module; "": unknown
  std::string modelHash; // SHA-256 of the module's text; "": unknown
  DataHash data;
  int64_t samples = 0;
  std::string method; // a CalibrationMethod's name; "": the ranges came from elsewhere
  CalibrationSettings settings;
  std::map<std::string, nn::Preprocess> preprocess; // #nn.preprocess by input
  std::map<std::string, Range> ranges;              // by key
  std::map<std::string, std::string> chosen;        // auto: the method of each key's range
  /// These are of a part of the samples, to be merged; they are empty where only ranges are kept.
  std::map<std::string, TensorStatistics> statistics;

  /// Ranges from the statistics, as `method` makes them, which must be one that computes them.
  void computeRanges();
};

/// Returns what all parts saw together. Refuses parts of other models, preprocessing or methods,
/// without statistics, or with histograms of other limits.
qrt::Expected<Calibration> mergeCalibrations(const std::vector<Calibration> &parts);

} // namespace qopt
