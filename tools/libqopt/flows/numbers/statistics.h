// The numbers that eval and bench report.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include <cstdint>
#include <span>
#include <vector>

namespace qopt::run {

/// Index of the largest stored value in each row [rows, classes]; the lowest
/// index wins. Rows are dimension 0, classes everything else.
std::vector<int64_t> argmaxRows(const qrt::Tensor &scores);

/// Indices of the `count` largest stored values in each row, the largest first, of equal ones the
/// lowest index; all of a shorter row.
std::vector<std::vector<int64_t>> leadingRows(const qrt::Tensor &scores, int64_t count);

/// Returns how many rows of leadingRows hold their label.
int64_t countLeading(std::span<const std::vector<int64_t>> leading,
                     std::span<const int64_t> labels);

/// The difference between two predictions of the same samples.
struct PairedAccuracy {
  int64_t samples = 0, flips = 0;
  int64_t baselineRight = 0, modelRight = 0;
  int64_t onlyBaselineRight = 0, onlyModelRight = 0;
  /// Points that the model loses; negative: gains.
  double drop() const;
  /// The drop's 95 % interval, paired, of Bonett and Price (2012), in points: with one more in b
  /// and c, the samples that only one of them has right, and two more in n,
  /// (b − c)/n ± 1.96·sqrt(b + c − (b − c)²/n)/n, within ±100. It holds for few samples, and where
  /// none differs.
  struct Interval {
    double low, high;
  };
  Interval dropInterval() const;
};
PairedAccuracy pairedAccuracy(std::span<const int64_t> labels, std::span<const int64_t> baseline,
                              std::span<const int64_t> model);

/// Linear interpolation between the sorted values; fraction in [0, 1].
double percentile(std::vector<double> values, double fraction);

/// The median of a[i] / b[i].
double medianRatio(std::span<const double> a, std::span<const double> b);

} // namespace qopt::run
