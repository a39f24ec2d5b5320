#include "test/importers/onnx/import_fixture.h"

#include <cmath>
#include <limits>

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static ModelBuilder quantizeModel(int32_t type, int64_t zero, float scale = 0.5f) {
  ModelBuilder m(21);
  m.input("x", {5}).output("q").floats("s", {}, {scale}).ints("z", {}, {zero}, type);
  m.node("QuantizeLinear", {"x", "s", "z"}, {"q"});
  return m;
}

TEST(OnnxQuantize, PerTensorStorages) {
  Floats x{-1000000, -0.25f, 0.75f, 1, 1000000};
  auto steps = [&](int32_t type, int64_t zero) {
    return integersOf(Import(quantizeModel(type, zero)).run({tensor({5}, x)}));
  };
  EXPECT_EQ(steps(u8, 10), (Numbers{0, 10, 12, 12, 255}));
  EXPECT_EQ(steps(i8, -3), (Numbers{-128, -3, -1, -1, 127}));
  EXPECT_EQ(steps(i16, 0), (Numbers{-32768, 0, 2, 2, 32767}));
  EXPECT_EQ(Import(quantizeModel(u8, 10)).outputType(0),
            "tensor<5x!quant.uniform<u8:f32, 5.000000e-01:10>>");
}

// An output of steps is declared as what stores them.
TEST(OnnxQuantize, StepsMayLeave) {
  auto declared = [](int32_t type) {
    ModelBuilder m = quantizeModel(u8, 10);
    auto &output = *m.model.mutable_graph()->mutable_output(0);
    output.mutable_type()->mutable_tensor_type()->set_elem_type(type);
    output.mutable_type()->mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_value(5);
    return m;
  };
  EXPECT_EQ(Import(declared(u8)).failure, ImportFailure::None);
  EXPECT_EQ(Import(declared(i8)).failure, ImportFailure::BadFile);
}

TEST(OnnxQuantize, WithoutZeroPointItIsUnsigned) {
  ModelBuilder m(13);
  m.input("x", {2}).output("q").floats("s", {}, {1}).node("QuantizeLinear", {"x", "s"}, {"q"});
  EXPECT_EQ(integersOf(Import(m).run({tensor({2}, {-4, 300})})), (Numbers{0, 255}));

  ModelBuilder typed(21);
  typed.input("x", {2}).output("q").floats("s", {}, {1});
  typed.node("QuantizeLinear", {"x", "s"}, {"q"}).set("output_dtype", int64_t(i8));
  EXPECT_EQ(integersOf(Import(typed).run({tensor({2}, {-4, 300})})), (Numbers{-4, 127}));
}

TEST(OnnxQuantize, AnOutputTypeOf0IsNone) {
  ModelBuilder m(23);
  m.input("x", {2}).output("y").floats("s", {}, {0.5f});
  m.node("QuantizeLinear", {"x", "s"}, {"q"}).set("output_dtype", int64_t(0));
  m.node("DequantizeLinear", {"q", "s"}, {"y"}).set("output_dtype", int64_t(0));
  expectTensor(Import(m).run({tensor({2}, {-4, 3.2f})}), {2}, {0, 3});
}

