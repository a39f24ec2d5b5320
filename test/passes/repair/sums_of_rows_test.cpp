// Weights of pairs of rows: what they make up for, and how far halves of the samples are believed.
#include "passes/repair/round_weights.h"
#include "test/passes/repair/products.h"

#include <cmath>

namespace qopt::test {
namespace {

// Earlier layers halve the rows that arrive; weights of twice their size give what was wanted.
TEST(SumsOfRows, WeightsMakeUpForWhatEarlierLayersChanged) {
  const int64_t terms = 12;
  Moments moments = correlated(terms, 4); // of what is read: half of what was wanted
  auto times = [](Doubles values, double factor) {
    for (double &value : values)
      value *= factor;
    return values;
  };
  moments.wantedMean = times(moments.mean, 2);
  moments.wantedSecond = times(moments.second, 4);
  moments.cross = times(moments.second, 2);
  Random random(3);
  Net net(product(random.tensor({terms, 2}, -1, 1)));
  SeedLayer layer = *seedLayerOf(net.find("y"));
  const qrt::Tensor weights = layer.weights();
  const RoundingOptions options{.bits = 8, .correctsBias = false};
  const RoundedLayer blind = roundLayer(layer, weights, {moments}, options);
  moments.parts = {moments, moments};
  const RoundedLayer seeing = roundLayer(layer, weights, {moments}, options);
  for (int64_t i = 0; i < weights.size(); ++i)
    EXPECT_NEAR(blind.weights.values<float>()[size_t(i)], weights.values<float>()[size_t(i)],
                0.05f);
  EXPECT_LT(seeing.errorAfter, 0.02 * blind.errorAfter);
}

// A sum that lacks u·x is made whole by weights w + u.
TEST(SumsOfRows, WeightsMakeUpForWhatASumLacks) {
  const int64_t terms = 12;
  Moments moments = correlated(terms, 4);
  moments.wantedMean = moments.mean, moments.wantedSecond = moments.cross = moments.second;
  Random random(3);
  const qrt::Tensor given = random.tensor({terms, 1}, -1, 1), lacks = random.tensor({terms}, -1, 1);
  const std::span<const float> u = lacks.values<float>();
  LackMoments &lack = moments.lack;
  lack.mean = lack.square = {0};
  lack.read.resize(size_t(terms));
  for (size_t i = 0; i < u.size(); ++i) {
    for (size_t j = 0; j < u.size(); ++j)
      lack.read[i] += moments.second[i * u.size() + j] * double(u[j]);
    lack.mean[0] += double(u[i]) * moments.mean[i];
    lack.square[0] += double(u[i]) * lack.read[i];
  }
  lack.wanted = lack.read;
  Net net(product(given));
  SeedLayer layer = *seedLayerOf(net.find("y"));
  for (bool centred : {false, true}) {
    const RoundingOptions options{.bits = 8, .correctsBias = centred};
    moments.parts.clear();
    const RoundedLayer blind = roundLayer(layer, given, {moments}, options);
    moments.parts = {moments, moments};
    const RoundedLayer seeing = roundLayer(layer, given, {moments}, options);
    EXPECT_LT(seeing.errorAfter, 0.02 * blind.errorAfter);
    double mean = 0; // of (w + u)·x less what is made of it
    for (size_t i = 0; i < u.size(); ++i)
      mean += (double(given.values<float>()[i]) + double(u[i]) -
               double(seeing.weights.values<float>()[i])) *
              moments.mean[i];
    EXPECT_NEAR(seeing.correction[0], mean, 1e-6); // weights are f32, steps are not
  }
}

// The other part of the samples denies what one part tells.
TEST(SumsOfRows, WeightsStayWhereThePartsDisagree) {
  const int64_t terms = 8;
  auto part = [&](double factor) {
    Moments moments = correlated(terms, 4);
    moments.wantedMean = moments.mean, moments.wantedSecond = moments.cross = moments.second;
    for (double &value : moments.cross)
      value *= factor;
    return moments;
  };
  Moments moments = part(1.0);
  moments.parts = {part(1.5), part(0.5)};
  Random random(3);
  Net net(product(random.tensor({terms, 2}, -1, 1)));
  SeedLayer layer = *seedLayerOf(net.find("y"));
  const RoundingOptions options{.bits = 8, .correctsBias = false};
  const RoundedLayer result = roundLayer(layer, layer.weights(), {moments}, options);
  EXPECT_EQ(valuesOf(result.weights),
            valuesOf(roundLayer(layer, layer.weights(), {correlated(terms, 4)}, options).weights));
}

// Pairs of alike rows, whose elements vary by themselves.
Moments independent(int64_t terms, int64_t rows, Random &random) {
  Moments moments{Doubles(size_t(terms)), Doubles(size_t(terms * terms))};
  for (int64_t r = 0; r < rows; ++r) {
    Doubles x(static_cast<size_t>(terms));
    for (double &value : x)
      value = random.next(-1, 1);
    for (int64_t i = 0; i < terms; ++i) {
      moments.mean[size_t(i)] += x[size_t(i)] / double(rows);
      for (int64_t j = 0; j < terms; ++j)
        moments.second[size_t(i * terms + j)] += x[size_t(i)] * x[size_t(j)] / double(rows);
    }
  }
  moments.wantedMean = moments.mean, moments.wantedSecond = moments.cross = moments.second;
  return moments;
}

// Few rows seem to tell how terms vary together. Where halves of them deny it, the nearest steps
// are nearly the best, for all rows that were not seen.
TEST(SumsOfRows, FewRowsAreTrustedAsFarAsTheHalvesAgree) {
  const int64_t terms = 48;
  double blind = 0, judged = 0;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    Moments moments = independent(terms, 96, random);
    const Moments parts[] = {independent(terms, 48, random), independent(terms, 48, random)};
    Net net(product(random.tensor({terms, 4}, -1, 1)));
    SeedLayer layer = *seedLayerOf(net.find("y"));
    const qrt::Tensor weights = layer.weights();
    auto errorOfAll = [&] { // any row's: terms are alike, and independent
      const RoundedLayer rounded =
          roundLayer(layer, weights, {moments}, {.bits = 3, .correctsBias = false, .fits = true});
      double error = 0;
      for (size_t i = 0; i < weights.values<float>().size(); ++i)
        error += std::pow(
            double(weights.values<float>()[i]) - double(rounded.weights.values<float>()[i]), 2);
      return error;
    };
    blind += errorOfAll();
    moments.parts = {parts[0], parts[1]};
    judged += errorOfAll();
  }
  EXPECT_LT(judged, 0.8 * blind);
}

} // namespace
} // namespace qopt::test
