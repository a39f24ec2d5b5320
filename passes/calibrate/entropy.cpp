#include "passes/calibrate/calibrators.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace qopt {
namespace {

// Returns the end of group g of `levels` groups over n bins.
size_t groupEnd(size_t g, size_t n, size_t levels) {
  return g + 1 == levels ? n : (g + 1) * (n / levels);
}

double nLogN(double n) { return n > 0 ? n * std::log(n) : 0; }

// Instead of nothing where the reference has a value.
constexpr double smallest = 1e-4;

// Sums over the bins before each.
struct Sums {
  explicit Sums(std::span<const int64_t> bins) {
    for (int64_t count : bins) {
      counts.push_back(counts.back() + double(count));
      logs.push_back(logs.back() + nLogN(double(count)));
      filled.push_back(filled.back() + (count != 0));
    }
  }
  std::vector<double> counts{0}, logs{0}, filled{0};
};

// Σ p·log(p/q) for p the first n bins, what lies beyond added to the last of them, and q their
// merged form, both as shares of their own sums. None where the merged form has no value.
std::optional<double> divergence(std::span<const int64_t> bins, const Sums &sums, size_t n,
                                 size_t levels) {
  const double total = sums.counts.back(), inside = sums.counts[n];
  if (inside == 0)
    return std::nullopt;
  const double last = double(bins[n - 1]), raised = last + (total - inside);
  // Σ p·log p with p = count/total.
  double result = (sums.logs[n] - nLogN(last) + nLogN(raised)) / total - std::log(total);
  for (size_t g = 0, begin = 0; g < levels; ++g) {
    const size_t end = groupEnd(g, n, levels);
    const double count = sums.counts[end] - sums.counts[begin];
    const double filled = sums.filled[end] - sums.filled[begin];
    if (count > 0) {
      // The last bin's reference is more than its own where it is filled.
      const double reference = count + (end == n && last > 0 ? raised - last : 0);
      result -= reference / total * std::log(count / filled / inside);
    }
    begin = end;
  }
  if (last == 0 && raised > 0)
    result -= raised / total * std::log(smallest);
  return result;
}

// The same for n from `levels` to the number of bins, of which some dozen groups are in common: in
// another order, and so with other last digits. Infinite where the merged form has no value.
std::vector<double> nearlyDivergences(std::span<const int64_t> bins, const Sums &sums,
                                      size_t levels) {
  const double total = sums.counts.back(), logTotal = std::log(total);
  std::vector<double> found;
  double whole = 0; // Σ count·log(count/filled) over all groups but the last
  for (size_t n = levels, width = 0; n < bins.size(); ++n) {
    auto logOf = [&](size_t begin, size_t end) {
      const double count = sums.counts[end] - sums.counts[begin];
      return count > 0 ? std::log(count / (sums.filled[end] - sums.filled[begin])) : 0;
    };
    if (n / levels != width) {
      width = n / levels;
      whole = 0;
      for (size_t g = 0; g + 1 < levels; ++g)
        whole += (sums.counts[(g + 1) * width] - sums.counts[g * width]) *
                 logOf(g * width, (g + 1) * width);
    }
    const size_t begin = (levels - 1) * width;
    const double inside = sums.counts[n], logInside = std::log(inside), last = double(bins[n - 1]),
                 beyond = total - inside, count = inside - sums.counts[begin];
    if (inside == 0) {
      found.push_back(std::numeric_limits<double>::infinity());
      continue;
    }
    const double reference = count > 0 && last > 0 ? count + beyond : count;
    double sum = sums.logs[n] - nLogN(last) + nLogN(last + beyond) - whole +
                 sums.counts[begin] * logInside - reference * (logOf(begin, n) - logInside);
    if (last == 0)
      sum -= beyond * std::log(smallest);
    found.push_back(sum / total - logTotal);
  }
  return found;
}

// The two may differ by so much: logarithms of counts are below 2⁶, and their roundings 2¹⁴.
constexpr double roundings = 0x1p-32;

} // namespace

std::vector<double> mergedAndSpread(std::span<const int64_t> bins, int levels) {
  std::vector<double> spread(bins.size());
  for (size_t g = 0, begin = 0; g < size_t(levels); ++g) {
    const size_t end = groupEnd(g, bins.size(), size_t(levels));
    const auto group = bins.subspan(begin, end - begin);
    const double sum = double(std::accumulate(group.begin(), group.end(), int64_t(0)));
    const auto filled = double(group.size() - size_t(std::ranges::count(group, 0)));
    for (size_t i = begin; i < end; ++i)
      spread[i] = bins[i] ? sum / filled : 0;
    begin = end;
  }
  return spread;
}

// The fast sums leave few thresholds that may be the best; the definition decides among them.
double entropyThreshold(std::span<const int64_t> bins, double width, int levels) {
  const Sums sums(bins);
  const std::vector<double> nearly = nearlyDivergences(bins, sums, size_t(levels));
  double threshold = double(bins.size()) * width;
  if (nearly.empty())
    return threshold;
  const double most = *std::ranges::min_element(nearly) + 2 * roundings;
  std::optional<double> least;
  for (size_t i = size_t(levels); i < bins.size(); ++i) {
    if (nearly[i - size_t(levels)] > most)
      continue;
    const std::optional<double> found = divergence(bins, sums, i, size_t(levels));
    if (found && (!least || *found < *least)) {
      least = found;
      threshold = (double(i) + 0.5) * width;
    }
  }
  return threshold;
}

Range entropyRange(const TensorStatistics &seen, const CalibrationSettings &settings) {
  if (!seen.histogram)
    return minMaxRange(seen, settings);
  std::vector<int64_t> magnitudes = seen.histogram->magnitudes();
  if (settings.skipsZeros)
    magnitudes[0] = magnitudes[1];
  return clipped(seen, entropyThreshold(magnitudes, seen.histogram->width()));
}

} // namespace qopt
