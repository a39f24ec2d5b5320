#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

using Strings = std::vector<std::string>;

// h ← relu(w·x + r·h) by hand, over two samples.
static ModelBuilder plain(const Strings &inputs = {"x", "w", "r"}) {
  ModelBuilder m;
  m.input("x", {3, 2, 1}).output("y").output("h");
  m.floats("w", {1, 1, 1}, {2}).floats("r", {1, 1, 1}, {0.5f});
  m.node("RNN", inputs, {"y", "h"})
      .named("steps")
      .set("hidden_size", int64_t(1))
      .set("activations", Strings{"Relu"});
  return m;
}

TEST(OnnxRecurrent, OneProductAndThenTheSteps) {
  Import import(plain());
  EXPECT_EQ(import.count("nn.matmul"), 1u);
  EXPECT_EQ(import.count("nn.rnn"), 1u);
  EXPECT_EQ(import.count("nn.reshape"), 0u) << "constant weights stay constants";
  auto results = import.runAll({tensor({3, 2, 1}, {1, -1, 2, 1, -4, 0})});
  ASSERT_EQ(results.size(), 2u);
  expectTensor(results[0], {3, 1, 2, 1}, {2, 0, 5, 2, 0, 1});
  expectTensor(results[1], {1, 2, 1}, {0, 1});
}

TEST(OnnxRecurrent, LengthsBiasAndAState) {
  ModelBuilder m = plain({"x", "w", "r", "b", "n", "h0"});
  m.floats("b", {1, 2}, {1, 0.5f}).floats("h0", {1, 2, 1}, {2, 4});
  m.ints("n", {2}, {1, 2}, proto::TensorProto::INT32);
  auto results = Import(m).runAll({tensor({3, 2, 1}, {1, -1, 2, 1, -4, 0})});
  expectTensor(results[0], {3, 1, 2, 1}, {4.5f, 1.5f, 0, 4.25f, 0, 0});
  expectTensor(results[1], {1, 2, 1}, {4.5f, 4.25f});
}

TEST(OnnxRecurrent, BatchFirstBothWays) {
  ModelBuilder m;
  m.input("x", {-1, 2, 1}).output("y").output("h");
  m.floats("w", {2, 1, 1}, {1, 2}).floats("r", {2, 1, 1}, {0.5f, 0.25f});
  m.node("RNN", {"x", "w", "r"}, {"y", "h"})
      .set("layout", int64_t(1))
      .set("direction", std::string("bidirectional"))
      .set("activations", Strings{"Affine", "LeakyRelu"})
      .set("activation_alpha", Floats{2, 0.5f})
      .set("activation_beta", Floats{1});
  Import import(m);
  EXPECT_EQ(import.outputType(0), "tensor<?x2x2x1xf32, #nn.dims<N>>");
  auto results = import.runAll({tensor({1, 2, 1}, {1, -1})});
  // Forward 2·1 + 1, 2·(−1 + 1.5) + 1; backward ½·(−2), 2 − ¼.
  expectTensor(results[0], {1, 2, 2, 1}, {3, 1.75f, 2, -1});
  expectTensor(results[1], {1, 2, 1}, {2, 1.75f});
}

TEST(OnnxRecurrent, GatedUnits) {
  for (int64_t linear : {0, 1}) {
    ModelBuilder m;
    m.input("x", {2, 1, 1}).output("y");
    m.floats("w", {1, 6, 1}, {0.5f, -0.5f, 1, 0.25f, 0.75f, -1})
        .floats("h0", {1, 1, 2}, {0.5f, -1});
    Floats r, b{0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.6f, 0.5f, 0.4f, 0.3f, 0.2f, 0.1f};
    for (int i = 0; i < 12; ++i)
      r.push_back(float(i - 5) / 8);
    m.floats("r", {1, 6, 2}, r).floats("b", {1, 12}, b);
    m.node("GRU", {"x", "w", "r", "b", "", "h0"}, {"y"}).set("linear_before_reset", linear);
    // NumPy, from ONNX's equations in f64.
    expectTensor(Import(m).run({tensor({2, 1, 1}, {1, -1})}), {2, 1, 1, 2},
                 linear ? Floats{0.56387266f, -0.80790543f, 0.21133028f, -0.40801687f}
                        : Floats{0.57047536f, -0.78278601f, 0.23569964f, -0.38637404f});
  }
}

