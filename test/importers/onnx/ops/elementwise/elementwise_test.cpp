#include "test/importers/onnx/import_fixture.h"

#include <cmath>
#include <limits>

using namespace qopt::onnx;
using namespace qopt::onnx::test;

// The operator on x, and y where it has two operands.
static Floats apply(const std::string &type, const Floats &x, const Floats &y = {}) {
  ModelBuilder m;
  Numbers shape{int64_t(x.size())};
  m.input("x", shape).output("z");
  std::vector<qrt::Tensor> inputs{tensor(shape, x)};
  if (!y.empty()) {
    m.input("y", {int64_t(y.size())});
    inputs.push_back(tensor({int64_t(y.size())}, y));
  }
  m.node(type, y.empty() ? std::vector<std::string>{"x"} : std::vector<std::string>{"x", "y"},
         {"z"});
  return valuesOf(Import(m).run(inputs));
}

TEST(OnnxElementwise, Binary) {
  EXPECT_EQ(apply("Add", {1, 2}, {10, 20}), (Floats{11, 22}));
  EXPECT_EQ(apply("Sub", {1, 2}, {10}), (Floats{-9, -8}));
  EXPECT_EQ(apply("Mul", {3, 2}, {10, -1}), (Floats{30, -2}));
  EXPECT_EQ(apply("Div", {3, 2}, {2, -4}), (Floats{1.5f, -0.5f}));
}

TEST(OnnxElementwise, Unary) {
  EXPECT_EQ(apply("Relu", {-1, 0, 2}), (Floats{0, 0, 2}));
  EXPECT_EQ(apply("Neg", {-1, 2}), (Floats{1, -2}));
  EXPECT_EQ(apply("Abs", {-1, 2}), (Floats{1, 2}));
  EXPECT_EQ(apply("Sqrt", {4, 9}), (Floats{2, 3}));
  EXPECT_EQ(apply("HardSwish", {-4, 0, 6}), (Floats{0, 0, 6}));
  EXPECT_EQ(apply("HardSigmoid", {-4, 0, 4}), (Floats{0, 0.5f, 1}));
  EXPECT_EQ(apply("LeakyRelu", {-100, 3}), (Floats{-1, 3}));
  EXPECT_NEAR(apply("Sigmoid", {1})[0], 1 / (1 + std::exp(-1.0)), 1e-6);
  EXPECT_NEAR(apply("Tanh", {1})[0], std::tanh(1.0), 1e-6);
  EXPECT_NEAR(apply("Exp", {1})[0], std::exp(1.0), 1e-6);
  EXPECT_NEAR(apply("Log", {2})[0], std::log(2.0), 1e-6);
  EXPECT_NEAR(apply("Erf", {0.5f})[0], std::erf(0.5), 1e-6);
  EXPECT_NEAR(apply("Gelu", {0.5f})[0], 0.25 * (1 + std::erf(0.5 / std::sqrt(2.0))), 1e-6);
}

TEST(OnnxElementwise, GeluByTanh) {
  ModelBuilder m(20);
  m.input("x", {1}).output("y").node("Gelu", {"x"}, {"y"}).set("approximate", std::string("tanh"));
  double inner = std::sqrt(2 / std::acos(-1.0)) * (0.5 + 0.044715 * 0.125);
  EXPECT_NEAR(valuesOf(Import(m).run({tensor({1}, {0.5f})}))[0], 0.25 * (1 + std::tanh(inner)),
              1e-6);

  ModelBuilder wrong(20);
  wrong.input("x", {1})
      .output("y")
      .node("Gelu", {"x"}, {"y"})
      .set("approximate", std::string("erf"));
  EXPECT_EQ(Import(wrong).failure, ImportFailure::BadFile);
}

TEST(OnnxElementwise, Parameters) {
  ModelBuilder m;
  m.input("x", {2}).output("y");
  m.node("LeakyRelu", {"x"}, {"a"}).set("alpha", 0.5f);
  m.node("HardSigmoid", {"a"}, {"y"}).set("alpha", 0.1f).set("beta", 0.25f);
  expectTensor(Import(m).run({tensor({2}, {-2, 5})}), {2}, {0.15f, 0.75f});
}

TEST(OnnxElementwise, VariadicFoldsToPairs) {
  for (const char *type : {"Max", "Min", "Sum"}) {
    ModelBuilder m;
    m.input("a", {2}).output("y").floats("b", {2}, {2, 0}).floats("c", {1}, {1});
    m.node(type, {"a", "b", "c"}, {"y"}).named("fold");
    Import import(m);
    Floats expected = type == std::string("Max")   ? Floats{3, 1}
                      : type == std::string("Min") ? Floats{1, -5}
                                                   : Floats{6, -4};
    expectTensor(import.run({tensor({2}, {3, -5})}), {2}, expected);
    EXPECT_EQ(import.keys().back(), "fold");
  }
  ModelBuilder one;
  one.input("a", {2}).output("y").node("Max", {"a"}, {"y"});
  expectTensor(Import(one).run({counting({2})}), {2}, {1, 2});
}

