#include "tools/libqopt/flows/search/errors/prediction.h"

#include "tools/libqopt/flows/numbers/statistics.h"

#include <algorithm>
#include <cmath>

namespace qopt::run {

static std::vector<double> ranksOf(const std::vector<double> &values) {
  std::vector<double> ranks;
  for (double value : values) {
    double below = 0, equal = 0;
    for (double other : values) {
      below += other < value ? 1 : 0;
      equal += other == value ? 1 : 0;
    }
    ranks.push_back(below + (equal - 1) / 2);
  }
  return ranks;
}

static double correlationOf(const std::vector<double> &a, const std::vector<double> &b) {
  const double middle = double(a.size() - 1) / 2; // the mean of ranks
  double product = 0, first = 0, second = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    product += (a[i] - middle) * (b[i] - middle);
    first += (a[i] - middle) * (a[i] - middle);
    second += (b[i] - middle) * (b[i] - middle);
  }
  if (second == 0)
    return 1;
  return first == 0 ? 0 : product / std::sqrt(first * second);
}

Prediction predictionOf(const std::vector<Predicted> &all) {
  Prediction held;
  std::vector<double> predicted, came, ratios;
  for (const Predicted &one : all) {
    if (!std::isfinite(one.predicted) || !std::isfinite(one.came))
      continue;
    predicted.push_back(one.predicted);
    came.push_back(one.came);
    if (one.predicted > 0 && one.came > 0)
      ratios.push_back(one.predicted / one.came);
  }
  held.networks = int64_t(came.size());
  held.rankCorrelation = came.size() < 2 ? 1 : correlationOf(ranksOf(predicted), ranksOf(came));
  held.medianRatio = ratios.empty() ? 1 : percentile(ratios, 0.5);
  return held;
}

} // namespace qopt::run
