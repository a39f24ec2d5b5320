// BatchNorm, LRN, MVN and SSD's Normalize against loops.
#include "test/importers/caffe/import_fixture.h"

#include <cmath>
#include <functional>

using namespace qopt;
using namespace qopt::caffe::test;

static void forEach(const Numbers &s, const std::function<void(const Numbers &)> &visit) {
  for (int64_t n = 0; n < s[0]; ++n)
    for (int64_t c = 0; c < s[1]; ++c)
      for (int64_t y = 0; y < s[2]; ++y)
        for (int64_t x = 0; x < s[3]; ++x)
          visit({n, c, y, x});
}

// Blobs are sums over a window whose length is the third; 0 begins with nothing.
TEST(CaffeNorm, BatchNorm) {
  for (float length : {1.0f, 3.5f, 0.0f})
    for (float eps : {1e-5f, 0.25f}) {
      Array x = noise({2, 3, 2, 4}), mean = noise({3}, 2), variance = noise({3}, 3), y = x;
      for (float &value : variance.values)
        value = std::fabs(value) + 0.5f;
      float factor = length == 0 ? 0 : 1 / length;
      forEach(x.shape, [&](const Numbers &at) {
        size_t c = size_t(at[1]);
        y.at(at) =
            (x.at(at) - factor * mean.values[c]) / std::sqrt(factor * variance.values[c] + eps);
      });
      expectArray(
          runLayer("BatchNorm", {x},
                   "batch_norm_param { use_global_stats: true eps: " + std::to_string(eps) + " }",
                   {mean, variance, {{1}, {length}}}),
          y, 2e-6f);
    }
}

TEST(CaffeNorm, BatchNormRefusals) {
  const Numbers x{1, 3, 2, 2};
  std::vector<Array> blobs{noise({3}), noise({3}), {{1}, {1}}};
  expectRefused("BatchNorm", {x}, "phase: TRAIN",
                "in the phase TRAIN without use_global_stats: true");
  expectRefused("BatchNorm", {x}, "batch_norm_param { use_global_stats: false }",
                "depends on the other samples", blobs);
  expectRefused("BatchNorm", {x}, "", "needs mean of 3, has 4 in '",
                {noise({4}), noise({3}), {{1}, {1}}});
  expectRefused("BatchNorm", {x}, "", "its third blob is no single number",
                {noise({3}), noise({3}), noise({3})});
  expectRefused("BatchNorm", {x}, "", "would be number 3", {noise({3}), noise({3})});
  expectRefused("BatchNorm", {x}, "batch_norm_param { eps: -1 }", "eps is negative", blobs);
}

// x · (k + α / n · Σ x²)^−β over n channels around each.
TEST(CaffeNorm, LrnAcrossChannels) {
  Array x = noise({2, 7, 2, 3}), y = x;
  forEach(x.shape, [&](const Numbers &at) {
    double sum = 0;
    for (int64_t c = at[1] - 1; c <= at[1] + 1; ++c)
      sum += std::pow(x.orZero({at[0], c, at[2], at[3]}), 2);
    y.at(at) = float(x.at(at) * std::pow(2 + 0.75 / 3 * sum, -0.5));
  });
  expectArray(runLayer("LRN", {x}, "lrn_param { local_size: 3 alpha: 0.75 beta: 0.5 k: 2 }"), y,
              2e-6f);
}

// The sum is over n×n elements around each, zeros outside the image among them; k is 1 whatever the
// file says.
TEST(CaffeNorm, LrnWithinChannel) {
  Array x = noise({2, 2, 5, 4}), y = x;
  forEach(x.shape, [&](const Numbers &at) {
    double sum = 0;
    for (int64_t i = at[2] - 2; i <= at[2] + 2; ++i)
      for (int64_t j = at[3] - 2; j <= at[3] + 2; ++j)
        sum += std::pow(x.orZero({at[0], at[1], i, j}), 2);
    y.at(at) = float(x.at(at) * std::pow(1 + 2.0 / 25 * sum, -0.75));
  });
  expectArray(
      runLayer("LRN", {x}, "lrn_param { norm_region: WITHIN_CHANNEL local_size: 5 alpha: 2 k: 3 }"),
      y, 2e-6f);
}

TEST(CaffeNorm, LrnNeedsAnOddSize) {
  expectRefused("LRN", {{1, 4, 2, 2}}, "lrn_param { local_size: 4 }", "needs an odd number");
  expectRefused("LRN", {{1, 4, 2, 2}}, "lrn_param { local_size: 0 }", "needs an odd number");
}

// (x − mean) / (√variance + eps): eps is not under the root.
TEST(CaffeNorm, Mvn) {
  for (bool isAcross : {false, true})
    for (bool isDivided : {false, true}) {
      Array x = noise({2, 3, 2, 4}), y = x;
      const double eps = 0.25;
      forEach(x.shape, [&](const Numbers &at) {
        std::vector<double> seen;
        for (int64_t c = 0; c < 3; ++c)
          for (int64_t i = 0; i < 8; ++i)
            if (isAcross || c == at[1])
              seen.push_back(x.at({at[0], c, i / 4, i % 4}));
        double mean = 0, variance = 0;
        for (double value : seen)
          mean += value / double(seen.size());
        for (double value : seen)
          variance += (value - mean) * (value - mean) / double(seen.size());
        y.at(at) = float((x.at(at) - mean) / (isDivided ? std::sqrt(variance) + eps : 1));
      });
      auto text = [](bool value) { return value ? std::string("true") : std::string("false"); };
      expectArray(runLayer("MVN", {x},
                           "mvn_param { eps: 0.25 across_channels: " + text(isAcross) +
                               " normalize_variance: " + text(isDivided) + " }"),
                  y, 2e-6f);
    }
  // The top has four dimensions, whatever the bottom has.
  Array rows = noise({2, 3, 4}), image{{2, 3, 4, 1}, rows.values};
  expectArray(runLayer("MVN", {rows}, ""), runLayer("MVN", {image}, ""));
  expectArray(runLayer("MVN", {noise({2, 3})}, ""), Array{{2, 3, 1, 1}, {0, 0, 0, 0, 0, 0}});
  expectRefused("MVN", {{}}, "mvn_param { across_channels: true }", "needs channels");
}

// x / √(Σ x² + eps) · scale
TEST(CaffeNorm, Normalize) {
  for (bool isAcross : {false, true})
    for (bool isShared : {false, true}) {
      Array x = noise({2, 3, 2, 4}), y = x, scale = isShared ? Array{{}, {1.5f}} : noise({3}, 2);
      forEach(x.shape, [&](const Numbers &at) {
        double sum = 0.5;
        for (int64_t c = 0; c < 3; ++c)
          for (int64_t i = 0; i < 8; ++i)
            if (isAcross || i == at[2] * 4 + at[3])
              sum += std::pow(x.at({at[0], c, i / 4, i % 4}), 2);
        y.at(at) = float(x.at(at) / std::sqrt(sum)) * scale.values[isShared ? 0 : size_t(at[1])];
      });
      std::string text = "norm_param { eps: 0.5";
      text += isAcross ? "" : " across_spatial: false";
      text += isShared ? " }" : " channel_shared: false }";
      expectArray(runLayer("Normalize", {x}, text, {scale}), y, 2e-6f);
    }
  expectRefused("Normalize", {{1, 3, 2, 2}}, "", "needs scale of 1, has 3 in '", {noise({3})});
  expectRefused("Normalize", {{3}}, "norm_param { channel_shared: false }", "needs channels",
                {noise({3})});
}
