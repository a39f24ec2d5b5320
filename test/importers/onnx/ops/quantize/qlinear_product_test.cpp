#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static const std::vector<std::string> convInputs{"x", "sx", "zx", "w", "sw", "zw", "sy", "zy", "b"};
static const Numbers pixels{10, 20, 30, 40, 50, 60, 70, 80, 90}, taps{1, -2, 3, 4, -1, 0, 2, 5};

static ModelBuilder convModel(bool computed) {
  ModelBuilder m(10);
  m.input("x", {1, 1, 3, 3}, u8).output("y").floats("sw", {2}, {0.25f, 0.5f});
  m.ints("w", {2, 1, 2, 2}, taps, i8).ints("b", {2}, {8, -4}, i32);
  if (computed)
    m.input("sx", {})
        .input("zx", {}, u8)
        .input("sy", {})
        .input("zy", {}, u8)
        .ints("zw", {}, {0}, i8);
  else
    m.floats("sx", {}, {0.5f})
        .ints("zx", {}, {10}, u8)
        .floats("sy", {}, {2})
        .ints("zy", {}, {100}, u8)
        .ints("zw", {2}, {0, 0}, i8);
  m.node("QLinearConv", convInputs, {"y"});
  return m;
}
// Σ (x − 10)·w + b, times 0.5·{0.25, 0.5} / 2, rounded, + 100.
static const Numbers convSteps{115, 119, 126, 130, 132, 140, 154, 162};

TEST(OnnxQLinearConv, ConstantsBecomeTypes) {
  Import import(convModel(false));
  EXPECT_EQ(integersOf(import.run({steps<uint8_t>({1, 1, 3, 3}, pixels)})), convSteps);
  EXPECT_EQ(import.count("nn.quantize"), 1u);
  EXPECT_EQ(import.count("nn.dequantize"), 3u);
  EXPECT_EQ(import.inputType(0), "tensor<1x1x3x3x!quant.uniform<u8:f32, 5.000000e-01:10>>");
  EXPECT_EQ(import.outputType(0), "tensor<1x2x2x2x!quant.uniform<u8:f32, 2.000000e+00:100>>");
}

TEST(OnnxQLinearConv, ComputedParametersAreOperands) {
  Import import(convModel(true));
  auto y = import.run({steps<uint8_t>({1, 1, 3, 3}, pixels), tensor({}, {0.5f}),
                       steps<uint8_t>({}, {10}), tensor({}, {2}), steps<uint8_t>({}, {100})});
  EXPECT_EQ(integersOf(y), convSteps);
  EXPECT_EQ(import.count("nn.conv2d"), 1u);
  EXPECT_EQ(import.count("nn.quantize") + import.count("nn.dequantize"), 0u);
}

TEST(OnnxConvInteger, AZeroPointForEachChannel) {
  ModelBuilder m(10);
  m.input("x", {1, 1, 3, 3}, u8).output("y").ints("w", {2, 1, 2, 2}, taps, i8);
  m.ints("zx", {}, {10}, u8).ints("zw", {2}, {1, -2}, i8);
  m.node("ConvInteger", {"x", "w", "zx", "zw"}, {"y"}).set("pads", Numbers{1, 1, 1, 1});
  EXPECT_EQ(
      integersOf(Import(m).run({steps<uint8_t>({1, 1, 3, 3}, pixels)})),
      (Numbers{0, 30, 80,  40, 90,  150, 170, 100, 90,  210, 230, 160, -180, -210, -240, 0,
               0, 70, 180, 80, 210, 420, 560, 220, 480, 840, 980, 370, 120,  200,  230,  80}));
}

