// Pooling and SPP against loops by Caffe's rules.
#include "test/importers/caffe/import_fixture.h"

#include <algorithm>
#include <cmath>

using namespace qopt;
using namespace qopt::caffe::test;

namespace {
struct Pool {
  Numbers kernel, stride{1, 1}, pad{0, 0}, dilation{1, 1};
  bool isAverage = false, roundsDown = false;

  int64_t reach(size_t i) const { return (kernel[i] - 1) * dilation[i] + 1; }
  // Rounded up, but for a window that would begin behind the image and its low pad.
  int64_t outputs(size_t i, int64_t size) const {
    double span = double(size + 2 * pad[i] - reach(i)) / double(stride[i]);
    auto count = int64_t(roundsDown ? std::floor(span) : std::ceil(span)) + 1;
    bool isPadded = pad[0] || pad[1];
    return isPadded && (count - 1) * stride[i] >= size + pad[i] ? count - 1 : count;
  }
  std::string text() const {
    auto two = [](const std::string &name, const Numbers &values) {
      return name + "_h: " + std::to_string(values[0]) + " " + name +
             "_w: " + std::to_string(values[1]) + " ";
    };
    return "pooling_param { pool: " + std::string(isAverage ? "AVE " : "MAX ") +
           two("kernel", kernel) + two("stride", stride) + two("pad", pad) +
           "dilation: " + std::to_string(dilation[0]) +
           " dilation: " + std::to_string(dilation[1]) + (roundsDown ? " round_mode: FLOOR" : "") +
           " }";
  }
};
} // namespace

static float pooledAt(const Pool &p, const Array &x, int64_t n, int64_t c, int64_t oy, int64_t ox) {
  int64_t height = x.shape[2], width = x.shape[3];
  int64_t top = oy * p.stride[0] - p.pad[0], left = ox * p.stride[1] - p.pad[1];
  double sum = 0;
  float largest = -INFINITY;
  for (int64_t i = 0; i < p.kernel[0]; ++i)
    for (int64_t j = 0; j < p.kernel[1]; ++j) {
      int64_t y = top + i * p.dilation[0], xx = left + j * p.dilation[1];
      if (y < 0 || xx < 0 || y >= height || xx >= width)
        continue;
      sum += x.at({n, c, y, xx});
      largest = std::max(largest, x.at({n, c, y, xx}));
    }
  // Pads of the file count, what lies behind them does not.
  int64_t rows = std::min(top + p.kernel[0], height + p.pad[0]) - top,
          columns = std::min(left + p.kernel[1], width + p.pad[1]) - left;
  return p.isAverage ? float(sum / double(rows * columns)) : largest;
}

static Array pooled(const Pool &p, const Array &x) {
  Array y = zeros({x.shape[0], x.shape[1], p.outputs(0, x.shape[2]), p.outputs(1, x.shape[3])});
  for (int64_t n = 0; n < y.shape[0]; ++n)
    for (int64_t c = 0; c < y.shape[1]; ++c)
      for (int64_t i = 0; i < y.shape[2]; ++i)
        for (int64_t j = 0; j < y.shape[3]; ++j)
          y.at({n, c, i, j}) = pooledAt(p, x, n, c, i, j);
  return y;
}

TEST(CaffePool, Windows) {
  const std::pair<Numbers, Pool> cases[] = {
      {{2, 2, 6, 6}, {{2, 2}, {2, 2}}},         // fits
      {{2, 2, 7, 8}, {{3, 2}, {2, 3}}},         // rounds up
      {{1, 3, 7, 7}, {{3, 3}, {2, 2}, {1, 1}}}, // pads, of which the last window is cut
      {{1, 1, 6, 5}, {{3, 5}, {2, 1}, {2, 1}}}, // a last window in the pads, dropped
      {{1, 1, 5, 6}, {{2, 3}, {2, 2}, {1, 0}}}, // pads along one side alone
      {{1, 1, 4, 4}, {{3, 3}, {3, 3}, {2, 2}}}, // both pads and a rounded end
      {{1, 2, 2, 3}, {{3, 4}, {2, 2}}},         // larger than the image
      {{1, 2, 2, 2}, {{5, 5}, {2, 3}, {1, 1}}}, // and with pads
      {{1, 1, 3, 3}, {{1, 1}, {2, 2}}},         // steps over elements
      {{1, 1, 1, 1}, {{1, 1}}},
  };
  for (auto [shape, pool] : cases)
    for (bool isAverage : {false, true})
      for (bool roundsDown : {false, true}) {
        pool.isAverage = isAverage, pool.roundsDown = roundsDown;
        SCOPED_TRACE(pool.text());
        if (pool.outputs(0, shape[2]) < 1 || pool.outputs(1, shape[3]) < 1) {
          expectRefused("Pooling", {shape}, pool.text(), "");
          continue;
        }
        Array x = noise(shape);
        expectArray(runLayer("Pooling", {x}, pool.text()), pooled(pool, x));
      }
}

TEST(CaffePool, Dilated) {
  Pool pool{{2, 3}, {1, 2}, {1, 1}, {2, 2}};
  Array x = noise({2, 2, 7, 8});
  expectArray(runLayer("Pooling", {x}, pool.text()), pooled(pool, x));
  pool.isAverage = true;
  expectRefused("Pooling", {{1, 1, 7, 8}}, pool.text(), "AVE with dilation");
}

