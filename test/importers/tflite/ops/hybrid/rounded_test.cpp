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
  // From 0 to 255 and from −55 to 200, in steps of 1.
  expectFloats(Import(product(true)).run({{255, 100.4f, 200, -55}}),
               {1 + 0.5f * (2550 - 300), 1 + 0.5f * (2000 + 3 * 55)});
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