// quantize_dynamic writes an LSTM so: rows of inputs, columns of gates, scales of one or of
// columns.
static ModelBuilder stepsModel(const Numbers &zeros, bool batchFirst) {
  constexpr int32_t i8 = proto::TensorProto::INT8;
  ModelBuilder m;
  m.input("x", batchFirst ? Numbers{1, 2, 2} : Numbers{2, 1, 2}).output("y");
  m.ints("w", {1, 2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}, i8).floats("ws", {1}, {0.5f});
  m.ints("wz", {1}, {1}, i8).ints("r", {1, 1, 4}, {1, 2, 3, 4}, i8);
  m.floats("rs", {1, 4}, {0.1f, 0.2f, 0.3f, 0.4f}).ints("rz", {int64_t(zeros.size())}, zeros, i8);
  m.node("DynamicQuantizeLSTM", {"x", "w", "r", "", "", "", "", "", "ws", "wz", "rs", "rz"}, {"y"})
      .in("com.microsoft")
      .set("hidden_size", int64_t(1))
      .set("layout", int64_t(batchFirst));
  return m;
}

TEST(OnnxRecurrent, WeightsInSteps) {
  Import real = [] {
    ModelBuilder m;
    m.input("x", {2, 1, 2}).output("y");
    // W is [gates, inputs] of (q − 1)·scale.
    m.floats("w", {1, 4, 2}, {0, 2, 0.5f, 2.5f, 1, 3, 1.5f, 3.5f});
    m.floats("r", {1, 4, 1}, {0.1f, 0.4f, 0.9f, 1.6f});
    m.node("LSTM", {"x", "w", "r"}, {"y"}).set("hidden_size", int64_t(1));
    return Import(m);
  }();
  const ModelBuilder m = stepsModel({0, 0, 0, 0}, false);
  // 8 bits hold these: a range of 255/128, and the state of one unit, which is its range's end.
  qrt::Tensor x = tensor({2, 1, 2}, {-0.5f, 1.4921875f, 0.25f, 1});
  Import import(m);
  expectTensor(import.run({x}), {2, 1, 1, 1}, valuesOf(real.run({x})));
  x = tensor({2, 1, 2}, {-0.5f, 1.4921875f, 0.2539f, 1}); // rounded as 0.2539 is to 1/128
  expectTensor(import.run({x}), {2, 1, 1, 1},
               valuesOf(real.run({tensor({2, 1, 2}, {-0.5f, 1.4921875f, 0.25f, 1})})));
  // One zero point of all columns, as ONNX Runtime takes it.
  expectTensor(Import(stepsModel({0}, false)).run({x}), {2, 1, 1, 1}, valuesOf(import.run({x})));
  expectTensor(Import(stepsModel({0, 0, 0, 0}, true)).run({x.reshaped({1, 2, 2})}), {1, 2, 1, 1},
               valuesOf(import.run({x})));
  ModelBuilder odd = m;
  odd.model.mutable_graph()->mutable_initializer(2)->set_data_type(proto::TensorProto::UINT8);
  EXPECT_TRUE(Import(odd).says("scales or zero points of input 1 do not fit it"));
}

// A state says how many samples there are.
TEST(OnnxRecurrent, AStateDecidesAnOpenBatch) {
  ModelBuilder m;
  m.input("x", {3, -1, 1}).output("y");
  m.floats("w", {1, 1, 1}, {2}).floats("r", {1, 1, 1}, {0.5f}).floats("h0", {1, 2, 1}, {0, 0});
  m.node("RNN", {"x", "w", "r", "", "", "h0"}, {"y"}).set("hidden_size", int64_t(1));
  EXPECT_EQ(Import(m).inputType(0), "tensor<3x2x1xf32>");
}