TEST(CaffePool, OneNumberForBothSides) {
  Array x = noise({1, 2, 7, 7});
  expectArray(runLayer("Pooling", {x}, "pooling_param { kernel_size: 3 stride: 2 pad: 1 }"),
              pooled({{3, 3}, {2, 2}, {1, 1}}, x));
  expectArray(
      runLayer("Pooling", {x}, "pooling_param { kernel_size: 3 stride: 2 ceil_mode: false }"),
      pooled({{3, 3}, {2, 2}, {0, 0}, {1, 1}, false, true}, x));
}

TEST(CaffePool, OfThreeDimensions) {
  Array x = noise({1, 2, 3, 4, 5});
  Array y = runLayer("Pooling", {x}, "pooling_param { kernel_size: [2, 3, 2] stride: [1, 2, 2] }");
  ASSERT_EQ(y.shape, (Numbers{1, 2, 2, 2, 3}));
  for (int64_t c = 0; c < 2; ++c)
    for (int64_t d = 0; d < 2; ++d)
      for (int64_t i = 0; i < 2; ++i)
        for (int64_t j = 0; j < 3; ++j) {
          float largest = -INFINITY;
          for (int64_t a = d; a < d + 2; ++a)
            for (int64_t b = 2 * i; b < std::min<int64_t>(2 * i + 3, 4); ++b)
              for (int64_t e = 2 * j; e < std::min<int64_t>(2 * j + 2, 5); ++e)
                largest = std::max(largest, x.at({0, c, a, b, e}));
          EXPECT_EQ(y.at({0, c, d, i, j}), largest);
        }
}

TEST(CaffePool, Global) {
  Array x = noise({2, 3, 4, 5});
  for (bool isAverage : {false, true}) {
    Pool pool{{4, 5}};
    pool.isAverage = isAverage;
    expectArray(
        runLayer("Pooling", {x},
                 std::string("pooling_param { global_pooling: true stride: 1 pad: 0 pool: ") +
                     (isAverage ? "AVE }" : "MAX }")),
        pooled(pool, x));
  }
}

TEST(CaffePool, Refusals) {
  const Numbers x{1, 1, 6, 6};
  auto refuse = [&](const std::string &fields, const std::string &words) {
    expectRefused("Pooling", {x}, "pooling_param { " + fields + " }", words);
  };
  refuse("", "says no kernel_size");
  refuse("kernel_size: 0", "kernel_size 0");
  refuse("kernel_size: 2 stride: 0", "stride 0");
  refuse("kernel_size: 2 kernel_h: 2 kernel_w: 2", "said twice");
  refuse("kernel_h: 2", "needs both _h and _w");
  refuse("kernel_size: 2 stride_h: 2", "needs both _h and _w");
  refuse("kernel_size: 2 pad: 2", "pad 2 is no smaller than the kernel, 2");
  refuse("kernel_size: 9", "");
  refuse("kernel_size: [2, 2, 2]", "3 of kernel_size");
  refuse("kernel_size: 99999999999", "kernel_size 99999999999");
  refuse("kernel_size: 2 pool: STOCHASTIC", "stochastic");
  refuse("kernel_size: 1 stride: 4", "behind the image");
  refuse("global_pooling: true kernel_size: 6", "is global and says a kernel_size");
  refuse("global_pooling: true stride: 2", "a stride of 1");
  refuse("global_pooling: true pad_h: 1 pad_w: 1", "no pad");
  expectRefused("Pooling", {{1, 6}}, "pooling_param { kernel_size: 2 }", "rank 2");
  Import places(oneLayer("Pooling", {x}, "pooling_param { kernel_size: 2 }", 2));
  EXPECT_EQ(places.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(places.says("the places of the maxima")) << places.said();
}

// Level l: 2^l windows each way over the image with pads that make them fit.
TEST(CaffePool, SpatialPyramid) {
  for (const Numbers &shape : {Numbers{2, 3, 8, 8}, Numbers{1, 2, 7, 6}, Numbers{1, 1, 13, 10}})
    for (bool isAverage : {false, true}) {
      Array x = noise(shape);
      std::vector<Array> levels;
      for (int64_t bins : {1, 2, 4}) {
        Pool pool{{(shape[2] + bins - 1) / bins, (shape[3] + bins - 1) / bins}};
        pool.stride = pool.kernel;
        pool.pad = {(pool.kernel[0] * bins - shape[2] + 1) / 2,
                    (pool.kernel[1] * bins - shape[3] + 1) / 2};
        pool.isAverage = isAverage;
        levels.push_back(pooled(pool, x));
      }
      Array expected;
      for (int64_t n = 0; n < shape[0]; ++n)
        for (const Array &level : levels) {
          int64_t count = countOf(level.shape) / shape[0];
          expected.values.insert(expected.values.end(), level.values.begin() + n * count,
                                 level.values.begin() + (n + 1) * count);
        }
      expected.shape = {shape[0], int64_t(expected.values.size()) / shape[0]};
      std::string method = isAverage ? " pool: AVE }" : " pool: MAX }";
      expectArray(runLayer("SPP", {x}, "spp_param { pyramid_height: 3" + method), expected);
      expectArray(runLayer("SPP", {x}, "spp_param { pyramid_height: 1" + method), levels[0]);
    }
  expectRefused("SPP", {{1, 1, 3, 3}}, "spp_param { pyramid_height: 3 }", "over so small an image");
  expectRefused("SPP", {{1, 4, 5}}, "spp_param { pyramid_height: 2 }",
                "over 1 dimensions; Caffe's SPP has two");
  expectRefused("SPP", {{1, 1, 3, 3}}, "spp_param { pyramid_height: 0 }", "pyramid_height 0");
  expectRefused("SPP", {{1, 1, 3, 3}}, "spp_param { pyramid_height: 40 }", "pyramid_height 40");
}
