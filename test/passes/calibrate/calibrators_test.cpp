// Thresholds of hand-made histograms, the published example, and sums that know no order.
#include "passes/calibrate/calibration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace qopt::test {
namespace {

TEST(Entropy, ThePublishedExample) {
  const int64_t reference[] = {1, 0, 2, 3, 5, 3, 1, 7};
  EXPECT_EQ(mergedAndSpread(reference, 2), (std::vector<double>{2, 0, 2, 2, 4, 4, 4, 4}));
}

TEST(Entropy, TheLastGroupTakesTheRest) {
  const int64_t reference[] = {1, 1, 2, 4, 6};
  EXPECT_EQ(mergedAndSpread(reference, 2), (std::vector<double>{1, 1, 4, 4, 4}));
}

// The definition, word by word.
double divergenceOf(const std::vector<int64_t> &bins, size_t n, int levels) {
  std::vector<double> p(bins.begin(), bins.begin() + ptrdiff_t(n));
  const std::vector<double> q = mergedAndSpread({bins.data(), n}, levels);
  for (size_t i = n; i < bins.size(); ++i)
    p[n - 1] += double(bins[i]);
  double sumP = 0, sumQ = 0, divergence = 0;
  for (size_t i = 0; i < n; ++i)
    sumP += p[i], sumQ += q[i];
  for (size_t i = 0; i < n; ++i)
    if (p[i] > 0)
      divergence += p[i] / sumP * std::log(p[i] / sumP / (q[i] > 0 ? q[i] / sumQ : 1e-4));
  return sumQ > 0 ? divergence : INFINITY;
}

TEST(Entropy, TheLeastDivergence) {
  std::mt19937 random{1};
  for (int round = 0; round < 20; ++round) {
    std::vector<int64_t> bins(96);
    for (size_t i = 0; i < bins.size(); ++i)
      if (random() % 3)
        bins[i] = int64_t(3000 * std::exp(-double(i) / (4 + round)) * double(random() % 100) / 50);
    bins[90] = 1;
    size_t best = 0;
    double least = INFINITY;
    for (size_t n = 8; n < bins.size(); ++n)
      if (double found = divergenceOf(bins, n, 8); found < least - 1e-12)
        least = found, best = n;
    const double threshold = entropyThreshold(bins, 0.5, 8);
    EXPECT_NEAR(divergenceOf(bins, size_t(threshold / 0.5), 8), least, 1e-9)
        << "round " << round << ": " << threshold << ", not " << (double(best) + 0.5) * 0.5;
  }
}

TEST(Entropy, OnlyTheLastBinKeepsTheLimit) {
  std::vector<int64_t> bins(2048);
  bins[2047] = 9;
  EXPECT_EQ(entropyThreshold(bins, 0.25), 512);
}

TEST(Entropy, ZerosHideWhatAThresholdLoses) {
  TensorStatistics seen;
  seen.addSample(0, 1);
  Histogram &histogram = seen.histogram.emplace();
  histogram.limit = 1;
  for (size_t i = 0; i < 2048; ++i)
    histogram.positive[i] = int64_t(1000 * std::exp(-double(i) / 400));
  const double without = entropyRange(seen, {}).max;
  histogram.positive[0] = 1000000;
  CalibrationSettings skipping;
  skipping.skipsZeros = true;
  EXPECT_LT(entropyRange(seen, {}).max, without / 2);
  EXPECT_NEAR(entropyRange(seen, skipping).max, without, 0.02);
}

TensorStatistics counted(std::vector<float> values) {
  TensorStatistics seen;
  const auto [min, max] = std::ranges::minmax(values);
  seen.addSample(min, max);
  Histogram &histogram = seen.histogram.emplace();
  histogram.limit = seen.greatestMagnitude();
  const float perUnit = float(Histogram::bins / histogram.limit);
  for (float x : values)
    ++(x < 0 ? histogram.negative
             : histogram.positive)[std::min<size_t>(size_t(std::fabs(x) * perUnit), 2047)];
  return seen;
}

TEST(Percentile, CutsOffTheOutermost) {
  std::vector<float> values;
  for (int i = 0; i < 1000; ++i)
    values.push_back(float(i) / 1000);
  values.back() = 16;
  CalibrationSettings settings;
  settings.percentile = 99.9;
  // The bin of 0.998, the 999th of 1000 values: bins are 1/128 wide.
  EXPECT_EQ(percentileRange(counted(values), settings), (Range{0, 1}));
  settings.percentile = 100;
  EXPECT_EQ(percentileRange(counted(values), settings), (Range{0, 16}));
}

TEST(Percentile, AffineEndsByThemselves) {
  std::vector<float> values(998, 0.25f);
  values.push_back(-8);
  values.push_back(16);
  CalibrationSettings settings;
  settings.scheme = nn::Scheme::Affine;
  settings.percentile = 99.9;
  EXPECT_EQ(percentileRange(counted(values), settings), (Range{0, 33.0 / 128}));
}

// Value by value, on a signed grid of 8 bits.
double squaredError(const std::vector<float> &values, double threshold, double clipWeight) {
  const double step = double(float(threshold / 127));
  double sum = 0;
  for (float x : values) {
    const double kept = std::clamp<double>(x, -threshold, threshold);
    const double off = x - step * std::nearbyint(kept / step);
    sum += (kept == x ? 1 : clipWeight) * off * off;
  }
  return sum;
}

TEST(MeanSquaredError, AnOutlierIsCutOff) {
  std::vector<float> values;
  std::mt19937 random{2};
  std::normal_distribution<float> normal;
  for (int i = 0; i < 100000; ++i)
    values.push_back(normal(random));
  const Range whole = meanSquaredErrorRange(counted(values), {});
  EXPECT_GT(whole.max, 3.5); // 8 bits of a normal distribution: about 4 deviations
  EXPECT_LT(whole.max, 4.4);
  values.push_back(40);
  for (double weight : {1.0, 3.0}) {
    CalibrationSettings settings;
    settings.scheme = nn::Scheme::Signs; // symmetric, as squaredError() is
    settings.clipWeight = weight;
    const double found = meanSquaredErrorRange(counted(values), settings).max;
    double least = INFINITY;
    for (double threshold = 2; threshold <= 40; threshold += 0.05)
      least = std::min(least, squaredError(values, threshold, weight));
    EXPECT_LT(squaredError(values, found, weight), 1.002 * least) << "at " << found;
    EXPECT_LT(found, 36);
  }
}

// The definition, bin by bin: the widest of the ends whose steps leave the least squared error.
Range leastByBins(const TensorStatistics &seen, const CalibrationSettings &settings) {
  const Histogram &histogram = *seen.histogram;
  const bool haveOwnEnds =
      settings.scheme == nn::Scheme::Affine || settings.scheme == nn::Scheme::Mixed;
  auto side = [&](const std::vector<int64_t> &counts, double end, double step) {
    const double width = histogram.width();
    double inside = 0, n = 0, a = 0, b = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
      const double x = (double(i) + 0.5) * width, off = x - step * std::nearbyint(x / step);
      if (i < size_t(end / width + 0.5))
        inside += double(counts[i]) * off * off;
      else
        n += double(counts[i]), a += double(counts[i]) * x, b += double(counts[i]) * x * x;
    }
    return inside + settings.clipWeight * (b - 2 * a * end + n * end * end);
  };
  Range best = minMaxRange(seen, settings);
  double least = INFINITY;
  for (size_t bins = Histogram::bins; bins > 0; --bins) {
    const double part = double(bins) / Histogram::bins;
    const Range range = haveOwnEnds ? Range{part * std::min<double>(seen.min, 0),
                                            part * std::max<double>(seen.max, 0)}
                                    : clipped(seen, part * histogram.limit);
    const nn::QuantParams grid =
        nn::paramsForRange(range.min, range.max, settings.scheme, settings.bits);
    const double error =
        side(histogram.positive, double(grid.max - grid.zeroPoint) * grid.scale, grid.scale) +
        side(histogram.negative, double(grid.zeroPoint - grid.min) * grid.scale, grid.scale);
    if (error < least * (1 - 1e-9))
      least = error, best = bins == Histogram::bins ? best : range;
  }
  return best;
}