TEST(OnnxElementwise, ClipBoundsBeforeAndAfterOpset11) {
  ModelBuilder old(7);
  old.input("x", {3}).output("y");
  old.node("Clip", {"x"}, {"y"}).set("min", 0.0f).set("max", 6.0f);
  expectTensor(Import(old).run({tensor({3}, {-1, 3, 9})}), {3}, {0, 3, 6});

  ModelBuilder upper;
  upper.input("x", {3}).output("y").floats("high", {}, {6});
  upper.node("Clip", {"x", "", "high"}, {"y"});
  expectTensor(Import(upper).run({tensor({3}, {-1, 3, 9})}), {3}, {-1, 3, 6});

  ModelBuilder crossed;
  crossed.input("x", {3}).output("y").floats("low", {}, {5}).floats("high", {}, {2});
  crossed.node("Clip", {"x", "low", "high"}, {"y"});
  expectTensor(Import(crossed).run({tensor({3}, {-1, 3, 9})}), {3}, {2, 2, 2});

  ModelBuilder nan;
  nan.input("x", {3}).output("y").floats("low", {}, {std::nanf("")});
  nan.node("Clip", {"x", "low"}, {"y"});
  EXPECT_EQ(Import(nan).failure, ImportFailure::BadFile);

  ModelBuilder computed;
  computed.input("x", {3}).input("low", {}).output("y").node("Clip", {"x", "low"}, {"y"});
  expectTensor(Import(computed).run({tensor({3}, {-1, 3, 9}), tensor({}, {2})}), {3}, {2, 3, 9});

  ModelBuilder unfit; // the lower bound does not broadcast, and the upper one is not reached
  unfit.input("x", {3}).input("low", {2}).floats("high", {}, {6}).output("y");
  unfit.node("Clip", {"x", "low", "high"}, {"y"});
  EXPECT_EQ(Import(unfit).failure, ImportFailure::BadFile);

  ModelBuilder integers;
  integers.input("x", {3}, proto::TensorProto::INT8).output("y");
  integers.ints("high", {}, {4}, proto::TensorProto::INT8);
  integers.node("Clip", {"x", "", "high"}, {"y"});
  std::vector<int8_t> values{-7, 3, 9};
  auto x = qrt::Tensor::fromValues<int8_t>({3}, std::span<const int8_t>(values));
  EXPECT_EQ(integersOf(Import(integers).run({x})), (Numbers{-7, 3, 4}));
}

// An integer's square by 2.0 keeps all of its digits, and wraps as one by 2 does.
TEST(OnnxElementwise, IntegersToWholePowers) {
  ModelBuilder m(15);
  m.input("x", {3}, proto::TensorProto::INT32).output("y").floats("two", {}, {2});
  m.node("Pow", {"x", "two"}, {"y"});
  std::vector<int32_t> values{12345, -4097, 2147483647};
  auto x = qrt::Tensor::fromValues<int32_t>({3}, std::span<const int32_t>(values));
  EXPECT_EQ(integersOf(Import(m).run({x})), (Numbers{152399025, 16785409, 1}));
}

static ModelBuilder batchNormModel(int64_t opset) {
  ModelBuilder m(opset);
  m.input("x", {-1, 2, 1, 1}).output("y").floats("g", {2}, {2, 3}).floats("b", {2}, {1, 1});
  m.floats("m", {2}, {1, 2}).floats("v", {2}, {3, 15});
  return m;
}

TEST(OnnxElementwise, BatchNormalization) {
  ModelBuilder m = batchNormModel(9);
  m.node("BatchNormalization", {"x", "g", "b", "m", "v"}, {"y"})
      .set("epsilon", 1.0f)
      .set("momentum", 0.9f);
  Import import(m);
  expectTensor(import.run({tensor({1, 2, 1, 1}, {3, 6})}), {1, 2, 1, 1}, {3, 4});
  EXPECT_EQ(import.count("nn.batch_norm"), 1u);
}

TEST(OnnxElementwise, BatchNormalizationOfTraining) {
  ModelBuilder mode = batchNormModel(15);
  mode.node("BatchNormalization", {"x", "g", "b", "m", "v"}, {"y"})
      .set("training_mode", int64_t(1));
  Import import(mode);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("training_mode=1; export the model for inference"));

  ModelBuilder spatial = batchNormModel(7);
  spatial.node("BatchNormalization", {"x", "g", "b", "m", "v"}, {"y"}).set("spatial", int64_t(0));
  EXPECT_EQ(Import(spatial).failure, ImportFailure::Unsupported);
}

TEST(OnnxElementwise, IntegersAndMixtures) {
  ModelBuilder m;
  m.input("x", {2}, proto::TensorProto::INT64).output("y").longs("c", {1}, {5});
  m.node("Add", {"x", "c"}, {"y"});
  std::vector<int64_t> values{1, 2};
  auto x = qrt::Tensor::fromValues<int64_t>({2}, std::span<const int64_t>(values));
  EXPECT_EQ(integersOf(Import(m).run({x})), (Numbers{6, 7}));

  ModelBuilder mixed;
  mixed.input("x", {2}).output("y").longs("c", {1}, {5}).node("Add", {"x", "c"}, {"y"});
  EXPECT_EQ(Import(mixed).failure, ImportFailure::BadFile);

  ModelBuilder integers;
  integers.input("x", {2}, proto::TensorProto::INT32).output("y").node("Relu", {"x"}, {"y"});
  std::vector<int32_t> signs{-3, 3};
  EXPECT_EQ(integersOf(Import(integers).run(
                {qrt::Tensor::fromValues<int32_t>({2}, std::span<const int32_t>(signs))})),
            (Numbers{0, 3}));
}

