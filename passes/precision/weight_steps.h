// Weights in steps of 8 or 4 bits, with a scale for each group.
#pragma once

#include "ir/types/quant_params.h"
#include "runtime/numerics/types/tensor.h"

#include <optional>
#include <vector>

namespace qopt {

/// Weights that share a scale lie in runs of `group` neighbours along the terms of [outer, terms,
/// inner]; the last run is what is left.
struct WeightGroups {
  int64_t outer, terms, inner, group;
  int64_t groups() const { return (terms + group - 1) / group; }
};

struct StepScheme {
  int64_t bits; // 8 or 4
  bool affine;
  int64_t lowest() const { return affine ? -(int64_t(1) << (bits - 1)) : -highest(); }
  int64_t highest() const { return (int64_t(1) << (bits - 1)) - 1; }
};

struct WeightSteps {
  /// i8 of [outer, groups, group, inner]; what is missing of a last group is its zero point.
  qrt::Tensor steps;
  /// One each of [outer, groups, inner].
  std::vector<double> scales;
  std::vector<int64_t> zeroPoints;
  /// Groups other than zero whose scale would be no normal f32: they count as zero.
  int64_t tooSmall = 0;
};

/// Returns the parameters of a group from `min` to `max`; none where the scale would be no normal
/// f32.
std::optional<nn::QuantParams> stepParams(double min, double max, StepScheme scheme);
/// Quantizes finite f32 weights. A group without a scale of its own has 1, and is all zero.
WeightSteps weightSteps(const qrt::Tensor &weights, WeightGroups groups, StepScheme scheme);

} // namespace qopt
