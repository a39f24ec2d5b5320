// Rounding by hand, against another form of the same method, and by the grid that insert-quant
// chooses.
#include "passes/repair/round_weights.h"
#include "test/passes/repair/products.h"

#include "ir/types/quant_type.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace qopt::test {
namespace {

// Columns 1 and 2 are always alike; column 0 makes the grid, steps of 1.
const Moments alike{{0, 1, 1}, {1, 0, 0, 0, 4, 4, 0, 4, 4}};

TEST(RoundWeights, ErrorsGoToTheWeightThatMendsThem) {
  Net net(product(tensor({3, 1}, {127, 0.375f, 0.375f})));
  SeedLayer layer = *seedLayerOf(net.find("y"));
  // Both to 0: 4·(2·0.375)² = 2.25. One to 1: 4·0.25² = 0.25.
  RoundedLayer result = roundLayer(layer, layer.weights(), {alike}, {8, true, false});
  EXPECT_EQ(valuesOf(result.weights), (std::vector<float>{127, 0, 1}));
  EXPECT_DOUBLE_EQ(result.errorBefore, 2.25);
  EXPECT_DOUBLE_EQ(result.errorAfter, 0.25);
  EXPECT_EQ(result.correction, (Doubles{-0.25}));
  EXPECT_EQ(result.heldChannels, 0);
  // The part that the bias takes back is no error: 3·0.25².
  result = roundLayer(layer, layer.weights(), {alike}, {8, true, true});
  EXPECT_EQ(valuesOf(result.weights), (std::vector<float>{127, 0, 1}));
  EXPECT_DOUBLE_EQ(result.errorBefore, 2.25);
  EXPECT_DOUBLE_EQ(result.errorAfter, 0.1875);
}

TEST(RoundWeights, BiasAloneTakesTheMeanOfTheNearest) {
  Net net(product(tensor({3, 1}, {127, 0.375f, 0.375f})));
  SeedLayer layer = *seedLayerOf(net.find("y"));
  const RoundedLayer result = roundLayer(layer, layer.weights(), {alike}, {8, false, true});
  EXPECT_EQ(valuesOf(result.weights), (std::vector<float>{127, 0.375f, 0.375f}));
  EXPECT_EQ(result.correction, (Doubles{0.75}));
  EXPECT_DOUBLE_EQ(result.errorAfter, 3 * 0.75 * 0.75);
}

TEST(RoundWeights, TheLargestWeightStays) {
  // Column 1 weighs most and is rounded first, from 0.4375 to 0; -6.18 would mend it, but then the
  // grid were another one.
  const Moments moments{{0, 0}, {1, 1.9, 1.9, 4}};
  Net net(product(tensor({2, 1}, {-7, 0.4375f})));
  SeedLayer layer = *seedLayerOf(net.find("y"));
  const RoundedLayer result = roundLayer(layer, layer.weights(), {moments}, {4, true, false});
  EXPECT_EQ(valuesOf(result.weights), (std::vector<float>{-7, 0}));
}

TEST(RoundWeights, ZerosAndDeadInputsStayAsTheyAre) {
  Net net(product(tensor({2, 2}, {0, 1.27f, 0, 0.013f})));
  SeedLayer layer = *seedLayerOf(net.find("y"));
  const Moments dead{{0, 0}, {0, 0, 0, 0}};
  const RoundedLayer result = roundLayer(layer, layer.weights(), {dead}, {8, true, true});
  EXPECT_EQ(valuesOf(result.weights), (std::vector<float>{0, 1.27f, 0, float(1.27f / 127.0)}));
  EXPECT_EQ(result.errorBefore, 0);
  EXPECT_EQ(result.correction, (Doubles{0, 0}));
}

// Optimal brain surgery as it is first written down: the inverse of what is still free.
struct Surgery {
  int64_t n;
  Doubles inverse;

