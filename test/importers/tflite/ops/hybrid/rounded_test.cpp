// Products of real values with weights of steps: the values are rounded while the network runs
// (L21).
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;

static ModelBuilder product(bool isWhole) {
  ModelBuilder m;
  const int32_t x = m.input({2, 2}), w = m.bytes({1, 2}, {10, -3}), y = m.tensor({2, 1});
  m.quantize(w, {0.5f}, {0});
  schema::FullyConnectedOptionsT options;
  options.asymmetric_quantize_inputs = isWhole;
  m.op(BuiltinOperator::FULLY_CONNECTED, {x, w, m.floats({1}, {1})}, {y}, options);
  m.output(y);
  return m;
}

TEST(TfliteHybrid, EachRowHasARangeOfItsOwn) {
  // The first row's scale is 1: 100.4 becomes 100. The second one's is 1/127: 0.3 becomes 38 steps.
  expectFloats(Import(product(false)).run({{127, 100.4f, 1, 0.3f}}),
               {1 + 0.5f * (1270 - 300), 1 + (1270 - 3 * 38) * 0.5f / 127});
}

TEST(TfliteHybrid, HalvesGoAwayFromZero) {
  expectFloats(Import(product(false)).run({{127, 2.5f, -127, -2.5f}}),
               {1 + 0.5f * (1270 - 9), 1 - 0.5f * (1270 - 9)});
}

TEST(TfliteHybrid, ARowOfZerosHasTheBias) {
  expectFloats(Import(product(false)).run({{0, 0, 0, 0}}), {1, 1});
  expectFloats(Import(product(true)).run({{0, 0, 0, 0}}), {1, 1});
}

TEST(TfliteHybrid, AZeroPointUsesTheWholeRange) {
  // The rows reach from 0 to 255 and from −55 to 200, in steps of 1.
  expectFloats(Import(product(true)).run({{255, 100.4f, 200, -55}}),
               {1 + 0.5f * (2550 - 300), 1 + 0.5f * (2000 + 3 * 55)});
}

// Halves go away from zero before the zero point is added: −55 to 200 has one of −73.
TEST(TfliteHybrid, ProductsAreRoundedBeforeTheZeroPointIsAdded) {
  ModelBuilder m;
  const int32_t x = m.input({1, 3}), w = m.bytes({1, 3}, {0, 0, 10}), y = m.tensor({1, 1});
  m.quantize(w, {0.5f}, {0});
  schema::FullyConnectedOptionsT options;
  options.asymmetric_quantize_inputs = true;
  m.op(BuiltinOperator::FULLY_CONNECTED, {x, w}, {y}, options);
  m.output(y);
  expectFloats(Import(m).run({{-55, 200, 2.5f}}), {15});
  expectFloats(Import(m).run({{-55, 200, -2.5f}}), {-15});
}

// ai-edge-litert 2.3.0 gives −128 and 127 steps of an even range to 4.3, −127 and 128 of one
// to 1.3: their zero points are 0 and −1.
TEST(TfliteHybrid, ZeroPointsOfEvenRangesAreTheInterpreters) {
  auto steps = [](float most) {
    ModelBuilder m;
    const int32_t x = m.input({1, 2}), w = m.bytes({2, 2}, {1, 0, 0, 1}), y = m.tensor({1, 2});
    m.quantize(w, {1}, {0});
    schema::FullyConnectedOptionsT options;
    options.asymmetric_quantize_inputs = true;
    m.op(BuiltinOperator::FULLY_CONNECTED, {x, w}, {y}, options);
    m.output(y);
    Floats reals = Import(m).run({{-most, most}});
    for (float &real : reals)
      real /= 2 * most / 255;
    return reals;
  };
  expectFloats(steps(4.3f), {-128, 127});
  expectFloats(steps(1.3f), {-127, 128});
  expectFloats(steps(1), {-127, 127});
}

TEST(TfliteHybrid, RangesNearTheEndOfFloats) {
  const float high = 0x1p124f;
  expectFloats(Import(product(true)).run({{high, -high / 4, 0, 0}}), {5.375f * high, 1});
}

TEST(TfliteHybrid, WeightsThatWereMadeRealAreReal) {
  ModelBuilder m;
  const int32_t x = m.input({1, 2}), w = m.bytes({1, 2}, {10, -3}), real = m.tensor({1, 2});
  const int32_t y = m.tensor({1, 1});
  m.quantize(w, {0.5f}, {0});
  m.op(BuiltinOperator::DEQUANTIZE, {w}, {real});
  m.op(BuiltinOperator::FULLY_CONNECTED, {x, real}, {y}, schema::FullyConnectedOptionsT());
  m.output(y);
  expectFloats(Import(m).run({{127, 100.4f}}), {635 - 150.6f});
}

// One tap for each of two channels, whose scales differ: the sample's whole range is rounded.
TEST(TfliteHybrid, ConvolutionsOfSeveralScalesUseTheWholeRange) {
  for (BuiltinOperator code : {BuiltinOperator::CONV_2D, BuiltinOperator::DEPTHWISE_CONV_2D}) {
    const bool isDepthwise = code == BuiltinOperator::DEPTHWISE_CONV_2D;
    ModelBuilder m;
    const int32_t x = m.input({1, 1, 1, 2}), y = m.tensor({1, 1, 1, 2});
    const int32_t w =
        isDepthwise ? m.bytes({1, 1, 1, 2}, {4, 6}) : m.bytes({2, 1, 1, 2}, {4, 0, 0, 6});
    m.quantize(w, {0.5f, 2}, {0, 0}, isDepthwise ? 3 : 0);
    if (isDepthwise) {
      schema::DepthwiseConv2DOptionsT options;
      options.stride_h = options.stride_w = options.depth_multiplier = 1;
      m.op(code, {x, w}, {y}, options);
    } else {
      schema::Conv2DOptionsT options;
      options.stride_h = options.stride_w = 1;
      m.op(code, {x, w}, {y}, options);
    }
    m.output(y);
    expectFloats(Import(m).run({{255, 7.4f}}), {510, 84});
  }
}
