#include "tools/libqopt/flows/lint_data/channel_order.h"

#include "tools/libqopt/flows/numbers/number_text.h"

#include <cmath>

namespace qopt::lint {

// A reversed set lies at 1, a right one at 0; other data have colours of their own.
static constexpr double leastPosition = 0.6, mostPosition = 1.6, leastErrors = 4;
static constexpr size_t mostChannels = 512;
// This part of a channel's trained variance counts as noise of its mean, beside the samples' own.
static constexpr double floorOfNoise = 0.01;

// Solves A x = b for a symmetric positive definite A, in its place, by Cholesky's method.
static std::vector<double> solve(std::vector<double> a, std::vector<double> b) {
  const size_t n = b.size();
  auto at = [&](size_t row, size_t column) -> double & { return a[row * n + column]; };
  for (size_t j = 0; j < n; ++j) {
    for (size_t k = 0; k < j; ++k)
      at(j, j) -= at(j, k) * at(j, k);
    at(j, j) = std::sqrt(at(j, j));
    for (size_t i = j + 1; i < n; ++i) {
      for (size_t k = 0; k < j; ++k)
        at(i, j) -= at(i, k) * at(j, k);
      at(i, j) /= at(j, j);
    }
  }
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < i; ++k)
      b[i] -= at(i, k) * b[k];
    b[i] /= at(i, i);
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; ++k)
      b[i] -= at(k, i) * b[k];
    b[i] /= at(i, i);
  }
  return b;
}

std::vector<size_t> orderedChannels(const Expected &trained) {
  std::vector<size_t> live = trained.live();
  return live.size() > mostChannels ? std::vector<size_t>() : live;
}

// Fisher's discriminant between the two orders: differences of brightness, which samples vary in
// most, count least.
std::optional<OrderFit> fitOrder(const Moments &given, const Moments &reversed,
                                 const Expected &trained) {
  const std::vector<size_t> &live = given.together();
  if (live.empty() || given.samples() < 2)
    return std::nullopt;
  const size_t n = live.size();
  std::vector<double> noise(n * n), apart(n), off(n);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j)
      noise[i * n + j] = given.covariance(i, j);
    noise[i * n + i] += floorOfNoise * (trained.variance[live[i]] + trained.epsilon);
    apart[i] = reversed.mean(live[i]) - given.mean(live[i]);
    off[i] = trained.mean[live[i]] - given.mean(live[i]);
  }
  const std::vector<double> weights = solve(noise, apart);
  double separation = 0, along = 0;
  for (size_t i = 0; i < n; ++i) {
    separation += weights[i] * apart[i];
    along += weights[i] * off[i];
  }
  if (!(separation > 0))
    return std::nullopt;
  return OrderFit{along / separation, 1 / std::sqrt(separation * double(given.samples()))};
}

Findings checkOrder(const OrderFit &fit, const std::string &input, const std::string &batchNorm) {
  if (fit.position < leastPosition || fit.position > mostPosition ||
      fit.position < leastErrors * fit.error)
    return {};
  return {{Severity::Error, "channel-order", input, "",
           "the reversed order of channels fits what batch norm '" + batchNorm +
               "' was trained on (at " + io::shortest(fit.position, 3) + " ± " +
               io::shortest(fit.error, 2) + " between given, 0, and reversed, 1)",
           "swap the channels: RGB for BGR or the other way"}};
}

} // namespace qopt::lint