  explicit Surgery(const Moments &moments, bool centred)
      : n(int64_t(moments.mean.size())), inverse(size_t(n * n)) {
    h = moments.second;
    for (int64_t i = 0; i < n && centred; ++i)
      for (int64_t j = 0; j < n; ++j)
        h[size_t(i * n + j)] -= moments.mean[size_t(i)] * moments.mean[size_t(j)];
    double mean = 0;
    for (int64_t i = 0; i < n; ++i)
      mean += h[size_t(i * n + i)] / double(n);
    damped = h;
    for (int64_t i = 0; i < n; ++i)
      damped[size_t(i * n + i)] += 0.01 * mean;
    invert();
  }
  // Gauss and Jordan, without pivots: it is positive.
  void invert() {
    Doubles a = damped;
    for (int64_t i = 0; i < n; ++i)
      inverse[size_t(i * n + i)] = 1;
    for (int64_t p = 0; p < n; ++p) {
      const double pivot = a[size_t(p * n + p)];
      for (int64_t j = 0; j < n; ++j)
        a[size_t(p * n + j)] /= pivot, inverse[size_t(p * n + j)] /= pivot;
      for (int64_t i = 0; i < n; ++i) {
        const double factor = i == p ? 0 : a[size_t(i * n + p)];
        for (int64_t j = 0; j < n; ++j) {
          a[size_t(i * n + j)] -= factor * a[size_t(p * n + j)];
          inverse[size_t(i * n + j)] -= factor * inverse[size_t(p * n + j)];
        }
      }
    }
  }
  Doubles round(Doubles w, int64_t held, double limit) const {
    Doubles left = inverse, steps(w.size());
    std::vector<int64_t> order(static_cast<size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return h[size_t(a * n + a)] > h[size_t(b * n + b)];
    });
    const double top = std::nearbyint(w[size_t(held)]);
    for (int64_t j : order) {
      const double q = j == held ? top : std::clamp(std::nearbyint(w[size_t(j)]), -limit, limit);
      const double e = (w[size_t(j)] - q) / left[size_t(j * n + j)];
      steps[size_t(j)] = q;
      const Doubles row(left.begin() + j * n, left.begin() + (j + 1) * n);
      for (int64_t k = 0; k < n; ++k)
        w[size_t(k)] -= e * row[size_t(k)];
      for (int64_t a = 0; a < n; ++a)
        for (int64_t b = 0; b < n; ++b)
          left[size_t(a * n + b)] -= row[size_t(a)] * row[size_t(b)] / row[size_t(j)];
    }
    return steps;
  }
  double error(const Doubles &w, const Doubles &steps) const {
    double sum = 0;
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j)
        sum += (w[size_t(i)] - steps[size_t(i)]) * h[size_t(i * n + j)] *
               (w[size_t(j)] - steps[size_t(j)]);
    return sum;
  }

  Doubles h, damped;
};

// One channel, in steps of its grid.
struct Channel {
  Doubles steps, nearest;
  int64_t held = 0;
  double scale;
  Channel(const qrt::Tensor &weights, int64_t output, unsigned bits) {
    const int64_t n = weights.shape()[1], terms = weights.shape()[0];
    auto at = [&](int64_t k) { return weights.values<float>()[size_t(k * n + output)]; };
    for (int64_t k = 0; k < terms; ++k)
      if (std::abs(at(k)) > std::abs(at(held)))
        held = k;
    scale = double(float(std::abs(double(at(held))) / (std::exp2(bits - 1) - 1)));
    for (int64_t k = 0; k < terms; ++k) {
      steps.push_back(double(at(k)) / scale);
      nearest.push_back(std::nearbyint(at(k) / float(scale)));
    }
  }
};

// Across the panels in which errors are passed on.
TEST(RoundWeights, IsOptimalBrainSurgery) {
  for (int64_t terms : {5, 64, 150})
    for (bool centred : {false, true}) {
      const Moments moments = correlated(terms, unsigned(terms));
      Random random(3);
      Net net(product(random.tensor({terms, 3}, -1, 1)));
      SeedLayer layer = *seedLayerOf(net.find("y"));
      const qrt::Tensor weights = layer.weights();
      const RoundedLayer result = roundLayer(layer, weights, {moments}, {4, true, centred});
      const Surgery surgery(moments, centred);
      for (int64_t o = 0; o < 3; ++o) {
        const Channel channel(weights, o, 4);
        Doubles expected = surgery.round(channel.steps, channel.held, 7);
        if (surgery.error(channel.steps, expected) >= surgery.error(channel.steps, channel.nearest))
          expected = channel.nearest;
        for (int64_t k = 0; k < terms; ++k)
          EXPECT_EQ(std::nearbyint(double(result.weights.values<float>()[layer.at(o, k)]) /
                                   channel.scale),
                    expected[size_t(k)])
              << terms << " terms, output " << o << ", term " << k;
      }
      EXPECT_LT(result.errorAfter, 0.8 * result.errorBefore);
    }
}

