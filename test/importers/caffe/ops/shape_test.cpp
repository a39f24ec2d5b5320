// Reshape, Flatten, Concat, Slice, Split, Tile, Crop, Parameter: what moves no elements, or a few.
#include "test/importers/caffe/import_fixture.h"

using namespace qopt;
using namespace qopt::caffe::test;

static Array as(Array array, const Numbers &shape) {
  array.shape = shape;
  return array;
}

TEST(CaffeShape, Reshape) {
  const struct {
    const char *param;
    Numbers shape;
  } cases[] = {{"shape { dim: 2 dim: 12 dim: 5 }", {2, 12, 5}},
               {"shape { dim: 0 dim: -1 }", {2, 60}},
               {"shape { dim: 0 dim: 0 dim: 2 dim: -1 }", {2, 3, 2, 10}},
               {"shape { dim: -1 dim: 0 dim: 4 }", {10, 3, 4}},
               {"shape { dim: -1 } axis: 1 num_axes: 2", {2, 12, 5}},
               {"shape { dim: 3 dim: 4 } axis: 1 num_axes: 2", {2, 3, 4, 5}},
               {"shape { dim: -1 } axis: -3 num_axes: 2", {2, 3, 20}},
               {"shape { dim: 1 } axis: 2 num_axes: 0", {2, 3, 1, 4, 5}},
               {"shape { dim: 1 dim: 1 } axis: 4", {2, 3, 4, 5, 1, 1}},
               {"shape { dim: 1 } axis: -1 num_axes: 0", {2, 3, 4, 5, 1}},
               {"shape { dim: 0 dim: 1 dim: -1 } axis: 1 num_axes: 1", {2, 3, 1, 1, 4, 5}},
               {"shape { dim: 4 dim: 5 } axis: 2", {2, 3, 4, 5}}};
  Array x = noise({2, 3, 4, 5});
  for (const auto &c : cases) {
    SCOPED_TRACE(c.param);
    expectArray(runLayer("Reshape", {x}, std::string("reshape_param { ") + c.param + " }"),
                as(x, c.shape));
  }
}

// 0 copies the dimension in its place, be it one that is replaced or not.
TEST(CaffeShape, ReshapeCopiesBehindWhatItReplaces) {
  Array x = noise({2, 1, 3});
  expectArray(runLayer("Reshape", {x}, "reshape_param { shape { dim: 0 } axis: 1 num_axes: 0 }"),
              as(x, {2, 1, 1, 3}));
}

TEST(CaffeShape, ReshapeRefusals) {
  const Numbers x{2, 3, 4};
  auto refuse = [&](const std::string &fields, const std::string &words) {
    expectRefused("Reshape", {x}, "reshape_param { " + fields + " }", words);
  };
  refuse("shape { dim: 5 dim: -1 }", "does not fit");
  refuse("shape { dim: 25 }", "does not fit");
  refuse("shape { dim: -1 dim: -1 }", "-1 twice");
  refuse("shape { dim: -2 }", "a size of -2");
  refuse("shape { dim: 0 dim: 0 dim: 0 dim: 0 }", "does not have");
  refuse("shape { dim: 1 } axis: 4", "axis 4");
  refuse("shape { dim: 1 } axis: 2 num_axes: 2", "out of range");
  refuse("shape { dim: 1 } num_axes: -2", "num_axes -2");
  refuse("shape { dim: 1 } axis: 1 num_axes: 9223372036854775807", "out of range");
  refuse("shape { dim: 9223372036854775807 dim: 9223372036854775807 }", "");
}

TEST(CaffeShape, Flatten) {
  Array x = noise({2, 3, 4, 5});
  expectArray(runLayer("Flatten", {x}), as(x, {2, 60}));
  expectArray(runLayer("Flatten", {x}, "flatten_param { axis: 0 end_axis: 2 }"), as(x, {24, 5}));
  expectArray(runLayer("Flatten", {x}, "flatten_param { axis: -2 }"), as(x, {2, 3, 20}));
  expectArray(runLayer("Flatten", {x}, "flatten_param { axis: 2 end_axis: 2 }"), x);
  expectRefused("Flatten", {x.shape}, "flatten_param { axis: 2 end_axis: 1 }", "behind end_axis");
  expectRefused("Flatten", {x.shape}, "flatten_param { axis: 4 }", "axis 4 is out of range");
}

