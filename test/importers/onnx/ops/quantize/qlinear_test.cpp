#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

// a of 0.5 around 100, b of 0.25 around 20.
static ModelBuilder model(const Numbers &shape, float sy, int64_t zy, float sa = 0.5f) {
  ModelBuilder m(17);
  m.input("a", shape, u8).output("y").floats("sa", {}, {sa}).ints("za", {}, {100}, u8);
  m.floats("sy", {}, {sy}).ints("zy", {}, {zy}, u8);
  return m;
}
static ModelBuilder two(float sy, int64_t zy) {
  ModelBuilder m = model({4}, sy, zy);
  m.input("b", {4}, u8).floats("sb", {}, {0.25f}).ints("zb", {}, {20}, u8);
  return m;
}
static const Numbers a{0, 50, 100, 255}, b{10, 20, 130, 255},
    image{0, 50, 100, 255, 30, 60, 90, 120, 5};

TEST(MicrosoftQLinear, Binary) {
  const std::vector<std::string> inputs{"a", "sa", "za", "b", "sb", "zb", "sy", "zy"};
  ModelBuilder add = two(0.5f, 50), mul = two(16, 50);
  microsoftNode(add, "QLinearAdd", inputs);
  microsoftNode(mul, "QLinearMul", inputs);
  Import import(add);
  EXPECT_EQ(integersOf(import.run({steps<uint8_t>({4}, a), steps<uint8_t>({4}, b)})),
            (Numbers{0, 0, 105, 255}));
  EXPECT_EQ(import.count("nn.dequantize"), 2u);
  EXPECT_EQ(import.outputType(0), "tensor<4x!quant.uniform<u8:f32, 5.000000e-01:50>>");
  EXPECT_EQ(integersOf(Import(mul).run({steps<uint8_t>({4}, a), steps<uint8_t>({4}, b)})),
            (Numbers{58, 50, 50, 255}));
}

// A scale is computed, and the zero points are left out, which are 0 then.
TEST(MicrosoftQLinear, ComputedParameters) {
  ModelBuilder m(17);
  m.input("a", {2}, u8).input("b", {2}, u8).input("s", {}).output("y");
  microsoftNode(m, "QLinearAdd", {"a", "s", "", "b", "s", "", "s"});
  Import import(m);
  auto y = import.run(
      {steps<uint8_t>({2}, {1, 200}), steps<uint8_t>({2}, {2, 100}), tensor({}, {0.5f})});
  EXPECT_EQ(integersOf(y), (Numbers{3, 255}));
  EXPECT_EQ(import.outputType(0), "tensor<2xui8>");
}

static Numbers unary(const std::string &type, ModelBuilder m) {
  microsoftNode(m, type, {"a", "sa", "za", "sy", "zy"});
  return integersOf(Import(m).run({steps<uint8_t>({1, 4}, a)}));
}

TEST(MicrosoftQLinear, Unary) {
  EXPECT_EQ(unary("QLinearSigmoid", model({1, 4}, 1 / 256.0f, 0, 0.05f)),
            (Numbers{2, 19, 128, 255}));
  EXPECT_EQ(unary("QLinearSoftmax", model({1, 4}, 1 / 256.0f, 0, 0.01f)),
            (Numbers{14, 23, 38, 180}));
  ModelBuilder leaky = model({4}, 0.5f, 50);
  microsoftNode(leaky, "QLinearLeakyRelu", {"a", "sa", "za", "sy", "zy"}).set("alpha", 0.25f);
  EXPECT_EQ(integersOf(Import(leaky).run({steps<uint8_t>({4}, a)})), (Numbers{25, 38, 50, 205}));
}

static Numbers imageSteps(const std::string &type, const std::string &attribute,
                          const Numbers &values) {
  ModelBuilder m = model({1, 1, 3, 3}, 0.25f, 100);
  NodeBuilder node = microsoftNode(m, type, {"a", "sa", "za", "sy", "zy"});
  if (!attribute.empty())
    node.set(attribute, values);
  return integersOf(Import(m).run({steps<uint8_t>({1, 1, 3, 3}, image)}));
}

