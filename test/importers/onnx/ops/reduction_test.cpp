#include "test/importers/onnx/import_fixture.h"

#include <cmath>

using namespace qopt::onnx;
using namespace qopt::onnx::test;

TEST(OnnxReduction, AxesAsAttribute) {
  struct Case {
    const char *type;
    Floats values;
  };
  for (const Case &c :
       {Case{"ReduceMean", {2, 5}}, Case{"ReduceSum", {6, 15}}, Case{"ReduceMax", {3, 6}},
        Case{"ReduceMin", {1, 4}}, Case{"ReduceProd", {6, 120}}, Case{"ReduceL1", {6, 15}},
        Case{"ReduceL2", {std::sqrt(14.0f), std::sqrt(77.0f)}}, Case{"ReduceSumSquare", {14, 77}},
        Case{"ReduceLogSum", {std::log(6.0f), std::log(15.0f)}},
        Case{"ReduceLogSumExp", {3.4076059f, 6.4076059f}}}) {
    ModelBuilder m(11);
    m.input("x", {2, 3}).output("y");
    m.node(c.type, {"x"}, {"y"}).set("axes", Numbers{-1}).set("keepdims", int64_t(0));
    expectTensor(Import(m).run({counting({2, 3})}), {2}, c.values);
  }
}

TEST(OnnxReduction, AxesAsInput) {
  for (int64_t opset : {13, 18}) {
    ModelBuilder m(opset);
    m.input("x", {-1, 1, 2, 2}).output("y").longs("axes", {2}, {3, 2});
    m.node("ReduceSum", {"x", "axes"}, {"y"});
    Import import(m);
    expectTensor(import.run({counting({2, 1, 2, 2})}), {2, 1, 1, 1}, {10, 26});
  }
  ModelBuilder mean(18);
  mean.input("x", {2, 2}).output("y").longs("axes", {1}, {0});
  mean.node("ReduceMean", {"x", "axes"}, {"y"});
  expectTensor(Import(mean).run({counting({2, 2})}), {1, 2}, {2, 3});
}

TEST(OnnxReduction, NoAxes) {
  ModelBuilder all(13);
  all.input("x", {2, 2}).output("y");
  all.node("ReduceSum", {"x"}, {"y"}).set("keepdims", int64_t(0));
  expectTensor(Import(all).run({counting({2, 2})}), {}, {10});

  ModelBuilder noop(13);
  noop.input("x", {2, 2}).output("y").longs("axes", {0}, {});
  noop.node("ReduceSum", {"x", "axes"}, {"y"}).set("noop_with_empty_axes", int64_t(1));
  expectTensor(Import(noop).run({counting({2, 2})}), {2, 2}, {1, 2, 3, 4});
}

// Over no dimension a sum of squares still squares.
TEST(OnnxReduction, OfNoDimension) {
  auto reduced = [](const char *op) {
    ModelBuilder m(18);
    m.input("x", {3}).output("y").node(op, {"x"}, {"y"}).set("noop_with_empty_axes", int64_t(1));
    return Import(m).run({tensor({3}, {-2, 0, 4})});
  };
  for (const char *op : {"ReduceL1", "ReduceL2"})
    expectTensor(reduced(op), {3}, {2, 0, 4});
  expectTensor(reduced("ReduceSumSquare"), {3}, {4, 0, 16});
  for (const char *op : {"ReduceLogSumExp", "ReduceSum", "ReduceMean", "ReduceMax", "ReduceProd"})
    expectTensor(reduced(op), {3}, {-2, 0, 4});
  ModelBuilder m(18);
  m.input("x", {2})
      .output("y")
      .node("ReduceLogSum", {"x"}, {"y"})
      .set("noop_with_empty_axes", int64_t(1));
  expectTensor(Import(m).run({tensor({2}, {1, 8})}), {2}, {0, 2.0794415f});
}

