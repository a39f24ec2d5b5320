// Blocks of an image that become channels or samples, and back.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

static const Floats image{0, 1, 2, 3, 4, 5, 6, 7};

// 2x4 pixels of a channel, or 1x2 of four.
TEST(TfliteBlocks, OfChannels) {
  ModelBuilder deep, wide;
  schema::SpaceToDepthOptionsT toDepth;
  toDepth.block_size = 2;
  const int32_t x = deep.input({1, 2, 4, 1}), y = deep.tensor({1, 1, 2, 4});
  deep.op(BuiltinOperator::SPACE_TO_DEPTH, {x}, {y}, toDepth);
  deep.output(y);
  const Floats channels{0, 1, 4, 5, 2, 3, 6, 7}; // of each pixel four
  expectFloats(Import(deep).run({image}), channels);

  schema::DepthToSpaceOptionsT toSpace;
  toSpace.block_size = 2;
  const int32_t a = wide.input({1, 1, 2, 4}), b = wide.tensor({1, 2, 4, 1});
  wide.op(BuiltinOperator::DEPTH_TO_SPACE, {a}, {b}, toSpace);
  wide.output(b);
  expectFloats(Import(wide).run({channels}), image);
}

TEST(TfliteBlocks, OfSamples) {
  ModelBuilder many, one;
  const int32_t x = many.input({1, 4, 2}), y = many.tensor({2, 3, 2});
  many.op(BuiltinOperator::SPACE_TO_BATCH_ND, {x, many.ints({1}, {2}), many.ints({1, 2}, {1, 1})},
          {y});
  many.output(y);
  expectFloats(Import(many).run({image}), {0, 0, 2, 3, 6, 7, 0, 1, 4, 5, 0, 0});

  const int32_t a = one.input({2, 3, 2}), b = one.tensor({1, 4, 2});
  one.op(BuiltinOperator::BATCH_TO_SPACE_ND, {a, one.ints({1}, {2}), one.ints({1, 2}, {1, 1})},
         {b});
  one.output(b);
  expectFloats(Import(one).run({{0, 0, 2, 3, 6, 7, 0, 1, 4, 5, 0, 0}}), image);
}

TEST(TfliteBlocks, Refusals) {
  ModelBuilder m, cut;
  schema::SpaceToDepthOptionsT options;
  options.block_size = 3;
  const int32_t x = m.input({1, 2, 4, 1}), y = m.tensor({1, 1, 1, 9});
  m.op(BuiltinOperator::SPACE_TO_DEPTH, {x}, {y}, options);
  m.output(y);
  expectRefused(m, ImportFailure::BadFile, "blocks of 3 do not divide");
  const int32_t a = cut.input({2, 1, 1}), b = cut.tensor({1, 1, 1});
  cut.op(BuiltinOperator::BATCH_TO_SPACE_ND, {a, cut.ints({1}, {2}), cut.ints({1, 2}, {2, 1})},
         {b});
  cut.output(b);
  expectRefused(cut, ImportFailure::BadFile, "has a size below 0");
}