TEST(OnnxRecurrent, LongShortTermMemory) {
  ModelBuilder m;
  m.input("x", {2, 1, 1}).output("y").output("c");
  m.floats("w", {1, 4, 1}, {0.5f, -0.5f, 1, 0.25f})
      .floats("r", {1, 4, 1}, {0.1f, 0.2f, -0.3f, 0.4f});
  m.floats("b", {1, 8}, {0.1f, 0, 0.2f, -0.1f, 0.05f, 0.1f, 0, 0});
  m.floats("h0", {1, 1, 1}, {0.5f}).floats("c0", {1, 1, 1}, {-0.25f});
  m.floats("p", {1, 3}, {0.3f, -0.2f, 0.1f});
  m.node("LSTM", {"x", "w", "r", "b", "", "h0", "c0", "p"}, {"y", "", "c"}).named("memory");
  Import import(m);
  auto results = import.runAll({tensor({2, 1, 1}, {1, 2})});
  ASSERT_EQ(results.size(), 2u);
  // NumPy, from ONNX's equations in f64.
  expectTensor(results[0], {2, 1, 1, 1}, {0.014876449f, 0.086790954f});
  expectTensor(results[1], {1, 1, 1}, {0.32488442f});
  Strings keys = import.keys();
  EXPECT_NE(std::find(keys.begin(), keys.end(), "memory:2"), keys.end());
}

// Weights and inputs of halves are widened, every output narrowed.
TEST(OnnxRecurrent, Halves) {
  constexpr auto f16 = proto::TensorProto::FLOAT16;
  ModelBuilder m;
  m.input("x", {2, 1, 1}, f16).output("y").output("h");
  m.ints("w", {1, 1, 1}, {0x4000}, f16).ints("r", {1, 1, 1}, {0x3800}, f16);
  m.node("RNN", {"x", "w", "r"}, {"y", "h"}).set("activations", Strings{"Relu"});
  Import import(m);
  EXPECT_EQ(import.outputType(0), "tensor<2x1x1x1xf16>");
  EXPECT_EQ(import.outputType(1), "tensor<1x1x1xf16>");
}

// The schema's default names a function for either direction; hosts write it out for one.
TEST(OnnxRecurrent, TheSchemasDefaultForOneDirection) {
  auto resultsOf = [](bool isWritten) {
    ModelBuilder m;
    m.input("x", {3, 2, 1}).output("y").floats("w", {1, 1, 1}, {2}).floats("r", {1, 1, 1}, {1});
    auto &&rnn = m.node("RNN", {"x", "w", "r"}, {"y"});
    if (isWritten)
      rnn.set("activations", Strings{"Tanh", "Tanh"});
    return valuesOf(Import(m).run({counting({3, 2, 1})}));
  };
  EXPECT_EQ(resultsOf(true), resultsOf(false));
}

static void expectRefused(ModelBuilder m, ImportFailure failure, const std::string &text) {
  Import import(m);
  EXPECT_EQ(import.failure, failure);
  EXPECT_TRUE(import.says(text)) << text;
  EXPECT_TRUE(import.says("steps"));
}

TEST(OnnxRecurrent, Refusals) {
  auto with = [](const std::string &name, auto value) {
    ModelBuilder m;
    m.input("x", {3, 2, 1}).output("y").floats("w", {1, 1, 1}, {2}).floats("r", {1, 1, 1}, {1});
    m.node("RNN", {"x", "w", "r"}, {"y"}).named("steps").set(name, value);
    return m;
  };
  expectRefused(with("direction", std::string("sideways")), ImportFailure::BadFile,
                "direction is 'sideways'");
  expectRefused(with("activations", Strings{"Tan"}), ImportFailure::Unsupported,
                "activation 'Tan'");
  expectRefused(with("activations", Strings{"Relu", "Relu"}), ImportFailure::BadFile,
                "has 2 activations for 1 directions of 1");
  expectRefused(with("activation_alpha", Floats{1}), ImportFailure::BadFile, "more alphas");
  expectRefused(with("hidden_size", int64_t(2)), ImportFailure::BadFile,
                "hidden_size is 2, R is for 1");
  expectRefused(with("direction", std::string("bidirectional")), ImportFailure::BadFile,
                "W is 1x1x1, needs 2x1 rows");
  ModelBuilder bias; // of too few elements for both of its halves
  bias.input("x", {3, 2, 1}).output("y").floats("w", {1, 1, 1}, {2}).floats("r", {1, 1, 1}, {1});
  bias.floats("b", {2}, {1, 2}).node("RNN", {"x", "w", "r", "b"}, {"y"}).named("steps");
  expectRefused(bias, ImportFailure::BadFile, "B is 2, needs 1x2");
}
