// Expected values: QONNX's formula, clamp(x / s + z) rounded to even, less z, times s, by hand.
#include "test/importers/onnx/import_fixture.h"

#include <limits>

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static constexpr const char *qonnx = "qonnx.custom_op.general";

namespace {
struct Quant {
  Numbers shape = {};
  Floats scale = {0.5f};
  float zero = 0;
  float bits = 4;
  std::string domain = qonnx, type = "Quant";
};
} // namespace

static ModelBuilder quantModel(const Quant &q, int64_t isSigned = 1, int64_t narrow = 0,
                               const std::string &rounding = "ROUND") {
  ModelBuilder m(13);
  m.input("x", {2, 3}).output("y");
  m.floats("s", q.shape, q.scale).floats("z", {}, {q.zero}).floats("b", {}, {q.bits});
  m.node(q.type, {"x", "s", "z", "b"}, {"y"})
      .in(q.domain)
      .set("signed", isSigned)
      .set("narrow", narrow)
      .set("rounding_mode", rounding);
  return m;
}

static const Floats x{-100, -0.3f, 0.25f, 0.74f, 0.75f, 100};

static Floats run(const ModelBuilder &m) { return valuesOf(Import(m).run({tensor({2, 3}, x)})); }

static std::string textOf(Import &import) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  import.module->print(stream);
  return text;
}

TEST(OnnxFakeQuantize, IsAPairOfTheBitsAndScaleGiven) {
  Import import(quantModel({}));
  EXPECT_EQ(import.count("nn.quantize"), 1u);
  EXPECT_EQ(import.count("nn.dequantize"), 1u);
  EXPECT_NE(textOf(import).find("!quant.uniform<i8<-8:7>:f32, 5.000000e-01>"), std::string::npos);
  expectTensor(import.run({tensor({2, 3}, x)}), {2, 3}, {-4, -0.5f, 0, 0.5f, 1, 3.5f}, 0);
}

TEST(OnnxFakeQuantize, SignsAndNarrowRanges) {
  EXPECT_EQ(run(quantModel({}, 1, 1)), (Floats{-3.5f, -0.5f, 0, 0.5f, 1, 3.5f}));
  EXPECT_EQ(run(quantModel({}, 0)), (Floats{0, 0, 0, 0.5f, 1, 7.5f}));
  EXPECT_EQ(run(quantModel({}, 0, 1)), (Floats{0, 0, 0, 0.5f, 1, 7}));
  EXPECT_EQ(run(quantModel({.zero = -2})), (Floats{-3, -0.5f, 0, 0.5f, 1, 4.5f}));
  EXPECT_EQ(run(quantModel({.bits = 12})), (Floats{-100, -0.5f, 0, 0.5f, 1, 100}));
  EXPECT_EQ(run(quantModel({.bits = 1}, 0)), (Floats{0, 0, 0, 0.5f, 0.5f, 0.5f}));
}

TEST(OnnxFakeQuantize, EveryDomainAndName) {
  for (std::string domain : {qonnx, "onnx.brevitas", "finn.custom_op.general"})
    EXPECT_EQ(run(quantModel({.domain = domain}))[5], 3.5f) << domain;
  EXPECT_EQ(run(quantModel({.type = "IntQuant"}, 1, 0, "half_even"))[5], 3.5f);
}

// A learned scale is no range's: it stays the f32 that it is.
TEST(OnnxFakeQuantize, ScalesSurvive) {
  Import import(quantModel({.scale = {0.0123456789f}, .bits = 8}));
  EXPECT_NE(textOf(import).find("quant.uniform<i8:f32, 0.012345679104328156>"), std::string::npos)
      << textOf(import);
}

TEST(OnnxFakeQuantize, ScalesAlongADimension) {
  EXPECT_EQ(run(quantModel({.shape = {2, 1}, .scale = {0.5f, 2}, .bits = 8})),
            (Floats{-64, -0.5f, 0, 0, 0, 100}));
  Import last(quantModel({.shape = {3}, .scale = {0.5f, 1, 0.25f}, .bits = 8}));
  EXPECT_NE(textOf(last).find("f32:1, {5.0"), std::string::npos) << textOf(last);
  // One for all.
  Import same(quantModel({.shape = {2, 1}, .scale = {0.5f, 0.5f}}));
  EXPECT_NE(textOf(same).find("i8<-8:7>:f32, 5.0"), std::string::npos);
}

// 20 bits: steps that no quantize makes when it runs, as of a bias.
TEST(OnnxFakeQuantize, ConstantsOfManyBits) {
  auto model = [](float bits, float value) {
    ModelBuilder m(13);
    m.output("y").floats("x", {2}, {value, -0.3f}).floats("s", {}, {0.25f}).floats("z", {}, {0});
    m.floats("b", {}, {bits}).node("Quant", {"x", "s", "z", "b"}, {"y"}).in(qonnx);
    return m;
  };
  Import import(model(20, 50000.1f));
  EXPECT_EQ(import.count("nn.quantize"), 0u);
  expectTensor(import.run({}), {2}, {50000, -0.25f}, 0);
  EXPECT_EQ(Import(model(20, 1e6f)).failure, ImportFailure::Unsupported);
  EXPECT_EQ(Import(model(32, 1e20f)).failure, ImportFailure::Unsupported);
}