TEST(MeanSquaredError, IsTheLeastOfAllBins) {
  std::mt19937 random{3};
  std::normal_distribution<float> normal;
  for (int round = 0; round < 6; ++round) {
    std::vector<float> values;
    for (int i = 0; i < 20000; ++i) {
      const float x = normal(random);
      values.push_back(round % 3 == 0 ? x : round % 3 == 1 ? std::max(x, 0.0f) : x * x * x + 1);
    }
    for (nn::Scheme scheme : {nn::Scheme::Signed, nn::Scheme::Affine, nn::Scheme::Mixed})
      for (unsigned bits : {8u, 16u}) {
        CalibrationSettings settings;
        settings.scheme = scheme;
        settings.bits = bits;
        settings.clipWeight = round < 3 ? 1 : 2;
        const TensorStatistics seen = counted(values);
        EXPECT_EQ(meanSquaredErrorRange(seen, settings), leastByBins(seen, settings))
            << "round " << round << ", " << nn::schemeName(scheme) << ", " << bits << " bits";
      }
  }
}

TEST(MeanSquaredError, WhatIsExactStays) {
  std::vector<float> values;
  for (int i = -127; i <= 127; ++i)
    values.insert(values.end(), 10, float(i));
  EXPECT_EQ(meanSquaredErrorRange(counted(values), {}).max, 127);
}

