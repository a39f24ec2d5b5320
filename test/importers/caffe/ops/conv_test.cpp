// Convolution, Deconvolution and Im2col against loops.
#include "test/importers/caffe/import_fixture.h"

using namespace qopt;
using namespace qopt::caffe::test;

namespace {
struct Conv {
  Numbers kernel, stride{1, 1}, pad{0, 0}, dilation{1, 1};
  int64_t out = 1, groups = 1;
  bool hasBias = true;

  int64_t reach(size_t i) const { return (kernel[i] - 1) * dilation[i] + 1; }
  std::string text() const {
    auto two = [](const std::string &name, const Numbers &values) {
      return name + "_h: " + std::to_string(values[0]) + " " + name +
             "_w: " + std::to_string(values[1]) + " ";
    };
    return "convolution_param { num_output: " + std::to_string(out) +
           " group: " + std::to_string(groups) + " " + two("kernel", kernel) +
           two("stride", stride) + two("pad", pad) + "dilation: " + std::to_string(dilation[0]) +
           " dilation: " + std::to_string(dilation[1]) + (hasBias ? "" : " bias_term: false") +
           " }";
  }
};
} // namespace

// Every product of a convolution of `image` that gives `map`: visit(n, channel of the image, its
// place, channel of the map, its place, tap).
template <typename Visit>
static void forEachProduct(const Conv &c, const Numbers &image, const Numbers &map, Visit visit) {
  int64_t perGroup = image[1] / c.groups, mapPerGroup = map[1] / c.groups;
  for (int64_t n = 0; n < map[0]; ++n)
    for (int64_t m = 0; m < map[1]; ++m)
      for (int64_t k = 0; k < perGroup; ++k)
        for (int64_t i = 0; i < map[2]; ++i)
          for (int64_t j = 0; j < map[3]; ++j)
            for (int64_t a = 0; a < c.kernel[0]; ++a)
              for (int64_t b = 0; b < c.kernel[1]; ++b) {
                int64_t y = i * c.stride[0] - c.pad[0] + a * c.dilation[0],
                        x = j * c.stride[1] - c.pad[1] + b * c.dilation[1];
                if (y >= 0 && x >= 0 && y < image[2] && x < image[3])
                  visit(Numbers{n, m / mapPerGroup * perGroup + k, y, x}, Numbers{n, m, i, j},
                        Numbers{m, k, a, b});
              }
}

static void addBias(Array &y, const Array &bias) {
  int64_t plane = y.shape[2] * y.shape[3];
  for (size_t i = 0; i < y.values.size(); ++i)
    y.values[i] += bias.values[size_t(int64_t(i) / plane % y.shape[1])];
}

static Array convolved(const Conv &c, const Array &x, const Array &weights, const Array &bias) {
  auto size = [&](size_t i) {
    return (x.shape[2 + i] + 2 * c.pad[i] - c.reach(i)) / c.stride[i] + 1;
  };
  Array y = zeros({x.shape[0], c.out, size(0), size(1)});
  forEachProduct(c, x.shape, y.shape,
                 [&](const Numbers &from, const Numbers &to, const Numbers &w) {
                   y.at(to) += x.at(from) * weights.at(w);
                 });
  if (c.hasBias)
    addBias(y, bias);
  return y;
}

// The products of a convolution that would give `x`, the other way; weights are [in, out / g, …].
static Array deconvolved(const Conv &c, const Array &x, const Array &weights, const Array &bias) {
  auto size = [&](size_t i) {
    return c.stride[i] * (x.shape[2 + i] - 1) + c.reach(i) - 2 * c.pad[i];
  };
  Array y = zeros({x.shape[0], c.out, size(0), size(1)});
  forEachProduct(c, y.shape, x.shape,
                 [&](const Numbers &to, const Numbers &from, const Numbers &w) {
                   y.at(to) += x.at(from) * weights.at(w);
                 });
  if (c.hasBias)
    addBias(y, bias);
  return y;
}