TEST(OnnxFakeQuantize, Refused) {
  auto fails = [](const ModelBuilder &m, const std::string &text) {
    Import import(m);
    EXPECT_EQ(import.failure, ImportFailure::Unsupported) << text;
    EXPECT_EQ(import.diagnostics.size(), 1u);
    EXPECT_TRUE(import.says(text)) << import.diagnostics.front();
  };
  fails(quantModel({}, 1, 0, "FLOOR"), "rounding_mode=FLOOR");
  fails(quantModel({.zero = 0.5f}), "zero point 0.5");
  fails(quantModel({.zero = 9}), "zero point 9 outside the steps -8 to 7");
  fails(quantModel({.bits = 1}), "BipolarQuant");
  fails(quantModel({.bits = 17}), "more than 16 bits");
  fails(quantModel({.bits = 16}, 0), "more than 16 bits");
  fails(quantModel({.shape = {2, 3}, .scale = {1, 2, 3, 4, 5, 6}}), "several dimensions");
  EXPECT_EQ(Import(quantModel({.scale = {-1}})).failure, ImportFailure::BadFile);
  EXPECT_EQ(Import(quantModel({.scale = {0}})).failure, ImportFailure::BadFile);
  EXPECT_EQ(Import(quantModel({.shape = {2}, .scale = {1, 2}})).failure, ImportFailure::BadFile);
  EXPECT_EQ(Import(quantModel({.bits = 4.5f})).failure, ImportFailure::BadFile);

  for (const char *varies : {"s", "z", "b"}) {
    ModelBuilder m(13);
    m.input("x", {2, 3}).output("y").input(varies, {});
    for (const char *name : {"s", "z", "b"})
      if (name != std::string(varies))
        m.floats(name, {}, {4});
    m.node("Quant", {"x", "s", "z", "b"}, {"y"}).in(qonnx);
    fails(m, "a constant is read");
  }
}

TEST(OnnxFakeQuantize, BipolarIsASignAndAPair) {
  ModelBuilder m(13);
  m.input("x", {2, 3}).output("y").floats("s", {}, {0.3f});
  m.node("BipolarQuant", {"x", "s"}, {"y"}).in(qonnx);
  Import import(m);
  EXPECT_EQ(import.count("nn.quantize"), 1u);
  const float inf = std::numeric_limits<float>::infinity();
  expectTensor(import.run({tensor({2, 3}, {-1, -0.0f, 0, 1e-30f, inf, -inf})}), {2, 3},
               {-0.3f, 0.3f, 0.3f, 0.3f, 0.3f, -0.3f}, 0);

  ModelBuilder weights(13);
  weights.output("y").floats("x", {2, 1}, {-3, 0}).floats("s", {2, 1}, {0.3f, 2});
  weights.node("BipolarQuant", {"x", "s"}, {"y"}).in(qonnx);
  Import known(weights);
  EXPECT_EQ(known.count("nn.quantize"), 0u);
  expectTensor(known.run({}), {2, 1}, {-0.3f, 2}, 0);
}

TEST(OnnxFakeQuantize, TruncIsItsFormula) {
  auto truncated = [](const std::string &mode, float zero) {
    ModelBuilder m(13);
    m.input("x", {2, 3}).output("y").floats("s", {}, {0.5f}).floats("z", {}, {zero});
    m.floats("i", {}, {8}).floats("o", {}, {6});
    m.node("Trunc", {"x", "s", "z", "i", "o"}, {"y"}).in(qonnx).set("rounding_mode", mode);
    return valuesOf(Import(m).run({tensor({2, 3}, {-3.5f, -0.5f, 0.4f, 1, 3, 3.5f})}));
  };
  // Steps −7, −1, 1, 2, 6, 7; a fourth of them −1.75, −0.25, 0.25, 0.5, 1.5, 1.75.
  EXPECT_EQ(truncated("FLOOR", 0), (Floats{-1, -0.5f, 0, 0, 0.5f, 0.5f}));
  EXPECT_EQ(truncated("ceil", 0), (Floats{-0.5f, 0, 0.5f, 0.5f, 1, 1}));
  EXPECT_EQ(truncated("ROUND", 0), (Floats{-1, 0, 0, 0, 1, 1}));
  // Moved by 2: −1.25, 0.25, 0.75, 1, 2, 2.25; less 2 again.
  EXPECT_EQ(truncated("FLOOR", 2), (Floats{-2, -1, -1, -0.5f, 0, 0}));
}

TEST(OnnxFakeQuantize, TruncRefuses) {
  ModelBuilder m(13);
  m.input("x", {1}).output("y").floats("s", {}, {1}).floats("z", {}, {0}).floats("b", {}, {8});
  m.node("Trunc", {"x", "s", "z", "b", "s", "b"}, {"y"}).in(qonnx);
  EXPECT_TRUE(Import(m).says("version 2 of QONNX"));
}
