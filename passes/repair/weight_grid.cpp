#include "passes/repair/weight_grid.h"

#include "ir/types/quant_type.h"

#include <algorithm>
#include <cmath>

namespace qopt::rounding {

WeightGrid::WeightGrid(const Matrix &weights, unsigned bits, int64_t group)
    : bits(bits), terms(weights.cols()), group(std::clamp<int64_t>(group, 1, weights.cols())),
      most(std::exp2(double(bits) - 1) - 1) {
  const int64_t count = (terms + this->group - 1) / this->group;
  largest = scales = Matrix::Zero(weights.rows(), count);
  endAt(weights);
}

void WeightGrid::endAt(const Matrix &weights) {
  for (int64_t of = 0; of < groups(); ++of)
    for (int64_t c = 0; c < weights.rows(); ++c)
      setLargest(c, of, weights.row(c).segment(first(of), count(of)).cwiseAbs().maxCoeff());
}

std::optional<double> WeightGrid::scaleOf(double magnitude) const {
  const auto rounded = double(float(magnitude));
  if (!(rounded > 0) || !std::isnormal(float(rounded / most)))
    return std::nullopt;
  return nn::weightScale(rounded, bits);
}

void WeightGrid::setLargest(int64_t channel, int64_t of, double magnitude) {
  if (std::optional<double> scale = scaleOf(magnitude)) {
    largest(channel, of) = double(float(magnitude));
    scales(channel, of) = *scale;
  }
}

void WeightGrid::take(int64_t channel, const WeightGrid &other) {
  largest.row(channel) = other.largest.row(channel);
  scales.row(channel) = other.scales.row(channel);
}

WeightGrid WeightGrid::times(double factor) const {
  WeightGrid made = *this;
  for (int64_t of = 0; of < groups(); ++of)
    for (int64_t c = 0; c < largest.rows(); ++c)
      made.setLargest(c, of, largest(c, of) * factor);
  return made;
}

Matrix WeightGrid::nearest(const Matrix &weights) const {
  Matrix steps = Matrix::Zero(weights.rows(), weights.cols());
  for (int64_t k = 0; k < weights.cols(); ++k)
    for (int64_t c = 0; c < weights.rows(); ++c)
      if (const auto by = float(scaleAt(c, k)); by > 0)
        steps(c, k) = std::clamp(double(std::nearbyint(float(weights(c, k)) / by)), -most, most);
  return steps;
}

Matrix WeightGrid::realOf(const Matrix &steps) const {
  Matrix real = steps;
  for (int64_t of = 0; of < groups(); ++of)
    for (int64_t k = first(of); k < first(of) + count(of); ++k)
      real.col(k) = real.col(k).cwiseProduct(scales.col(of));
  return real;
}

float WeightGrid::weightAt(int64_t channel, int64_t term, double step) const {
  const int64_t of = groupOf(term);
  return float(std::abs(step) == most ? std::copysign(largest(channel, of), step)
                                      : step * scales(channel, of));
}

} // namespace qopt::rounding