static const std::pair<Numbers, Conv> cases[] = {
    {{2, 3, 6, 7}, {{3, 3}, {1, 1}, {1, 1}, {1, 1}, 4}},
    {{1, 4, 7, 8}, {{3, 2}, {2, 3}, {1, 0}, {1, 1}, 6, 2}},
    {{1, 2, 9, 9}, {{2, 3}, {1, 2}, {0, 2}, {3, 2}, 3, 1, false}},
    {{2, 4, 5, 5}, {{3, 3}, {2, 2}, {1, 1}, {1, 1}, 4, 4}},
    {{1, 2, 4, 4}, {{1, 1}, {3, 2}, {0, 0}, {1, 1}, 5}},
};

TEST(CaffeConv, Convolution) {
  for (const auto &[shape, c] : cases) {
    SCOPED_TRACE(c.text());
    Array x = noise(shape),
          weights = noise({c.out, shape[1] / c.groups, c.kernel[0], c.kernel[1]}, 2),
          bias = noise({c.out}, 3);
    std::vector<Array> blobs{weights};
    if (c.hasBias)
      blobs.push_back(bias);
    expectArray(runLayer("Convolution", {x}, c.text(), blobs), convolved(c, x, weights, bias));
  }
}

TEST(CaffeConv, Deconvolution) {
  for (const auto &[shape, c] : cases) {
    SCOPED_TRACE(c.text());
    Array x = noise(shape),
          weights = noise({shape[1], c.out / c.groups, c.kernel[0], c.kernel[1]}, 2),
          bias = noise({c.out}, 3);
    std::vector<Array> blobs{weights};
    if (c.hasBias)
      blobs.push_back(bias);
    expectArray(runLayer("Deconvolution", {x}, c.text(), blobs), deconvolved(c, x, weights, bias));
  }
}

// The forks that say a group for each channel by their type.
TEST(CaffeConv, Depthwise) {
  Conv c{{3, 3}, {2, 1}, {1, 1}, {1, 1}, 3};
  Array x = noise({2, 3, 6, 5}), weights = noise({3, 1, 3, 3}, 2), bias = noise({3}, 3);
  std::string text = c.text();
  c.groups = 3;
  for (const char *type : {"DepthwiseConvolution", "ConvolutionDepthwise"})
    expectArray(runLayer(type, {x}, text, {weights, bias}), convolved(c, x, weights, bias));
  expectArray(runLayer("DeconvolutionDepthwise", {x}, text, {weights, bias}),
              deconvolved(c, x, weights, bias));
}

// Blobs before 2014 are of four dimensions: num, channels, height, width.
TEST(CaffeConv, BlobsOfFourDimensions) {
  Conv c{{2, 2}, {1, 1}, {0, 0}, {1, 1}, 2};
  Array x = noise({1, 3, 4, 4}), weights = noise({2, 3, 2, 2}, 2), bias = noise({2}, 3);
  Weights file;
  file.layer("y", {weights, bias});
  for (auto &blob : *file.message.mutable_layer(0)->mutable_blobs()) {
    std::vector<int64_t> sizes(blob.shape().dim().begin(), blob.shape().dim().end());
    sizes.insert(sizes.begin(), 4 - sizes.size(), 1);
    blob.clear_shape();
    blob.set_num(sizes[0]), blob.set_channels(sizes[1]);
    blob.set_height(sizes[2]), blob.set_width(sizes[3]);
  }
  expectArray(Import(oneLayer("Convolution", {x.shape}, c.text()), file).run({x}),
              convolved(c, x, weights, bias));
}

TEST(CaffeConv, OneDimension) {
  Array x = noise({2, 2, 7}), weights = noise({3, 2, 3}, 2), bias = noise({3}, 3);
  Array flat{{2, 2, 1, 7}, x.values};
  Conv c{{1, 3}, {1, 2}, {0, 1}, {1, 1}, 3};
  Array expected = convolved(c, flat, {{3, 2, 1, 3}, weights.values}, bias);
  expected.shape = {2, 3, 4};
  expectArray(runLayer("Convolution", {x},
                       "convolution_param { num_output: 3 kernel_size: 3 stride: 2 pad: 1 }",
                       {weights, bias}),
              expected);
}