static Numbers matMulInteger(const Numbers &za, const Numbers &zb) {
  ModelBuilder m(10);
  m.input("a", {4, 3}, u8).input("b", {3, 2}, i8).output("y");
  Numbers one{int64_t(za.size())}, columns{int64_t(zb.size())};
  m.ints("za", za.size() == 1 ? Numbers{} : one, za, u8);
  m.ints("zb", zb.size() == 1 ? Numbers{} : columns, zb, i8);
  m.node("MatMulInteger", {"a", "b", "za", "zb"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.outputType(0), "tensor<4x2xi32>");
  return integersOf(import.run({steps<uint8_t>({4, 3}, {11, 7, 3, 10, 6, 2, 9, 5, 1, 8, 4, 0}),
                                steps<int8_t>({3, 2}, {1, 4, 2, 5, 3, 6})}));
}

// ONNX's own example, then Σ (a − za[row])·(b − zb[column]) by hand.
TEST(OnnxMatMulInteger, ZeroPoints) {
  EXPECT_EQ(matMulInteger({12}, {0}), (Numbers{-38, -83, -44, -98, -50, -113, -56, -128}));
  EXPECT_EQ(matMulInteger({12, 1, 0, 5}, {0}), (Numbers{-38, -83, 22, 67, 22, 67, -14, -23}));
  EXPECT_EQ(matMulInteger({12}, {2, -1}), (Numbers{-8, -98, -8, -116, -8, -134, -8, -152}));
  EXPECT_EQ(matMulInteger({12, 1, 0, 5}, {2, -1}), (Numbers{-8, -98, -8, 82, -8, 82, -8, -26}));
}

// 255² · 40,000 leaves 32 bits, as ONNX has it: the sum wraps.
TEST(OnnxMatMulInteger, LongSumsWrap) {
  Numbers all(40000, 255), wrapped{int32_t(uint32_t(255ll * 255 * 40000))};
  auto a = steps<uint8_t>({1, 40000}, all), b = steps<uint8_t>({40000, 1}, all);
  auto product = [](int64_t length) {
    ModelBuilder m(10);
    m.input("a", {1, length}, u8).input("b", {length, 1}, u8).output("y");
    m.node("MatMulInteger", {"a", "b"}, {"y"});
    return Import(m);
  };
  EXPECT_EQ(integersOf(product(40000).run({a, b})), wrapped);
  EXPECT_TRUE(product(-1).says("MatMulInteger (of sums whose length varies; give --shape)"));
}

TEST(OnnxMatMulInteger, VectorsAndBatches) {
  ModelBuilder vector(10);
  vector.input("a", {3}, u8).output("y").ints("b", {3, 2}, {1, 4, 2, 5, 3, 6}, i8);
  vector.ints("za", {}, {12}, u8).node("MatMulInteger", {"a", "b", "za"}, {"y"});
  auto y = Import(vector).run({steps<uint8_t>({3}, {11, 7, 3})});
  EXPECT_EQ(y.shape(), (Numbers{2}));
  EXPECT_EQ(integersOf(y), (Numbers{-38, -83}));

  ModelBuilder batch(10);
  batch.input("a", {2, 1, 1, 2}, u8).input("b", {2, 2, 1}, u8).output("y");
  batch.node("MatMulInteger", {"a", "b"}, {"y"});
  y = Import(batch).run(
      {steps<uint8_t>({2, 1, 1, 2}, {1, 2, 3, 4}), steps<uint8_t>({2, 2, 1}, {5, 6, 7, 8})});
  EXPECT_EQ(y.shape(), (Numbers{2, 2, 1, 1}));
  EXPECT_EQ(integersOf(y), (Numbers{17, 23, 39, 53}));
}

// Dynamic quantization writes this: the product of a value quantized by constants.
TEST(OnnxMatMulInteger, StepsThatTheirTypeQuantizes) {
  ModelBuilder m(13);
  m.input("x", {1, 2}).output("y").floats("s", {}, {0.5f}).ints("z", {}, {3}, u8);
  m.ints("b", {2, 1}, {10, 100}, i8).node("QuantizeLinear", {"x", "s", "z"}, {"q"});
  m.node("MatMulInteger", {"q", "b"}, {"y"});
  EXPECT_EQ(integersOf(Import(m).run({tensor({1, 2}, {1, -0.5f})})), (Numbers{250}));
}

static const Numbers left{208, 236, 0, 3, 214, 255}, right{5, -3, -7, 20, 100, -128};
static qrt::Tensor leftSteps() { return steps<uint8_t>({2, 3}, left); }

static ModelBuilder products() {
  ModelBuilder m(21);
  m.input("a", {2, 3}, u8).output("y").ints("za", {}, {100}, u8).ints("zb", {}, {0}, i8);
  m.floats("sa", {}, {0.25f}).floats("sb", {2}, {0.5f, 0.125f}).floats("sy", {}, {8});
  m.ints("b", {3, 2}, right, i8).ints("zy", {}, {7}, u8).floats("bias", {2}, {1, -1});
  return m;
}

TEST(OnnxQLinearMatMul, AScaleForEachColumn) {
  ModelBuilder m = products();
  m.node("QLinearMatMul", {"a", "sa", "za", "b", "sb", "zb2", "sy", "zy"}, {"y"});
  m.ints("zb2", {2}, {0, 0}, i8);
  EXPECT_EQ(integersOf(Import(m).run({leftSteps()})), (Numbers{0, 66, 229, 0}));

  ModelBuilder computed(21);
  computed.input("a", {2, 3}, u8).input("sa", {}).output("y").ints("za", {}, {100}, u8);
  computed.floats("sb", {2}, {0.5f, 0.125f}).floats("sy", {}, {8}).ints("zy", {}, {7}, u8);
  computed.ints("b", {3, 2}, right, i8).ints("zb", {}, {0}, i8);
  computed.node("QLinearMatMul", {"a", "sa", "za", "b", "sb", "zb", "sy", "zy"}, {"y"});
  Import import(computed);
  EXPECT_EQ(integersOf(import.run({leftSteps(), tensor({}, {0.25f})})), (Numbers{0, 66, 229, 0}));
  EXPECT_EQ(import.count("nn.dequantize"), 0u);
}

TEST(MicrosoftProducts, MatMulIntegerToFloat) {
  const Floats expected{-1300.5f, 473.875f, 1778.125f, -540.65625f};
  ModelBuilder m = products();
  microsoftNode(m, "MatMulIntegerToFloat", {"a", "b", "sa", "sb", "za", "zb2", "bias"});
  m.ints("zb2", {2}, {0, 0}, i8);
  Import import(m);
  expectTensor(import.run({leftSteps()}), {2, 2}, expected);
  EXPECT_EQ(import.count("nn.dequantize"), 2u);

  ModelBuilder computed(21);
  computed.input("a", {2, 3}, u8).input("sa", {}).output("y").ints("za", {}, {100}, u8);
  computed.floats("sb", {2}, {0.5f, 0.125f})
      .ints("b", {3, 2}, right, i8)
      .floats("bias", {2}, {1, -1});
  microsoftNode(computed, "MatMulIntegerToFloat", {"a", "b", "sa", "sb", "za", "", "bias"});
  Import integers(computed);
  expectTensor(integers.run({leftSteps(), tensor({}, {0.25f})}), {2, 2}, expected);
  EXPECT_EQ(integers.count("nn.dequantize"), 0u);
}

static ModelBuilder dynamicModel(const Numbers &zeros) {
  ModelBuilder m(21);
  m.input("x", {2, 3}).output("y").ints("b", {3, 2}, right, i8).ints("zb", {2}, zeros, i8);
  m.floats("sb", {2}, {0.5f, 0.125f}).floats("bias", {2}, {1, -1});
  microsoftNode(m, "DynamicQuantizeMatMul", {"x", "b", "sb", "zb", "bias"});
  return m;
}

// x becomes {153, 255, 0, 26, 217, 179} of scale 5/255 around 153.
TEST(MicrosoftProducts, DynamicQuantizeMatMul) {
  auto x = tensor({2, 3}, {0, 2, -3, -2.5f, 1.25f, 0.5f});
  expectTensor(Import(dynamicModel({0, 0})).run({x}), {2, 2},
               {-156, 52.000002f, 15.8725495f, -5.0857845f}, 1e-4f);
  expectTensor(Import(dynamicModel({2, -1})).run({x}), {2, 2},
               {-155, 51.875f, 16.59804f, -5.1764705f}, 1e-4f);
}

TEST(MicrosoftProducts, QGemm) {
  ModelBuilder m = products();
  m.ints("c", {2}, {10, -20}, i32).ints("zb2", {2}, {0, 0}, i8);
  microsoftNode(m, "QGemm", {"a", "sa", "za", "b", "sb", "zb2", "c", "sy", "zy"})
      .set("alpha", 2.0f);
  EXPECT_EQ(integersOf(Import(m).run({leftSteps()})), (Numbers{0, 126, 255, 0}));

  ModelBuilder real = products();
  real.ints("c", {2}, {10, -20}, i32).ints("zb2", {2}, {0, 0}, i8);
  microsoftNode(real, "QGemm", {"a", "sa", "za", "b", "sb", "zb2", "c"}).set("alpha", 2.0f);
  expectTensor(Import(real).run({leftSteps()}), {2, 2}, {-2600.5f, 948.5f, 3556.75f, -1080.5625f});
}

// alpha·(Aᵀ·B + C·0.5·0.25) of A = {1 2, 0 −1}, B = {1 2, −1 0}, C = {8 0, 0 16}.
TEST(MicrosoftProducts, QGemmOfAMatrixC) {
  for (bool computed : {false, true})
    for (float alpha : {1.0f, 2.0f}) {
      ModelBuilder m(17);
      m.input("a", {2, 2}, u8).output("y").ints("za", {}, {100}, u8).floats("sb", {}, {0.25f});
      m.ints("b", {2, 2}, {4, 8, -4, 0}, i8).ints("zb", {}, {0}, i8);
      m.ints("c", {2, 2}, {8, 0, 0, 16}, i32);
      std::vector<qrt::Tensor> inputs{steps<uint8_t>({2, 2}, {102, 104, 100, 98})};
      if (computed) {
        m.input("sa", {});
        inputs.push_back(tensor({}, {0.5f}));
      } else {
        m.floats("sa", {}, {0.5f});
      }
      microsoftNode(m, "QGemm", {"a", "sa", "za", "b", "sb", "zb", "c"})
          .set("alpha", alpha)
          .set("transA", int64_t(1));
      expectTensor(Import(m).run(inputs), {2, 2}, {2 * alpha, 2 * alpha, 3 * alpha, 6 * alpha});
    }
}

TEST(MicrosoftProducts, WhatIsRefused) {
  ModelBuilder rank(10);
  rank.input("x", {1, 1, 2, 2, 2}, u8).output("y").ints("w", {1, 1, 1, 1, 1}, {1}, i8);
  rank.node("ConvInteger", {"x", "w"}, {"y"});
  EXPECT_EQ(Import(rank).failure, ImportFailure::Unsupported);

  ModelBuilder scale = convModel(false);
  scale.model.mutable_graph()->mutable_initializer(0)->set_float_data(0, 0);
  EXPECT_EQ(Import(scale).failure, ImportFailure::BadFile);

  ModelBuilder wide(10);
  wide.input("a", {1, 2}, i32).output("y").ints("b", {2, 1}, {1, 1}, i8);
  wide.node("MatMulInteger", {"a", "b"}, {"y"});
  EXPECT_EQ(Import(wide).failure, ImportFailure::Unsupported);
}