TEST(Calibrators, NothingButZerosAndNothingButOne) {
  for (const CalibrationMethod &method : calibrationMethods()) {
    if (!method.range)
      continue;
    TensorStatistics zeros;
    zeros.addSample(0, 0);
    EXPECT_EQ(method.range(zeros, {}), (Range{0, 0})) << method.name;
    CalibrationSettings settings;
    settings.scheme = nn::Scheme::Signs; // of an affine one the range goes to 0
    const Range one = method.range(counted(std::vector<float>(50, 2.5f)), settings);
    EXPECT_EQ(one.min, 2.5) << method.name;
    EXPECT_NEAR(one.max, 2.5, 2 * 2.5 / 2048) << method.name; // mse sees the middle of a bin
  }
}

TEST(MovingAverage, TheMeanOfEnds) {
  TensorStatistics seen;
  seen.addSample(-1, 2);
  seen.addSample(-2, 4, 3);
  EXPECT_EQ(movingAverageRange(seen, {}), (Range{-1.75, 3.5}));
}

TEST(ExactSum, KnowsNoOrder) {
  std::mt19937 random{3};
  std::vector<float> values{3e38f, -3e38f, 1e-45f, -0.0f, 1.17549435e-38f};
  for (int i = 0; i < 2000; ++i)
    values.push_back(std::ldexp(float(int(random() % 65537) - 32768), int(random() % 200) - 120));
  auto sum = [&] {
    ExactSum total;
    for (float value : values)
      total.add(value);
    return total;
  };
  const ExactSum forwards = sum();
  std::ranges::shuffle(values, random);
  EXPECT_EQ(sum(), forwards);
  ExactSum parts[2];
  for (size_t i = 0; i < values.size(); ++i)
    parts[i % 2].add(values[i]);
  parts[0].add(parts[1]);
  EXPECT_EQ(parts[0], forwards);
  EXPECT_EQ(ExactSum::parse(forwards.text()), forwards);
}

TEST(ExactSum, SmallBesideLarge) {
  ExactSum total;
  total.add(3e38f);
  total.add(1e-45f, 1000);
  total.add(-3e38f);
  EXPECT_EQ(total.divided(1), 1000 * double(1e-45f));
  ExactSum many;
  many.add(-0.1f, int64_t(1) << 40);
  EXPECT_EQ(many.divided(int64_t(1) << 40), double(-0.1f));
  EXPECT_EQ(ExactSum().divided(3), 0);
}

Calibration part(std::vector<float> values, double limit) {
  Calibration calibration;
  calibration.method = "entropy";
  calibration.samples = 1;
  calibration.modelHash = "m";
  calibration.statistics["x"] = counted(std::move(values));
  calibration.statistics["x"].histogram->limit = limit;
  return calibration;
}

TEST(Merge, PartsOfOneLimit) {
  auto all = mergeCalibrations({part({1, 2, 4}, 4), part({-4, 2}, 4)});
  ASSERT_TRUE(all.ok()) << all.status().message();
  EXPECT_EQ(all->samples, 2);
  EXPECT_EQ(all->statistics["x"].min, -4);
  EXPECT_EQ(all->statistics["x"].histogram->total(), 5);
  auto message = [](std::vector<Calibration> parts) {
    return mergeCalibrations(parts).status().message();
  };
  EXPECT_NE(message({part({1}, 1), part({2}, 2)}).find("'x' have different limits"),
            std::string::npos);
  Calibration other = part({1}, 1);
  other.modelHash = "n";
  EXPECT_NE(message({part({1}, 1), other}).find("different models"), std::string::npos);
  other = part({1}, 1);
  other.method = "mse";
  EXPECT_NE(message({part({1}, 1), other}).find("different methods"), std::string::npos);
  EXPECT_NE(message({part({1}, 1), Calibration()}).find("--partial"), std::string::npos);
}

} // namespace
} // namespace qopt::test
