#include "passes/calibrate/function_range.h"

#include <algorithm>
#include <cmath>

namespace qopt {
namespace {

/// ResultErrors compares what functions make of a histogram's bins with what they make of the same
/// bins in steps.
class ResultErrors {
public:
  ResultErrors(const Histogram &histogram, const CalibrationSettings &settings,
               std::span<const ReaderFunction> functions)
      : histogram(histogram), settings(settings) {
    for (int64_t i = -Histogram::bins; i < Histogram::bins; ++i) {
      middles.push_back(float((double(i) + 0.5) * histogram.width()));
      const int64_t count =
          i < 0 ? histogram.negative[size_t(-i - 1)] : histogram.positive[size_t(i)];
      if (count > 0)
        filled.push_back({middles.size() - 1, double(count)});
    }
    for (const ReaderFunction &function : functions)
      add(function);
  }

  double of(const Range &range) const {
    const nn::QuantParams grid =
        nn::paramsForRange(range.min, range.max, settings.scheme, settings.bits);
    double sum = 0;
    for (const Results &one : results)
      sum += one.energy > 0 ? errorOf(one, grid) / one.energy : 0;
    return sum;
  }

private:
  struct Bin {
    size_t at; // of `middles`
    double count;
  };
  struct Results {
    std::vector<float> values; // by middle
    double energy = 0;
  };

  void add(const ReaderFunction &function) {
    Results &made = results.emplace_back();
    made.values = function.at(middles);
    for (const Bin &bin : filled)
      made.energy += bin.count * double(made.values[bin.at]) * double(made.values[bin.at]);
  }

  /// The result at a step's value, between those of the two middles beside it.
  double resultAt(const Results &one, double x) const {
    const double place = std::clamp(x / histogram.width() + double(Histogram::bins) - 0.5, 0.0,
                                    double(middles.size() - 1));
    const size_t below = std::min(size_t(place), middles.size() - 2);
    const double part = place - double(below);
    return (1 - part) * double(one.values[below]) + part * double(one.values[below + 1]);
  }

  double errorOf(const Results &one, const nn::QuantParams &grid) const {
    std::vector<double> bySteps;
    for (int64_t step = grid.min; step <= grid.max; ++step)
      bySteps.push_back(resultAt(one, grid.scale * double(step - grid.zeroPoint)));
    const double first = double(grid.min - grid.zeroPoint),
                 last = double(grid.max - grid.zeroPoint);
    double sum = 0;
    for (const Bin &bin : filled) {
      const double steps = double(middles[bin.at]) / grid.scale;
      const bool isCutOff = steps < first - 0.5 || steps > last + 0.5;
      const double step = std::nearbyint(std::clamp(steps, first, last));
      const double off = bySteps[size_t(step - first)] - double(one.values[bin.at]);
      sum += (isCutOff ? settings.clipWeight : 1) * bin.count * off * off;
    }
    return sum;
  }

  const Histogram &histogram;
  const CalibrationSettings &settings;
  std::vector<float> middles;
  std::vector<Bin> filled;
  std::vector<Results> results;
};

/// An end is tried at these powers of a part of what was seen, and at 0.
constexpr double tried = 0.9;
constexpr int powers = 25;
constexpr int rounds = 3; // of both ends in turn

} // namespace

Range functionRange(const TensorStatistics &seen, const CalibrationSettings &settings,
                    std::span<const ReaderFunction> functions) {
  const ResultErrors errors(*seen.histogram, settings, functions);
  Range best{std::min<double>(seen.min, 0), std::max<double>(seen.max, 0)};
  double least = errors.of(best);
  auto seek = [&](double Range::*end, double whole) {
    Range range = best;
    bool isBetter = false;
    for (int power = 0; power <= powers; ++power) {
      range.*end = power < powers ? whole * std::pow(tried, power) : 0;
      if (range.min == range.max)
        continue;
      if (const double error = errors.of(range); error < least)
        least = error, best = range, isBetter = true;
    }
    return isBetter;
  };
  for (int round = 0; round < rounds; ++round) {
    const bool low = seek(&Range::min, std::min<double>(seen.min, 0));
    if (const bool high = seek(&Range::max, std::max<double>(seen.max, 0)); !low && !high)
      break;
  }
  return best;
}

} // namespace qopt