TEST(OnnxElementwise, ShapesThatDoNotBroadcast) {
  ModelBuilder m;
  m.input("x", {2}).input("y", {3}).output("z");
  m.node("Add", {"x", "y"}, {"z"}).named("sum");
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("layer 'sum' (Add)"));
  EXPECT_TRUE(import.says("do not broadcast"));
}

// The expected values follow opset 9's definitions, by hand; defaults hold where no attribute is
// given.
TEST(OnnxElementwise, FunctionsWithAttributes) {
  struct Case {
    const char *type;
    std::vector<std::pair<const char *, float>> attributes;
    Floats x, expected;
  };
  const float e1 = float(std::exp(-1.0) - 1);
  for (const Case &c :
       {Case{"Shrink", {}, {-2, 0.5f, 2}, {-2, 0, 2}},
        Case{"Shrink", {{"lambd", 1}, {"bias", 0.5f}}, {-2, 1, 2}, {-1.5f, 0, 1.5f}},
        Case{"Selu", {}, {1, -1}, {1.05070102f, 1.05070102f * 1.67326324f * e1}},
        Case{"Selu", {{"alpha", 2}, {"gamma", 3}}, {1, -1}, {3, 6 * e1}},
        Case{"Elu", {{"alpha", 2}}, {3, -1}, {3, 2 * e1}},
        Case{"Celu", {{"alpha", 2}}, {3, -2}, {3, 2 * e1}},
        Case{"ThresholdedRelu", {}, {1, 2}, {0, 2}},
        Case{"ThresholdedRelu", {{"alpha", 2}}, {2, 3}, {0, 3}}}) {
    ModelBuilder m;
    Numbers shape{int64_t(c.x.size())};
    m.input("x", shape).output("y");
    NodeBuilder node = m.node(c.type, {"x"}, {"y"});
    for (const auto &[name, value] : c.attributes)
      node.set(name, value);
    SCOPED_TRACE(c.type);
    expectTensor(Import(m).run({tensor(shape, c.x)}), shape, c.expected);
  }
}

TEST(OnnxElementwise, FunctionsAreOfFloats) {
  for (const char *type : {"Exp", "Elu"}) {
    ModelBuilder m;
    m.input("x", {2}, proto::TensorProto::INT32).output("y").node(type, {"x"}, {"y"});
    Import import(m);
    EXPECT_EQ(import.failure, ImportFailure::BadFile);
    EXPECT_TRUE(import.says("its input is no float"));
  }
}

TEST(OnnxElementwise, SlopesAlongDimension1BeforeOpset7) {
  EXPECT_EQ(apply("PRelu", {-2, 3}, {0.5f}), (Floats{-1, 3}));
  for (int64_t opset : {6, 7}) {
    ModelBuilder m(opset);
    m.input("x", {1, 2, 2})
        .output("y")
        .floats("s", {2}, {10, 100})
        .node("PRelu", {"x", "s"}, {"y"});
    expectTensor(Import(m).run({tensor({1, 2, 2}, {-1, -2, -3, 4})}), {1, 2, 2},
                 opset < 7 ? Floats{-10, -20, -300, 4} : Floats{-10, -200, -30, 4});
  }
}

TEST(OnnxElementwise, Means) {
  EXPECT_EQ(apply("Mean", {1, 2}, {3, 6}), (Floats{2, 4}));
  EXPECT_EQ(apply("Mean", {1, 2}), (Floats{1, 2}));
}

TEST(OnnxElementwise, Remainders) {
  auto model = [](int32_t type, int64_t truncated) {
    ModelBuilder m;
    m.input("x", {2}, type).input("y", {2}, type).output("z");
    m.node("Mod", {"x", "y"}, {"z"}).set("fmod", truncated);
    return m;
  };
  expectTensor(
      Import(model(proto::TensorProto::FLOAT, 1)).run({tensor({2}, {-5, 5}), tensor({2}, {3, -3})}),
      {2}, {-2, 2}); // the dividend's sign
  auto whole = [](std::vector<int32_t> values) {
    return qrt::Tensor::fromValues<int32_t>({2}, std::span<const int32_t>(values));
  };
  EXPECT_EQ(
      integersOf(Import(model(proto::TensorProto::INT32, 0)).run({whole({-5, 5}), whole({3, -3})})),
      (Numbers{1, -1})); // the divisor's
  Import floats(model(proto::TensorProto::FLOAT, 0));
  EXPECT_EQ(floats.failure, ImportFailure::BadFile);
  EXPECT_TRUE(floats.says("of floats needs fmod=1"));
}
