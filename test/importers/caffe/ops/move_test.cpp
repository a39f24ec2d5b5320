// Permute, ShuffleChannel and Reorg against loops.
#include "test/importers/caffe/import_fixture.h"

using namespace qopt;
using namespace qopt::caffe::test;

// Dimensions that `order` does not name follow in theirs.
TEST(CaffeMove, Permute) {
  Array x = noise({2, 3, 4, 5});
  const std::pair<Numbers, Numbers> cases[] = {{{0, 2, 3, 1}, {0, 2, 3, 1}},
                                               {{0, 1, 2, 3}, {0, 1, 2, 3}},
                                               {{3, 1}, {3, 1, 0, 2}},
                                               {{0, 2}, {0, 2, 1, 3}},
                                               {{2}, {2, 0, 1, 3}}};
  for (const auto &[named, order] : cases) {
    std::string text = "permute_param {";
    for (int64_t axis : named)
      text += " order: " + std::to_string(axis);
    Numbers shape;
    for (int64_t axis : order)
      shape.push_back(x.shape[size_t(axis)]);
    Array y = zeros(shape);
    for (int64_t i = 0; i < 120; ++i) {
      Numbers at{i / 60, i / 20 % 3, i / 5 % 4, i % 5}, to;
      for (int64_t axis : order)
        to.push_back(at[size_t(axis)]);
      y.at(to) = x.at(at);
    }
    expectArray(runLayer("Permute", {x}, text + " }"), y);
  }
  expectRefused("Permute", {{2, 3}}, "permute_param { order: 2 }", "dimension 2 of 2");
  expectRefused("Permute", {{2, 3}}, "permute_param { order: [1, 1] }", "a dimension twice");
}

// Channel g·k + j goes to j·groups + g.
TEST(CaffeMove, ShuffleChannel) {
  Array x = noise({2, 6, 2, 2}), y = x;
  for (int64_t groups : {1, 2, 3, 6}) {
    int64_t each = 6 / groups;
    for (int64_t n = 0; n < 2; ++n)
      for (int64_t c = 0; c < 6; ++c)
        for (int64_t i = 0; i < 4; ++i)
          y.at({n, c % each * groups + c / each, i / 2, i % 2}) = x.at({n, c, i / 2, i % 2});
    expectArray(runLayer("ShuffleChannel", {x},
                         "shuffle_channel_param { group: " + std::to_string(groups) + " }"),
                y);
  }
  expectRefused("ShuffleChannel", {{1, 6, 2, 2}}, "shuffle_channel_param { group: 4 }",
                "4 groups do not divide");
  expectRefused("ShuffleChannel", {{1, 6, 2, 2}}, "", "0 groups do not divide");
}

// Darknet's loop over the places of the source's shape: each takes an element of an image of
// C / s² channels and s times the size.
TEST(CaffeMove, Reorg) {
  const int64_t s = 2, channels = 8, height = 4, width = 6, few = channels / (s * s);
  Array x = noise({2, channels, height, width}),
        y = zeros({2, channels * s * s, height / s, width / s});
  for (int64_t n = 0; n < 2; ++n)
    for (int64_t k = 0; k < channels; ++k)
      for (int64_t j = 0; j < height; ++j)
        for (int64_t i = 0; i < width; ++i) {
          int64_t to = i + width * (j + height * (k + channels * n));
          int64_t offset = k / few, w = i * s + offset % s, h = j * s + offset / s;
          int64_t from = w + width * s * (h + height * s * (k % few + few * n));
          y.values[size_t(to)] = x.values[size_t(from)];
        }
  expectArray(runLayer("Reorg", {x}, "reorg_param { stride: 2 }"), y);
  expectRefused("Reorg", {{1, 8, 4, 4}}, "reorg_param { stride: 2 reverse: true }", "with reverse");
  expectRefused("Reorg", {{1, 8, 5, 4}}, "reorg_param { stride: 2 }", "does not divide the image");
  expectRefused("Reorg", {{1, 6, 4, 4}}, "reorg_param { stride: 2 }", "a multiple of 4");
  expectRefused("Reorg", {{1, 6, 4, 4}}, "", "stride 0");
}

// Samples by their numbers, which are floats.
TEST(CaffeMove, BatchReindex) {
  Array x = noise({3, 2}), places{{4}, {2, 0, 2, 1}};
  Array y{{4, 2},
          {x.values[4], x.values[5], x.values[0], x.values[1], x.values[4], x.values[5],
           x.values[2], x.values[3]}};
  expectArray(runLayer("BatchReindex", {x, places}, ""), y);
  expectRefused("BatchReindex", {{3, 2}, {2, 2}}, "", "its second bottom is no list");
}
