#include "tools/libqopt/flows/numbers/statistics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

using namespace qrt;

namespace qopt::run {

std::vector<int64_t> argmaxRows(const Tensor &scores) {
  int64_t rows = scores.shape().empty() ? 1 : scores.shape()[0];
  int64_t classes = rows ? scores.size() / rows : 0;
  std::vector<int64_t> result;
  visitValues(scores, [&](auto values) {
    for (int64_t row = 0; row < rows; ++row) {
      auto one = values.subspan(size_t(row * classes), size_t(classes));
      result.push_back(std::max_element(one.begin(), one.end()) - one.begin());
    }
  });
  return result;
}

std::vector<std::vector<int64_t>> leadingRows(const Tensor &scores, int64_t count) {
  int64_t rows = scores.shape().empty() ? 1 : scores.shape()[0];
  int64_t classes = rows ? scores.size() / rows : 0;
  std::vector<std::vector<int64_t>> result;
  visitValues(scores, [&](auto values) {
    for (int64_t row = 0; row < rows; ++row) {
      auto one = values.subspan(size_t(row * classes), size_t(classes));
      std::vector<int64_t> order(static_cast<size_t>(classes));
      std::iota(order.begin(), order.end(), 0);
      auto end = order.begin() + std::min(count, classes);
      std::partial_sort(order.begin(), end, order.end(), [&](int64_t a, int64_t b) {
        return one[size_t(b)] < one[size_t(a)] || (!(one[size_t(a)] < one[size_t(b)]) && a < b);
      });
      result.emplace_back(order.begin(), end);
    }
  });
  return result;
}

int64_t countLeading(std::span<const std::vector<int64_t>> leading,
                     std::span<const int64_t> labels) {
  int64_t count = 0;
  for (size_t row = 0; row < leading.size(); ++row)
    count += std::ranges::find(leading[row], labels[row]) != leading[row].end();
  return count;
}

double PairedAccuracy::drop() const {
  return 100.0 * double(baselineRight - modelRight) / double(samples);
}

PairedAccuracy::Interval PairedAccuracy::dropInterval() const {
  const double n = double(samples + 2);
  const double b = double(onlyBaselineRight + 1), c = double(onlyModelRight + 1);
  const double centre = 100.0 * (b - c) / n;
  const double half = 196.0 * std::sqrt(b + c - (b - c) * (b - c) / n) / n;
  return {std::max(centre - half, -100.0), std::min(centre + half, 100.0)};
}

PairedAccuracy pairedAccuracy(std::span<const int64_t> labels, std::span<const int64_t> baseline,
                              std::span<const int64_t> model) {
  assert(labels.size() == baseline.size() && labels.size() == model.size());
  PairedAccuracy result;
  result.samples = int64_t(labels.size());
  for (size_t i = 0; i < labels.size(); ++i) {
    bool first = baseline[i] == labels[i], second = model[i] == labels[i];
    result.flips += baseline[i] != model[i];
    result.baselineRight += first;
    result.modelRight += second;
    result.onlyBaselineRight += first && !second;
    result.onlyModelRight += second && !first;
  }
  return result;
}

double percentile(std::vector<double> values, double fraction) {
  assert(!values.empty());
  std::sort(values.begin(), values.end());
  double at = fraction * double(values.size() - 1);
  size_t below = size_t(at);
  size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - double(below)) * (values[above] - values[below]);
}

double medianRatio(std::span<const double> a, std::span<const double> b) {
  std::vector<double> ratios;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    ratios.push_back(a[i] / b[i]);
  return percentile(ratios, 0.5);
}

} // namespace qopt::run