TEST(OnnxReduction, OfUnsignedIntegers) {
  ModelBuilder m(20);
  m.input("x", {3}, proto::TensorProto::UINT32).output("y");
  m.node("ReduceMax", {"x"}, {"y"}).set("keepdims", int64_t(0));
  std::vector<uint32_t> values{1, 4000000000u, 7};
  auto x = qrt::Tensor::fromValues<uint32_t>({3}, std::span<const uint32_t>(values));
  EXPECT_EQ(integersOf(Import(m).run({x})), Numbers{4000000000});

  for (int32_t type : {proto::TensorProto::UINT32, proto::TensorProto::UINT8}) {
    ModelBuilder place(20);
    place.input("x", {3}, type).output("y").node("ArgMax", {"x"}, {"y"});
    std::vector<uint8_t> bytes{1, 200, 7};
    auto given = type == proto::TensorProto::UINT8
                     ? qrt::Tensor::fromValues<uint8_t>({3}, std::span<const uint8_t>(bytes))
                     : x;
    EXPECT_EQ(integersOf(Import(place).run({given})), Numbers{1});
  }
  for (const char *op : {"ReduceMax", "ArgMin", "ReduceSum"}) {
    ModelBuilder wide(20);
    wide.input("x", {3}, proto::TensorProto::UINT64).output("y").node(op, {"x"}, {"y"});
    Import import(wide);
    EXPECT_EQ(import.failure, ImportFailure::Unsupported);
    EXPECT_TRUE(import.says("on UINT64"));
  }
}

// Halves are compared widened: 2, 2⁻²⁴ and −∞.
TEST(OnnxReduction, PlacesOfNarrowFloats) {
  for (bool least : {false, true}) {
    ModelBuilder m(20);
    m.input("x", {3}, proto::TensorProto::FLOAT16).output("y");
    m.node(least ? "ArgMin" : "ArgMax", {"x"}, {"y"});
    qrt::Tensor x = qrt::Tensor::allocate(qrt::ElementType::F16, {3});
    auto *bits = static_cast<uint16_t *>(x.mutableData());
    bits[0] = 0x0001, bits[1] = 0xfc00, bits[2] = 0x4000;
    EXPECT_EQ(integersOf(Import(m).run({x})), Numbers{least ? 1 : 2});
  }
}

TEST(OnnxReduction, OfIntegers) {
  ModelBuilder m(18);
  m.input("x", {2, 3}, proto::TensorProto::INT64).output("y");
  m.node("ReduceProd", {"x"}, {"y"}).set("keepdims", int64_t(0));
  auto x = qrt::Tensor::fromValues<int64_t>({2, 3}, std::vector<int64_t>{1, -2, 3, 4, 5, 6});
  EXPECT_EQ(integersOf(Import(m).run({x})), Numbers{-720});

  ModelBuilder norm(18);
  norm.input("x", {2, 3}, proto::TensorProto::INT64).output("y").node("ReduceL2", {"x"}, {"y"});
  EXPECT_EQ(Import(norm).failure, ImportFailure::Unsupported);
}

// A shape's product is a size, known in terms of the batch.
TEST(OnnxReduction, ExtremesOfNarrowElements) {
  using proto::TensorProto;
  for (int32_t type : {TensorProto::BOOL, TensorProto::UINT8, TensorProto::INT16}) {
    ModelBuilder m(20);
    m.input("x", {2, 2}, TensorProto::INT32).output("low").output("high").longs("axes", {1}, {1});
    m.node("Cast", {"x"}, {"narrow"}).set("to", int64_t(type));
    m.node("ReduceMin", {"narrow", "axes"}, {"min"}).set("keepdims", int64_t(0));
    m.node("ReduceMax", {"narrow", "axes"}, {"max"});
    m.node("Cast", {"min"}, {"low"}).set("to", int64_t(TensorProto::INT32));
    m.node("Cast", {"max"}, {"high"}).set("to", int64_t(TensorProto::INT32));
    std::vector<int32_t> values{0, 1, 1, 1};
    auto outputs = Import(m).runAll(
        {qrt::Tensor::fromValues<int32_t>({2, 2}, std::span<const int32_t>(values))});
    ASSERT_EQ(outputs.size(), 2u);
    EXPECT_EQ(outputs[0].shape(), (Numbers{2}));
    EXPECT_EQ(integersOf(outputs[0]), (Numbers{0, 1}));
    EXPECT_EQ(integersOf(outputs[1]), (Numbers{1, 1}));
  }
}