// Elements [from, to) along an axis.
static Array part(const Array &x, size_t axis, int64_t from, int64_t to) {
  Array y;
  y.shape = x.shape;
  y.shape[axis] = to - from;
  int64_t inner = 1;
  for (size_t i = axis + 1; i < x.shape.size(); ++i)
    inner *= x.shape[i];
  for (size_t i = 0; i < x.values.size(); ++i) {
    int64_t at = int64_t(i) / inner % x.shape[axis];
    if (at >= from && at < to)
      y.values.push_back(x.values[i]);
  }
  return y;
}

TEST(CaffeShape, ConcatAndSlice) {
  Array x = noise({2, 6, 4});
  for (auto [axis, front, points] :
       {std::tuple<int, size_t, Numbers>{1, 1, {1, 4}}, {-1, 2, {1, 2}}, {0, 0, {1}}}) {
    std::string at = "axis: " + std::to_string(axis);
    std::string text = "slice_param { " + at;
    std::vector<Array> parts;
    int64_t begin = 0;
    for (int64_t point : points) {
      text += " slice_point: " + std::to_string(point);
      parts.push_back(part(x, front, begin, point));
      begin = point;
    }
    parts.push_back(part(x, front, begin, x.shape[front]));
    std::vector<Array> sliced =
        Import(oneLayer("Slice", {x.shape}, text + " }", unsigned(parts.size()))).runAll({x});
    ASSERT_EQ(sliced.size(), parts.size());
    for (size_t i = 0; i < parts.size(); ++i)
      expectArray(sliced[i], parts[i]);
    expectArray(runLayer("Concat", parts, "concat_param { " + at + " }"), x);
  }
}

TEST(CaffeShape, SliceIntoEqualParts) {
  Array x = noise({2, 6, 2});
  for (const char *param : {"", "slice_param { slice_dim: 1 }"}) {
    std::vector<Array> parts = Import(oneLayer("Slice", {x.shape}, param, 3)).runAll({x});
    ASSERT_EQ(parts.size(), 3u);
    for (int64_t i = 0; i < 3; ++i)
      expectArray(parts[size_t(i)], part(x, 1, 2 * i, 2 * i + 2));
  }
  expectArray(runLayer("Slice", {x}), x);
}

TEST(CaffeShape, ConcatOfOldFiles) {
  Array x = noise({1, 2, 3}), y = noise({1, 1, 3}, 2), both = x;
  both.shape[1] = 3;
  both.values.insert(both.values.end(), y.values.begin(), y.values.end());
  expectArray(runLayer("Concat", {x, y}, "concat_param { concat_dim: 1 }"), both);
  expectArray(runLayer("Concat", {x}), x);
}

TEST(CaffeShape, ConcatAndSliceRefusals) {
  auto refuse = [](const std::string &fields, unsigned tops, const std::string &words) {
    Import import(oneLayer("Slice", {{2, 6}}, "slice_param { " + fields + " }", tops));
    EXPECT_FALSE(import.module);
    EXPECT_TRUE(import.says(words)) << import.said();
  };
  refuse("", 4, "6 elements in 4 equal parts");
  refuse("slice_point: 2", 3, "1 of slice_point for 3 tops");
  refuse("slice_point: [3, 3]", 3, "slice_point 3 does not lie between 3 and 6");
  refuse("slice_point: [2, 7]", 3, "slice_point 7");
  refuse("slice_point: 6", 2, "slice_point 6");
  refuse("slice_point: -1", 2, "slice_point -1");
  refuse("axis: 1 slice_dim: 1", 2, "says both axis and slice_dim");
  expectRefused("Concat", {{1, 2, 3}, {1, 2, 4}}, "", "");
  expectRefused("Concat", {{1, 2, 3}, {1, 2}}, "", "");
  expectRefused("Concat", {{1, 2}, {1, 2}}, "concat_param { axis: 2 }", "axis 2 is out of range");
  expectRefused("Concat", {{1, 2}}, "concat_param { axis: 1 concat_dim: 1 }", "says both");
}

TEST(CaffeShape, SameValue) {
  Array x = noise({2, 3});
  std::vector<Array> both = Import(oneLayer("Split", {x.shape}, "", 2)).runAll({x});
  ASSERT_EQ(both.size(), 2u);
  expectArray(both[0], x);
  expectArray(both[1], x);
  expectArray(runLayer("Dropout", {x}, "dropout_param { dropout_ratio: 0.9 }"), x);
  expectArray(runLayer("Quantizer", {x}), x);
  expectRefused("Dropout", {x.shape}, "dropout_param { scale_train: false }", "scale_train: false");
  expectRefused("Split", {x.shape, x.shape}, "", "has 2 bottoms, needs 1");
}