TEST(OnnxQuantize, PairsStayPairs) {
  ModelBuilder m = quantizeModel(u8, 128);
  m.output("y").node("DequantizeLinear", {"q", "s", "z"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.count("nn.quantize"), 1u);
  EXPECT_EQ(import.count("nn.dequantize"), 1u);
  auto outputs = import.runAll({tensor({5}, {-100, -0.3f, 0, 0.3f, 3})});
  ASSERT_EQ(outputs.size(), 2u);
  expectTensor(outputs[1], {5}, {-64, -0.5f, 0, 0.5f, 3});
}

TEST(OnnxQuantize, WeightsPerChannelBecomeAQuantizedConstant) {
  ModelBuilder m(13);
  m.output("y").floats("s", {2}, {0.5f, 2}).ints("z", {2}, {0, 0}, i8);
  m.ints("w", {2, 2, 1, 1}, {1, -127, 3, 127}, i8);
  m.node("DequantizeLinear", {"w", "s", "z"}, {"y"}).set("axis", int64_t(0));
  Import import(m);
  expectTensor(import.run({}), {2, 2, 1, 1}, {0.5f, -63.5f, 6, 254});
  std::string text;
  llvm::raw_string_ostream stream(text);
  import.module->print(stream);
  EXPECT_NE(text.find("!quant.uniform<i8<-127:127>:f32:0, {5.000000e-01,2.000000e+00}>"),
            std::string::npos)
      << text;
}

TEST(OnnxQuantize, UnsignedWeightsAround128AreSigned) {
  ModelBuilder m(13);
  m.output("y").floats("s", {}, {0.5f}).ints("z", {}, {128}, u8);
  m.ints("w", {3}, {0, 128, 255}, u8).node("DequantizeLinear", {"w", "s", "z"}, {"y"});
  Import import(m);
  expectTensor(import.run({}), {3}, {-64, 0, 63.5f});
  std::string text;
  llvm::raw_string_ostream stream(text);
  import.module->print(stream);
  EXPECT_NE(text.find("!quant.uniform<i8:f32, 5.000000e-01>"), std::string::npos) << text;
}

TEST(OnnxQuantize, ZeroPointsPerChannel) {
  ModelBuilder m(13);
  m.output("y").floats("s", {2}, {1, 0.5f}).ints("z", {2}, {1, 2}, i8);
  m.ints("w", {2, 1}, {5, 6}, i8);
  m.node("DequantizeLinear", {"w", "s", "z"}, {"y"}).set("axis", int64_t(0));
  expectTensor(Import(m).run({}), {2, 1}, {4, 2});
}

TEST(OnnxQuantize, BiasKeepsItsIntegers) {
  ModelBuilder m(13);
  m.output("y").floats("s", {2}, {0.25f, 0.5f}).ints("z", {2}, {0, 0}, i32);
  m.ints("b", {2}, {-1000000, 7}, i32);
  m.node("DequantizeLinear", {"b", "s", "z"}, {"y"}).set("axis", int64_t(0));
  Import import(m);
  expectTensor(import.run({}), {2}, {-250000, 3.5f});
  EXPECT_EQ(import.count("nn.dequantize"), 1u);
}

TEST(OnnxQuantize, AnIntegerInputTakesTheQuantizedType) {
  ModelBuilder m(13);
  m.input("q", {-1, 2}, u8).output("y").floats("s", {}, {0.5f}).ints("z", {}, {10}, u8);
  m.node("DequantizeLinear", {"q", "s", "z"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.inputType(0),
            "tensor<?x2x!quant.uniform<u8:f32, 5.000000e-01:10>, #nn.dims<N>>");
  std::vector<uint8_t> steps{0, 10, 12, 255};
  auto q = qrt::Tensor::fromValues<uint8_t>({2, 2}, std::span<const uint8_t>(steps));
  expectTensor(import.run({q}), {2, 2}, {-5, 0, 1, 122.5f});
}

TEST(OnnxQuantize, BadScalesAndZeroPoints) {
  for (float scale : {0.0f, -1.0f, 1e-40f, std::nanf(""), std::numeric_limits<float>::infinity()})
    EXPECT_EQ(Import(quantizeModel(u8, 0, scale)).failure, ImportFailure::BadFile) << scale;
  EXPECT_EQ(Import(quantizeModel(u8, 300)).failure, ImportFailure::BadFile);

  ModelBuilder sizes(13);
  sizes.input("x", {2, 2}).output("q").floats("s", {2}, {1, 1}).ints("z", {1}, {0}, u8);
  sizes.node("QuantizeLinear", {"x", "s", "z"}, {"q"});
  EXPECT_EQ(Import(sizes).failure, ImportFailure::BadFile);

  ModelBuilder channels(13);
  channels.input("x", {2, 3}).output("q").floats("s", {2}, {1, 1});
  channels.node("QuantizeLinear", {"x", "s"}, {"q"});
  EXPECT_EQ(Import(channels).failure, ImportFailure::BadFile);
}
