// The grids that weights are rounded to: a step for each channel, or for each group of its weights.
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace qopt::rounding {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// Weights as steps of grids, a row for each channel. A grid follows from its weights: its scale is
/// weightScale() of the largest magnitude, as whoever stores the weights will find it.
class WeightGrid {
public:
  /// Makes the grids of weights of f32 values, of which `group` neighbours of a channel share a
  /// step; the last group has what is left.
  WeightGrid(const Matrix &weights, unsigned bits, int64_t group);

  /// The scale of a grid of this largest magnitude, rounded to f32; none that is no normal f32.
  std::optional<double> scaleOf(double magnitude) const;
  /// The same grids, the largest magnitude of each times `factor`, where that has a scale.
  WeightGrid times(double factor) const;
  /// Grids that end at the largest magnitudes of these weights.
  void endAt(const Matrix &weights);
  /// Another largest magnitude for one group; nothing changes where it has no scale.
  void setLargest(int64_t channel, int64_t group, double magnitude);
  /// Another's grids of this channel.
  void take(int64_t channel, const WeightGrid &other);

  int64_t groups() const { return scales.cols(); }
  int64_t groupOf(int64_t term) const { return term / group; }
  /// The terms of a group: the first, and how many.
  int64_t first(int64_t of) const { return of * group; }
  int64_t count(int64_t of) const { return std::min(group, terms - of * group); }
  /// Returns the size of a step; 0 where all weights of the group count as zero.
  double scale(int64_t channel, int64_t of) const { return scales(channel, of); }
  double scaleAt(int64_t channel, int64_t term) const { return scales(channel, groupOf(term)); }
  /// The last step of either side.
  double limit() const { return most; }

  /// Steps that are nearest to these weights, as f32 divides.
  Matrix nearest(const Matrix &weights) const;
  Matrix realOf(const Matrix &steps) const;
  /// The largest weight itself at the grid's ends: the grid found for it is this one to the last
  /// bit.
  float weightAt(int64_t channel, int64_t term, double step) const;

private:
  unsigned bits;
  int64_t terms, group;
  double most;
  Matrix largest, scales; // [channels, groups], f32 values
};

} // namespace qopt::rounding
