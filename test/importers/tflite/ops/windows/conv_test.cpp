// Convolutions, pools and resizes over images.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::Padding;

static ModelBuilder conv(Padding padding, const Shape &result) {
  ModelBuilder m;
  const int32_t x = m.input({1, 1, 4, 1}), w = m.floats({1, 1, 2, 1}, {1, 10}),
                y = m.tensor(result);
  schema::Conv2DOptionsT options;
  options.padding = padding;
  options.stride_h = options.stride_w = 1;
  m.op(BuiltinOperator::CONV_2D, {x, w}, {y}, options);
  m.output(y);
  return m;
}

TEST(TfliteWindows, TheOddPadLiesBehind) {
  expectFloats(Import(conv(Padding::SAME, {1, 1, 4, 1})).run({{1, 2, 3, 4}}), {21, 32, 43, 4});
  expectFloats(Import(conv(Padding::VALID, {1, 1, 3, 1})).run({{1, 2, 3, 4}}), {21, 32, 43});
}

TEST(TfliteWindows, DepthwiseMultipliers) {
  ModelBuilder m;
  const int32_t x = m.input({1, 1, 1, 2}), w = m.floats({1, 1, 1, 4}, {1, 2, 3, 4});
  const int32_t y = m.tensor({1, 1, 1, 4});
  schema::DepthwiseConv2DOptionsT options;
  options.stride_h = options.stride_w = 1;
  options.depth_multiplier = 2;
  m.op(BuiltinOperator::DEPTHWISE_CONV_2D, {x, w}, {y}, options);
  m.output(y);
  expectFloats(Import(m).run({{10, 100}}), {10, 20, 300, 400});
}

TEST(TfliteWindows, MeansLeaveThePaddingOut) {
  ModelBuilder m;
  const int32_t x = m.input({1, 1, 3, 1}), y = m.tensor({1, 1, 3, 1});
  schema::Pool2DOptionsT options;
  options.padding = Padding::SAME;
  options.stride_h = options.stride_w = options.filter_height = 1;
  options.filter_width = 3;
  m.op(BuiltinOperator::AVERAGE_POOL_2D, {x}, {y}, options);
  m.output(y);
  expectFloats(Import(m).run({{3, 6, 9}}), {4.5, 6, 7.5});
}

TEST(TfliteWindows, OptionsThatAreMissing) {
  ModelBuilder m;
  const int32_t x = m.input({1, 1, 4, 1}), w = m.floats({1, 1, 2, 1}, {1, 10}),
                y = m.tensor({1, 1, 3, 1});
  m.op(BuiltinOperator::CONV_2D, {x, w}, {y});
  m.output(y);
  expectRefused(m, ImportFailure::BadFile, "has no options");
}

TEST(TfliteWindows, WeightsThatDoNotFit) {
  ModelBuilder m;
  const int32_t x = m.input({1, 1, 4, 3}), w = m.floats({1, 1, 1, 2}, {1, 10}),
                y = m.tensor({1, 1, 4, 1});
  schema::Conv2DOptionsT options;
  options.stride_h = options.stride_w = 1;
  m.op(BuiltinOperator::CONV_2D, {x, w}, {y}, options);
  m.output(y);
  expectRefused(m, ImportFailure::BadFile, "weights of 2 channels do not divide the input's 3");
}
