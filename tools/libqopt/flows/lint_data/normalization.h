// Checks that samples come with the mean and the scale that a network was trained with.
#pragma once

#include "tools/libqopt/flows/lint_data/finding.h"
#include "tools/libqopt/flows/lint_data/moments.h"

#include <limits>
#include <optional>

namespace qopt::lint {

/// Facts about an image-like input and the samples for it.
struct InputFacts {
  std::string input;
  std::vector<double> mean, std; // what the model's input subtracts and divides by; empty: none
  bool isBytes = false;          // the files hold u8
  bool integral = true;          // all values are whole numbers
  double min = std::numeric_limits<double>::infinity(), max = -min; // raw
  Moments prepared;                                                 // by channel

  bool normalizes() const;          // by other than 0 and 1
  bool looksLikeBytes() const;      // 0..255
  bool looksNormalized() const;     // [0, 1], [−3, 3] or so
  double meanMagnitude() const;     // the greatest of the means
  double deviationOfInput() const;  // the greatest std; 1 without
  double preparedDeviation() const; // median over the channels
};

/// The relation of measured moments to those that a batch norm was trained on, over its live
/// channels.
struct BatchNormFit {
  double scale = 1;  // median of measured by trained deviation
  double shift = 0;  // RMS of the means' distance in trained deviations
  double spread = 1; // e to the deviation of ln(scale) over the channels
  size_t channels = 0;
};
/// None without live channels or samples.
std::optional<BatchNormFit> fitBatchNorm(const Moments &measured, const Expected &trained);

/// Against a batch norm: "input-scale", "input-mean", "input-structure".
Findings checkBatchNorm(const BatchNormFit &fit, const std::string &batchNorm,
                        const InputFacts &facts);
/// Checks the values alone, where there is no batch norm: "normalized-twice", "input-units",
/// "raw-bytes", "input-off-centre".
Findings checkValues(const InputFacts &facts);

} // namespace qopt::lint