TEST(OnnxReduction, OfSizes) {
  ModelBuilder m(18);
  m.input("x", {-1, 2, 3}).output("y").longs("tail", {1}, {1});
  m.node("Shape", {"x"}, {"shape"});
  m.node("ReduceProd", {"shape"}, {"count"});
  m.node("Concat", {"count", "tail"}, {"target"}).set("axis", int64_t(0));
  m.node("Reshape", {"x", "target"}, {"y"});
  Import import(m);
  expectTensor(import.run({counting({1, 2, 3})}), {6, 1}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(import.outputType(0), "tensor<?x1xf32, #nn.dims<6*N>>");
}

TEST(OnnxReduction, PlacesOfExtremes) {
  auto places = [](ModelBuilder &m, const Floats &x) {
    return integersOf(Import(m).run({tensor({2, 3}, x)}));
  };
  for (bool last : {false, true}) {
    ModelBuilder m(13);
    m.input("x", {2, 3}).output("y");
    m.node("ArgMax", {"x"}, {"y"})
        .set("axis", int64_t(-1))
        .set("keepdims", int64_t(0))
        .set("select_last_index", int64_t(last));
    EXPECT_EQ(places(m, {1, 5, 5, 2, 2, 0}), last ? Numbers({2, 1}) : Numbers({1, 0}));
  }
  ModelBuilder down(11); // along axis 0, which stays
  down.input("x", {2, 3}).output("y").node("ArgMin", {"x"}, {"y"});
  EXPECT_EQ(places(down, {1, 5, 5, 2, 2, 0}), Numbers({0, 1, 1}));
}

TEST(OnnxReduction, Refusals) {
  ModelBuilder batch(11);
  batch.input("x", {-1, 2}).output("y");
  batch.node("ReduceMean", {"x"}, {"y"}).set("axes", Numbers{0});
  expectTensor(Import(batch).run({counting({3, 2})}), {1, 2}, {3, 4});

  for (const Numbers &axes : {Numbers{2}, Numbers{-3}, Numbers{1, -1}}) {
    ModelBuilder m(11);
    m.input("x", {2, 2}).output("y");
    m.node("ReduceMean", {"x"}, {"y"}).set("axes", axes);
    EXPECT_EQ(Import(m).failure, ImportFailure::BadFile);
  }
}

TEST(OnnxReduction, SoftmaxAlongAnAxis) {
  ModelBuilder m(13);
  m.input("x", {-1, 2, 2}).output("y");
  m.node("Softmax", {"x"}, {"y"}).set("axis", int64_t(1));
  float low = 1 / (1 + std::exp(2.0f)), high = 1 - low;
  expectTensor(Import(m).run({counting({1, 2, 2})}), {1, 2, 2}, {low, low, high, high});
}

TEST(OnnxReduction, LogSoftmax) {
  ModelBuilder m(13);
  m.input("x", {-1, 2, 2}).output("y").node("LogSoftmax", {"x"}, {"y"});
  float high = -std::log(1 + std::exp(-1.0f)), low = high - 1;
  expectTensor(Import(m).run({counting({1, 2, 2})}), {1, 2, 2}, {low, high, low, high});

  ModelBuilder flat(11); // all behind the first axis are one
  flat.input("x", {-1, 2, 2}).output("y").node("LogSoftmax", {"x"}, {"y"});
  Floats values = valuesOf(Import(flat).run({counting({1, 2, 2})}));
  double sum = 1 + std::exp(-1.0) + std::exp(-2.0) + std::exp(-3.0);
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(values[i], i - 3 - std::log(sum), 1e-6);
}

TEST(OnnxReduction, SoftmaxFlattensBeforeOpset13) {
  ModelBuilder m(11);
  m.input("x", {-1, 2, 2}).output("y").node("Softmax", {"x"}, {"y"});
  Import import(m);
  Floats values = valuesOf(import.run({counting({2, 2, 2})}));
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += std::exp(float(i - 3));
  for (int i = 0; i < 8; ++i)
    EXPECT_NEAR(values[i], std::exp(float(i % 4 - 3)) / sum, 1e-6);
  EXPECT_EQ(import.outputType(0), "tensor<?x2x2xf32, #nn.dims<N>>");

  ModelBuilder batch(11);
  batch.input("x", {-1, 2}).output("y");
  batch.node("Softmax", {"x"}, {"y"}).set("axis", int64_t(0));
  values = valuesOf(Import(batch).run({counting({1, 2})}));
  EXPECT_NEAR(values[0] + values[1], 1, 1e-6);
}
