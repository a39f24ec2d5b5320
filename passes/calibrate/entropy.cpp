#include "passes/calibrate/calibrators.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace qopt {
namespace {

// Where group g of `levels` over n bins ends.
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

double entropyThreshold(std::span<const int64_t> bins, double width, int levels) {
  const Sums sums(bins);
  std::optional<double> least;
  double threshold = double(bins.size()) * width;
  for (size_t i = size_t(levels); i < bins.size(); ++i) {
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