TEST(MicrosoftQLinear, Means) {
  EXPECT_EQ(imageSteps("QLinearGlobalAveragePool", "", {}), (Numbers{58}));
  EXPECT_EQ(imageSteps("QLinearAveragePool", "kernel_shape", {2, 2}), (Numbers{68, 20, 148, 8}));
  EXPECT_EQ(imageSteps("QLinearReduceMean", "axes", {3}), (Numbers{0, 130, 43}));
}

// 0.5, 1.5, 2.5, −0.5 go to the even number, then an odd zero point is added (Q4): RoundToEven(x /
// s) + z. (ONNX Runtime's kernels add it first; docs/decisions/importers/quantized-operators.md.)
TEST(MicrosoftQLinear, HalvesRoundBeforeTheZeroPoint) {
  const Numbers near{101, 103, 105, 99}, expected{127, 129, 129, 127};
  ModelBuilder add = two(1, 127), pool = model({1, 4, 1, 1}, 1, 127);
  microsoftNode(add, "QLinearAdd", {"a", "sa", "za", "b", "sb", "zb", "sy", "zy"});
  EXPECT_EQ(integersOf(Import(add).run(
                {steps<uint8_t>({4}, near), steps<uint8_t>({4}, {20, 20, 20, 20})})),
            expected);
  microsoftNode(pool, "QLinearAveragePool", {"a", "sa", "za", "sy", "zy"})
      .set("kernel_shape", Numbers{1, 1});
  EXPECT_EQ(integersOf(Import(pool).run({steps<uint8_t>({1, 4, 1, 1}, near)})), expected);
}

TEST(MicrosoftQLinear, ConcatAndWhere) {
  ModelBuilder m = two(0.5f, 50);
  microsoftNode(m, "QLinearConcat", {"sy", "zy", "a", "sa", "za", "b", "sb", "zb"})
      .set("axis", int64_t(0));
  EXPECT_EQ(integersOf(Import(m).run({steps<uint8_t>({4}, a), steps<uint8_t>({4}, b)})),
            (Numbers{0, 0, 50, 205, 45, 50, 105, 168}));

  ModelBuilder where = two(0.5f, 50);
  where.ints("c", {4}, {1, 0, 1, 0}, proto::TensorProto::BOOL);
  microsoftNode(where, "QLinearWhere", {"c", "a", "sa", "za", "b", "sb", "zb", "sy", "zy"});
  EXPECT_EQ(integersOf(Import(where).run({steps<uint8_t>({4}, a), steps<uint8_t>({4}, b)})),
            (Numbers{0, 50, 50, 168}));
}

TEST(MicrosoftQLinear, WhatIsRefused) {
  ModelBuilder last = model({1, 3, 3, 1}, 1, 0);
  microsoftNode(last, "QLinearAveragePool", {"a", "sa", "za", "sy", "zy"})
      .set("kernel_shape", Numbers{2, 2})
      .set("channels_last", int64_t(1));
  EXPECT_EQ(Import(last).failure, ImportFailure::Unsupported);

  ModelBuilder flat = model({}, 1, 0); // no image: nothing to average over
  microsoftNode(flat, "QLinearGlobalAveragePool", {"a", "sa", "za", "sy", "zy"});
  EXPECT_EQ(Import(flat).failure, ImportFailure::BadFile);

  ModelBuilder short_ = two(1, 0);
  microsoftNode(short_, "QLinearConcat", {"sy", "zy", "a", "sa"}).set("axis", int64_t(0));
  EXPECT_EQ(Import(short_).failure, ImportFailure::BadFile);

  ModelBuilder real(17);
  real.input("a", {4}).output("y").floats("s", {}, {1});
  microsoftNode(real, "QLinearSigmoid", {"a", "s", "", "s"});
  EXPECT_EQ(Import(real).failure, ImportFailure::Unsupported);
}