TEST(CaffeConv, ThreeDimensions) {
  Array x = noise({1, 2, 3, 4, 4}), weights = noise({2, 2, 2, 3, 3}, 2);
  Array y = zeros({1, 2, 2, 4, 4});
  for (int64_t m = 0; m < 2; ++m)
    for (int64_t d = 0; d < 2; ++d)
      for (int64_t i = 0; i < 4; ++i)
        for (int64_t j = 0; j < 4; ++j)
          for (int64_t k = 0; k < 2; ++k)
            for (int64_t e = 0; e < 2; ++e)
              for (int64_t a = 0; a < 3; ++a)
                for (int64_t b = 0; b < 3; ++b)
                  y.at({0, m, d, i, j}) +=
                      x.orZero({0, k, d + e, i + a - 1, j + b - 1}) * weights.at({m, k, e, a, b});
  expectArray(runLayer("Convolution", {x},
                       "convolution_param { num_output: 2 bias_term: false kernel_size: [2, 3, 3] "
                       "pad: [0, 1, 1] }",
                       {weights}),
              y);
}

// Channel c of the result's c·kh·kw + tap is the tap's element of each window.
TEST(CaffeConv, Im2col) {
  Conv c{{3, 2}, {2, 1}, {1, 0}, {1, 2}};
  Array x = noise({2, 2, 5, 6});
  int64_t height = (5 + 2 - 3) / 2 + 1, width = 6 - 3 + 1;
  Array y = zeros({2, 12, height, width});
  for (int64_t n = 0; n < 2; ++n)
    for (int64_t channel = 0; channel < 12; ++channel)
      for (int64_t i = 0; i < height; ++i)
        for (int64_t j = 0; j < width; ++j)
          y.at({n, channel, i, j}) =
              x.orZero({n, channel / 6, 2 * i - 1 + channel % 6 / 2, j + 2 * (channel % 2)});
  expectArray(runLayer("Im2col", {x}, c.text()), y);
}

TEST(CaffeConv, Refusals) {
  const Numbers x{1, 4, 6, 6};
  auto refuse = [&](const std::string &fields, const std::string &words) {
    std::string text = "convolution_param { " + fields + " }";
    expectRefused("Convolution", {x}, text, words, {noise({2, 4, 3, 3}), noise({2})});
    expectRefused("Deconvolution", {x}, text, words, {noise({4, 2, 3, 3}), noise({2})});
  };
  refuse("kernel_size: 3", "num_output 0");
  refuse("num_output: -1 kernel_size: 3", "num_output -1");
  refuse("num_output: 2", "says no kernel_size");
  refuse("num_output: 2 kernel_size: 3 stride_h: 2", "needs both _h and _w");
  refuse("num_output: 2 kernel_size: 3 group: 3", "in 3 groups");
  refuse("num_output: 2 kernel_size: 3 group: 0", "group 0");
  refuse("num_output: 2 kernel_size: 3 pad: -1", "pad -1");
  refuse("num_output: 2 kernel_size: 3 axis: 2", "axis 2");
  refuse("num_output: 2 kernel_size: 5", "needs weights of");
  refuse("num_output: 2 kernel_size: 3 bias_term: false", "needs 1 blobs, has 2 in '");
  refuse("num_output: 2147483647 kernel_size: 2147483647", "");
  expectRefused("Convolution", {x}, "convolution_param { num_output: 2 kernel_size: 3 }",
                "its bias would be number 2", {noise({2, 4, 3, 3})});
  expectRefused("Deconvolution", {x}, "convolution_param { num_output: 2 kernel_size: 3 }",
                "its bias would be number 2", {noise({4, 2, 3, 3})});
  expectRefused("Convolution", {x}, "convolution_param { num_output: 2 kernel_size: 7 }", "",
                {noise({2, 4, 7, 7}), noise({2})});
  expectRefused("Im2col", {x}, "convolution_param { kernel_size: 100000 }", "so large a window");
}
