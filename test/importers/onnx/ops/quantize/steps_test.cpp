// Scales and zero points that are computed, or that no type can say.
#include "test/importers/onnx/import_fixture.h"

#include <cmath>

using namespace qopt::onnx;
using namespace qopt::onnx::test;

TEST(OnnxSteps, QuantizedByWhatIsComputed) {
  ModelBuilder m(21);
  m.input("x", {6}).input("s", {}).input("z", {}, i8).output("q");
  m.node("QuantizeLinear", {"x", "s", "z"}, {"q"});
  Import import(m);
  Floats x{-1000000, 0.25f, 0.75f, NAN, INFINITY, 1.25f};
  auto q = import.run({tensor({6}, x), tensor({}, {0.5f}), steps<int8_t>({}, {-3})});
  EXPECT_EQ(integersOf(q), (Numbers{-128, -3, -1, -3, 127, -1}));
  EXPECT_EQ(import.outputType(0), "tensor<6xi8>");
}

TEST(OnnxSteps, AScaleForEachChannelOrBlock) {
  ModelBuilder channels(21);
  channels.input("x", {2, 2, 1}).input("s", {2}).input("z", {2}, u16).output("q");
  channels.node("QuantizeLinear", {"x", "s", "z"}, {"q"});
  EXPECT_EQ(
      integersOf(Import(channels).run({tensor({2, 2, 1}, {1, 1, 2, -2}), tensor({2}, {1, 0.5f}),
                                       steps<uint16_t>({2}, {0, 1000})})),
      (Numbers{1, 1002, 2, 996}));

  // Blocks of two along a dimension of three: the last one is short.
  ModelBuilder blocks(21);
  blocks.input("q", {1, 3}, u8).output("y").floats("s", {1, 2}, {0.5f, 2});
  blocks.ints("z", {1, 2}, {1, 0}, u8);
  blocks.node("DequantizeLinear", {"q", "s", "z"}, {"y"}).set("block_size", int64_t(2));
  expectTensor(Import(blocks).run({steps<uint8_t>({1, 3}, {3, 0, 7})}), {1, 3}, {1, -0.5f, 14});

  ModelBuilder wrong(21);
  wrong.input("q", {1, 3}, u8).output("y").floats("s", {1, 3}, {1, 1, 1});
  wrong.node("DequantizeLinear", {"q", "s"}, {"y"}).set("block_size", int64_t(2));
  EXPECT_EQ(Import(wrong).failure, ImportFailure::BadFile);
}

TEST(OnnxSteps, DequantizedByWhatIsComputed) {
  ModelBuilder m(21);
  m.input("q", {3}, i32).input("s", {}).output("y").node("DequantizeLinear", {"q", "s"}, {"y"});
  expectTensor(Import(m).run({steps<int32_t>({3}, {-4, 0, 100000}), tensor({}, {0.5f})}), {3},
               {-2, 0, 50000});

  ModelBuilder half(21); // the result is as narrow as its scale
  half.input("q", {1}, u8).input("s", {}, f16).output("y");
  half.node("DequantizeLinear", {"q", "s"}, {"y"});
  EXPECT_EQ(Import(half).outputType(0), "tensor<1xf16>");
}

TEST(OnnxSteps, OtherParametersOnTheWayBack) {
  ModelBuilder m(21);
  m.input("x", {2}).output("y").floats("s", {}, {0.5f}).ints("z", {}, {10}, u8);
  m.floats("s2", {}, {4}).ints("z2", {}, {8}, u8);
  m.node("QuantizeLinear", {"x", "s", "z"}, {"q"});
  m.node("DequantizeLinear", {"q", "s2", "z2"}, {"y"});
  expectTensor(Import(m).run({tensor({2}, {1, -3})}), {2}, {16, -16});
}

TEST(OnnxSteps, EightBitFloats) {
  ModelBuilder m(21);
  m.input("x", {4}).input("s", {}).output("y").ints("z", {}, {0}, f8);
  m.node("QuantizeLinear", {"x", "s", "z"}, {"q"});
  m.node("DequantizeLinear", {"q", "s", "z"}, {"y"});
  // 1.0625 lies between 1 and 1.125, even is 1; 448 is the largest.
  expectTensor(Import(m).run({tensor({4}, {2.125f, -1, 2000, 0}), tensor({}, {2})}), {4},
               {2, -1, 896, 0});

  ModelBuilder zero(21);
  zero.input("x", {1}).output("q").floats("s", {}, {1}).ints("z", {}, {0x38}, f8);
  zero.node("QuantizeLinear", {"x", "s", "z"}, {"q"});
  EXPECT_EQ(Import(zero).failure, ImportFailure::BadFile);
}

static std::vector<qrt::Tensor> dynamically(const Floats &x) {
  ModelBuilder m(11);
  m.input("x", {int64_t(x.size())}).output("y").output("s").output("z");
  m.node("DynamicQuantizeLinear", {"x"}, {"y", "s", "z"});
  return Import(m).runAll({tensor({int64_t(x.size())}, x)});
}

TEST(OnnxDynamicQuantize, RangesThatHoldZero) {
  auto outputs = dynamically({0, 2, -3, -2.5f, 1.25f, 0.5f});
  ASSERT_EQ(outputs.size(), 3u);
  EXPECT_EQ(integersOf(outputs[0]), (Numbers{153, 255, 0, 26, 217, 179}));
  expectTensor(outputs[1], {}, {5 / 255.0f}, 0);
  EXPECT_EQ(integersOf(outputs[2]), (Numbers{153}));

  outputs = dynamically({-1, -2.125f, -1.3125f, -2.5f, -3.375f, -4});
  EXPECT_EQ(integersOf(outputs[0]), (Numbers{191, 120, 171, 96, 40, 0}));
  EXPECT_EQ(integersOf(outputs[2]), (Numbers{255}));
}

TEST(OnnxDynamicQuantize, AScaleThatIsNotNormalIsOne) {
  for (float x : {0.0f, 1e-40f}) {
    auto outputs = dynamically({x});
    EXPECT_EQ(integersOf(outputs[0]), (Numbers{0}));
    expectTensor(outputs[1], {}, {1}, 0);
  }
}