// Never worse than the nearest steps, never better than the best of all.
TEST(RoundWeights, LiesBetweenNearestAndBest) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const int64_t terms = 6;
    const Moments moments = correlated(terms, seed);
    Random random(seed + 100);
    Net net(product(random.tensor({terms, 1}, -1, 1)));
    SeedLayer layer = *seedLayerOf(net.find("y"));
    const Channel channel(layer.weights(), 0, 4);
    const Surgery surgery(moments, false);
    double best = surgery.error(channel.steps, channel.nearest);
    Doubles tried(static_cast<size_t>(terms));
    for (int code = 0; code < 729; ++code) { // a step up, down, or none
      int rest = code;
      for (int64_t k = 0; k < terms; ++k, rest /= 3)
        tried[size_t(k)] = std::clamp(channel.nearest[size_t(k)] + rest % 3 - 1, -7.0, 7.0);
      best = std::min(best, surgery.error(channel.steps, tried));
    }
    const double unit = channel.scale * channel.scale;
    const RoundedLayer result = roundLayer(layer, layer.weights(), {moments}, {4, true, false});
    EXPECT_LE(result.errorAfter, result.errorBefore);
    EXPECT_GE(result.errorAfter, best * unit * (1 - 1e-9));
    EXPECT_NEAR(result.errorBefore, surgery.error(channel.steps, channel.nearest) * unit,
                1e-9 * result.errorBefore);
  }
}

// Rounded weights get the scales that the float ones get, and are on that grid already.
TEST(RoundWeights, InsertQuantFindsTheSameGrid) {
  for (unsigned bits : {4u, 8u, 16u}) {
    Random random(bits);
    const qrt::Tensor weights = random.tensor({24, 40}, -1, 1);
    Net plain(product(weights)), repaired(product(weights));
    SeedLayer layer = *seedLayerOf(repaired.find("y"));
    const RoundedLayer rounded =
        roundLayer(layer, weights, {correlated(24, 9)}, {bits, true, true});
    FreshNames names;
    layer.setWeights(rounded.weights, names);
    const std::string pipeline =
        "insert-quant{bits=16 weight-bits=" + std::to_string(bits) + "},fold-dequant";
    plain.run(pipeline), repaired.run(pipeline);
    auto scales = [](Net &net) {
      return nn::weightScales(net.find("w")->getResult(0).getType()).scales;
    };
    ASSERT_EQ(scales(plain), scales(repaired)) << bits << " bits";
    const qrt::Tensor steps = repaired.constant("w");
    for (int64_t i = 0; i < steps.size(); ++i) {
      const double scale = scales(repaired)[size_t(i % 40)];
      EXPECT_NEAR(double(rounded.weights.values<float>()[size_t(i)]) / scale,
                  double(qrt::integerAt(steps, i)), 0.01);
    }
  }
}

// The least error that any weights on any grid have, by all ways to choose their steps: of each,
// the best scale is known.
double leastOfAll(const Doubles &w, const Surgery &surgery, int64_t limit) {
  const int64_t n = surgery.n;
  const Doubles zeros(w.size());
  double best = surgery.error(w, zeros);
  const double all = best;
  int64_t codes = 1;
  for (int64_t k = 0; k < n; ++k)
    codes *= 2 * limit + 1;
  Doubles q(w.size());
  for (int64_t code = 0; code < codes; ++code) {
    int64_t rest = code;
    for (int64_t k = 0; k < n; ++k, rest /= 2 * limit + 1)
      q[size_t(k)] = double(rest % (2 * limit + 1) - limit);
    double fit = 0, size = 0;
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j) {
        const double h = surgery.h[size_t(i * n + j)];
        fit += q[size_t(i)] * h * w[size_t(j)];
        size += q[size_t(i)] * h * q[size_t(j)];
      }
    if (size > 0 && fit > 0)
      best = std::min(best, all - fit * fit / size);
  }
  return best;
}

// Scales and steps together: beside the best of all choices, and beside the grid of the weights.
TEST(RoundWeights, FittedScalesComeNearTheBestOfAll) {
  for (auto [bits, terms] : {std::pair(2u, 9), {3u, 6}}) {
    double fittedSum = 0, bestSum = 0, plainSum = 0;
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const Moments moments = correlated(terms, seed);
      Random random(seed + 100);
      Net net(product(random.tensor({terms, 1}, -1, 1)));
      SeedLayer layer = *seedLayerOf(net.find("y"));
      const qrt::Tensor weights = layer.weights();
      auto errorOf = [&](bool fits) {
        return roundLayer(layer, weights, {moments},
                          {.bits = bits, .correctsBias = false, .fits = fits})
            .errorAfter;
      };
      const Surgery surgery(moments, false);
      const Doubles w(weights.values<float>().begin(), weights.values<float>().end());
      const double best = leastOfAll(w, surgery, (1 << (bits - 1)) - 1), fitted = errorOf(true);
      EXPECT_GE(fitted, best * (1 - 1e-5)) << bits << " bits, seed " << seed;
      fittedSum += fitted, bestSum += best, plainSum += errorOf(false);
    }
    EXPECT_LT(fittedSum, 1.5 * bestSum) << bits << " bits";
    EXPECT_LT(fittedSum, 0.8 * plainSum) << bits << " bits";
  }
}