TEST(CaffeShape, Tile) {
  Array x = noise({2, 3, 2});
  for (auto [axis, front] : {std::pair<int, size_t>{1, 1}, {-1, 2}, {0, 0}}) {
    Numbers shape = x.shape;
    shape[front] *= 3;
    Array y = zeros(shape);
    for (int64_t a = 0; a < shape[0]; ++a)
      for (int64_t b = 0; b < shape[1]; ++b)
        for (int64_t c = 0; c < shape[2]; ++c)
          y.at({a, b, c}) = x.at({a % 2, b % 3, c % 2});
    expectArray(runLayer("Tile", {x}, "tile_param { tiles: 3 axis: " + std::to_string(axis) + " }"),
                y);
  }
  expectRefused("Tile", {{2, 3}}, "", "tiles 0");
  expectRefused("Tile", {{2, 3}}, "tile_param { tiles: 99999999999 }", "tiles 99999999999");
}

TEST(CaffeShape, Crop) {
  const struct {
    const char *param;
    Numbers like, offsets;
  } cases[] = {{"", {1, 1, 3, 4}, {0, 0, 0, 0}},
               {"offset: 2", {1, 1, 3, 4}, {0, 0, 2, 2}},
               {"offset: 1 offset: 0", {1, 1, 3, 4}, {0, 0, 1, 0}},
               {"axis: 1 offset: 1 offset: 2 offset: 3", {1, 2, 3, 3}, {0, 1, 2, 3}},
               {"axis: -1 offset: 5", {1, 1, 1, 1}, {0, 0, 0, 5}},
               {"axis: 2", {1, 1, 6, 7}, {0, 0, 0, 0}}};
  Array x = noise({1, 3, 6, 7});
  for (const auto &c : cases) {
    SCOPED_TRACE(c.param);
    Array like = zeros(c.like);
    int64_t axis = std::string(c.param).find("axis: 1") == 0 ? 1
                   : c.param[0] && c.param[6] == '-'         ? 3
                                                             : 2;
    Numbers shape = x.shape;
    for (size_t i = size_t(axis); i < 4; ++i)
      shape[i] = c.like[i];
    Array y = zeros(shape);
    for (int64_t i = 0; i < int64_t(y.values.size()); ++i) {
      Numbers at{0, i / (shape[2] * shape[3]) % shape[1], i / shape[3] % shape[2], i % shape[3]};
      Numbers from{0, at[1] + c.offsets[1], at[2] + c.offsets[2], at[3] + c.offsets[3]};
      y.at(at) = x.at(from);
    }
    expectArray(runLayer("Crop", {x, like}, std::string("crop_param { ") + c.param + " }"), y);
  }
  expectRefused("Crop", {{1, 1, 6, 6}, {1, 1, 4, 4}}, "crop_param { offset: 3 }", "too little");
  expectRefused("Crop", {{1, 1, 6, 6}, {1, 1, 4, 4}}, "crop_param { offset: [1, 1, 1] }",
                "3 of offset for 2 dimensions");
  expectRefused("Crop", {{1, 1, 6, 6}, {1, 1, 4, 4}}, "crop_param { offset: -1 }", "offset -1");
  expectRefused("Crop", {{1, 1, 6, 6}, {4, 4}}, "", "different ranks");
}

TEST(CaffeShape, Parameter) {
  Array value = noise({2, 3});
  std::string text =
      "layer { name: 'p' type: 'Parameter' top: 'p' parameter_param { shape { dim: 2 "
      "dim: 3 } } } " +
      oneLayer("Eltwise", {value.shape});
  text.replace(text.find("bottom: 'x0'"), 12, "bottom: 'x0' bottom: 'p'");
  Array x = noise({2, 3}, 2), sum = x;
  for (size_t i = 0; i < 6; ++i)
    sum.values[i] += value.values[i];
  expectArray(Import(text, Weights().layer("p", {value})).run({x}), sum);
  Import other(text, Weights().layer("p", {noise({3, 2})}));
  EXPECT_TRUE(other.says("its shape is not that of its blob")) << other.said();
}
