#include "tools/libqopt/flows/search/errors/error_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace qopt::run {

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double leastPower = 1e-14; // −140 dB: nothing that f32 could show

double worstOf(const NoisePowers &noise) {
  double worst = 0;
  for (double one : noise)
    worst = std::isnan(one) ? infinity : std::max(worst, one);
  return worst;
}

ErrorModel::ErrorModel(std::vector<size_t> outputSizes, std::vector<size_t> candidates)
    : sizes(std::move(outputSizes)), base(sizes.size(), 0) {
  for (size_t count : candidates) {
    errors.emplace_back(count);
    powers.emplace_back(count, 0);
  }
}

NoisePowers ErrorModel::powersOf(const ErrorVector &vector) const {
  NoisePowers noise;
  auto place = vector.begin();
  for (size_t size : sizes) {
    noise.push_back(std::inner_product(place, place + long(size), place, 0.0));
    place += long(size);
  }
  return noise;
}

void ErrorModel::setAlone(size_t layer, size_t candidate, ErrorVector vector) {
  for (size_t k = 0; k < floor.size(); ++k)
    vector[k] -= floor[k];
  powers[layer][candidate] = worstOf(powersOf(vector));
  errors[layer][candidate] = std::move(vector);
}

bool ErrorModel::knows(size_t layer, size_t candidate) const {
  return candidate == 0 ||
         (!errors[layer][candidate].empty() && std::isfinite(powers[layer][candidate]));
}

double ErrorModel::alone(size_t layer, size_t candidate) const { return powers[layer][candidate]; }

double ErrorModel::pair(size_t layer, size_t candidate, size_t other, size_t otherCandidate) const {
  const ErrorVector &a = errors[layer][candidate], &b = errors[other][otherCandidate];
  double largest = 0;
  size_t place = 0;
  for (size_t size : sizes) {
    if (a.empty() || b.empty())
      break;
    const auto from = a.begin() + long(place);
    const double product =
        2 * std::inner_product(from, from + long(size), b.begin() + long(place), 0.0);
    if (std::abs(product) > std::abs(largest))
      largest = product;
    place += size;
  }
  return largest;
}

NoisePowers ErrorModel::sumOf(const std::vector<size_t> &choice) const {
  ErrorVector sum = floor;
  sum.resize(std::accumulate(sizes.begin(), sizes.end(), size_t(0)), 0);
  for (size_t i = 0; i < choice.size(); ++i) {
    const ErrorVector &own = errors[i][choice[i]];
    for (size_t k = 0; k < own.size(); ++k)
      sum[k] += own[k];
  }
  return powersOf(sum);
}

double ErrorModel::weightOf(size_t layer, size_t candidate) const {
  const double power = powers[layer][candidate];
  return anchorPower > 0 && std::isfinite(power) ? power / anchorPower : 0;
}

double ErrorModel::shareOf(const std::vector<size_t> &choice) const {
  double share = 0;
  for (size_t i = 0; i < choice.size(); ++i)
    if (choice[i] != 0 && choice[i] == anchor[i])
      share += weightOf(i, choice[i]);
  return std::min(share, 1.0);
}

double ErrorModel::distance(const std::vector<size_t> &a, const std::vector<size_t> &b) const {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i])
      sum += std::max(weightOf(i, a[i]), weightOf(i, b[i]));
  return sum;
}

NoisePowers ErrorModel::priorOf(const std::vector<size_t> &choice) const {
  NoisePowers noise = sumOf(choice);
  const double share = anchor.empty() ? 0 : shareOf(choice);
  for (size_t o = 0; o < noise.size() && share > 0; ++o)
    noise[o] *= std::exp(share * share * anchorFactors[o]);
  return noise;
}

/// The logarithm of the factor; 0 where one of both is no number, which tells of no other network.
static double factorOf(double came, double predicted) {
  if (!std::isfinite(came) || !std::isfinite(predicted))
    return 0;
  return std::log(std::max(came, leastPower) / std::max(predicted, leastPower));
}

void ErrorModel::setAnchor(const std::vector<size_t> &choice, NoisePowers noise) {
  anchorPower = 0;
  for (size_t i = 0; i < choice.size(); ++i)
    if (std::isfinite(powers[i][choice[i]]))
      anchorPower += powers[i][choice[i]];
  anchorFactors.clear();
  const NoisePowers sum = sumOf(choice);
  for (size_t o = 0; o < sizes.size(); ++o)
    anchorFactors.push_back(factorOf(noise[o] - base[o], sum[o]));
  anchor = choice;
}

void ErrorModel::learn(const std::vector<size_t> &choice, NoisePowers noise) {
  std::erase_if(known, [&](const Known &one) { return one.choice == choice; });
  Known one{choice, {}};
  const NoisePowers prior = priorOf(choice);
  for (size_t o = 0; o < sizes.size(); ++o)
    one.factors.push_back(factorOf(noise[o] - base[o], prior[o]));
  known.push_back(std::move(one));
}

NoisePowers ErrorModel::noiseOf(const std::vector<size_t> &choice) const {
  constexpr double nearest = 1e-3, ofNone = 10;
  NoisePowers noise = priorOf(choice);
  std::vector<double> factors(noise.size(), 0);
  double weights = ofNone;
  for (const Known &one : known) {
    const double apart = distance(choice, one.choice) + nearest, weight = 1 / (apart * apart);
    weights += weight;
    for (size_t o = 0; o < noise.size(); ++o)
      factors[o] += weight * one.factors[o];
  }
  for (size_t o = 0; o < noise.size(); ++o)
    noise[o] = noise[o] * std::exp(factors[o] / weights) + base[o];
  return noise;
}

} // namespace qopt::run