// Weights in groups lie on the grids that --quantize-weights finds for them.
TEST(RoundWeights, QuantizeWeightsFindsTheSameGroups) {
  Random random(7);
  const qrt::Tensor weights = random.tensor({24, 40}, -1, 1);
  Net net(product(weights));
  SeedLayer layer = *seedLayerOf(net.find("y"));
  const Moments moments = correlated(24, 9);
  auto rounded = [&](int64_t group) {
    return roundLayer(layer, weights, {moments}, {.bits = 4, .group = group, .fits = true});
  };
  const RoundedLayer groups = rounded(8);
  EXPECT_LT(groups.errorAfter, rounded(0).errorAfter);
  FreshNames names;
  layer.setWeights(groups.weights, names);
  net.run("quantize-weights{bits=4 group=8 minimum-size=0},fold-constants{dequantize=true}");
  const qrt::Tensor stored = seedLayerOf(net.find("y"))->weights();
  for (int64_t i = 0; i < weights.size(); ++i)
    EXPECT_NEAR(stored.values<float>()[size_t(i)], groups.weights.values<float>()[size_t(i)],
                1e-6f);
}

// Scales of groups are the finer choice: no layer is worse off for them, whatever its bits.
TEST(RoundWeights, GroupsAreNeverWorseThanChannels) {
  for (unsigned bits : {2u, 3u, 4u})
    for (int64_t terms : {24, 72})
      for (unsigned seed = 1; seed <= 20; ++seed) {
        const Moments moments = correlated(terms, seed);
        Random random(seed + 50);
        Net net(product(random.tensor({terms, 4}, -1, 1)));
        SeedLayer layer = *seedLayerOf(net.find("y"));
        auto errorOf = [&](int64_t group) {
          return roundLayer(layer, layer.weights(), {moments},
                            {.bits = bits, .group = group, .fits = true})
              .errorAfter;
        };
        const double channels = errorOf(0);
        for (int64_t group : {4, 8, 16, 32})
          EXPECT_LE(errorOf(group), channels)
              << bits << " bits, " << terms << " terms, seed " << seed << ", groups of " << group;
      }
}

TEST(RoundWeights, GroupsAreLayersOfTheirOwn) {
  const std::string text = R"(
    func.func @main(%x: tensor<1x2x3x3xf32>) -> tensor<1x2x2x2xf32> {
      %w = nn.constant dense<[[[[127.0, 0.375], [0.375, 0.0]]], [[[127.0, 0.375], [0.375, 0.0]]]]> : tensor<2x1x2x2xf32>
      %y = nn.conv2d %x, %w {nn.name = "y", groups = 2 : i64} : (tensor<1x2x3x3xf32>, tensor<2x1x2x2xf32>) -> tensor<1x2x2x2xf32>
      return %y : tensor<1x2x2x2xf32> })";
  Net net(text);
  SeedLayer layer = *seedLayerOf(net.find("y"));
  // The first group's columns are alike, the second one's opposite: both to 0 is best there.
  const Moments same{Doubles(4), {1, 0, 0, 0, 0, 4, 4, 0, 0, 4, 4, 0, 0, 0, 0, 1}};
  const Moments opposite{Doubles(4), {1, 0, 0, 0, 0, 4, -4, 0, 0, -4, 4, 0, 0, 0, 0, 1}};
  const RoundedLayer result =
      roundLayer(layer, layer.weights(), {same, opposite}, {8, true, false});
  EXPECT_EQ(valuesOf(result.weights), (std::vector<float>{127, 0, 1, 0, 127, 0, 0, 0}));
  EXPECT_DOUBLE_EQ(result.errorBefore, 2.25 / 2);
  EXPECT_DOUBLE_EQ(result.errorAfter, 0.25 / 2);
}

} // namespace
} // namespace qopt::test
