#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

TEST(OnnxGenerate, RangeOfConstants) {
  ModelBuilder m;
  m.input("x", {3})
      .output("y")
      .floats("a", {}, {1})
      .floats("b", {}, {2.4f})
      .floats("d", {}, {0.5f});
  m.node("Range", {"a", "b", "d"}, {"r"});
  m.node("Add", {"x", "r"}, {"y"});
  Import import(m);
  expectTensor(import.run({counting({3})}), {3}, {2, 3.5f, 5});
  EXPECT_EQ(import.count("nn.iota"), 0u);
}

// Positions are counted so.
TEST(OnnxGenerate, RangeOfTheBatch) {
  ModelBuilder m;
  m.input("x", {-1, 2}).output("y").longs("zero", {}, {0}).longs("one", {}, {1});
  m.node("Shape", {"x"}, {"shape"});
  m.node("Gather", {"shape", "zero"}, {"batch"}).set("axis", int64_t(0));
  m.node("Range", {"zero", "batch", "one"}, {"y"});
  Import import(m);
  EXPECT_EQ(integersOf(import.run({counting({3, 2})})), (Numbers{0, 1, 2}));
  EXPECT_EQ(import.outputType(0), "tensor<?xi64, #nn.dims<N>>");
}

TEST(OnnxGenerate, RangeOfHalves) {
  constexpr int32_t f16 = proto::TensorProto::FLOAT16;
  ModelBuilder m; // 1, 1.5, 2
  m.output("y").ints("a", {}, {0x3c00}, f16).ints("b", {}, {0x4080}, f16);
  m.ints("d", {}, {0x3800}, f16).node("Range", {"a", "b", "d"}, {"r"});
  m.node("Cast", {"r"}, {"y"}).set("to", int64_t(proto::TensorProto::FLOAT));
  expectTensor(Import(m).run({}), {3}, {1, 1.5f, 2});
}

TEST(OnnxGenerate, RangesStashType) {
  auto failure = [](int64_t type) {
    ModelBuilder m(27);
    m.output("y").longs("a", {}, {0}).longs("b", {}, {3}).longs("d", {}, {1});
    m.node("Range", {"a", "b", "d"}, {"y"}).set("stash_type", type);
    return Import(m).failure;
  };
  EXPECT_EQ(failure(proto::TensorProto::FLOAT), ImportFailure::None);
  EXPECT_EQ(failure(proto::TensorProto::FLOAT16), ImportFailure::Unsupported);
}

TEST(OnnxGenerate, RangeRefusals) {
  auto failure = [](const Numbers &limits) {
    ModelBuilder m;
    m.input("x", {3}).output("y").longs("a", {}, {limits[0]}).longs("b", {}, {limits[1]});
    m.longs("d", {}, {limits[2]}).node("Range", {"a", "b", "d"}, {"y"});
    return Import(m).failure;
  };
  EXPECT_EQ(failure({0, 3, 0}), ImportFailure::BadFile);
  EXPECT_EQ(failure({0, -3, 1}), ImportFailure::None); // no elements
  EXPECT_EQ(failure({0, int64_t(1) << 60, 1}), ImportFailure::Unsupported);
}

TEST(OnnxGenerate, ConstantOfShape) {
  for (int64_t rows : {2, 30000}) { // folded, and expanded
    ModelBuilder m;
    m.input("x", {rows, 2}).output("y").longs("s", {2}, {rows, 2});
    m.node("ConstantOfShape", {"s"}, {"c"});
    m.node("Add", {"x", "c"}, {"y"});
    Import import(m);
    EXPECT_EQ(valuesOf(import.run({counting({rows, 2})}))[3], 4.0f);
    EXPECT_EQ(import.count("nn.expand"), rows == 2 ? 0u : 1u);
  }
}

TEST(OnnxGenerate, ConstantOfShapeOfAValue) {
  proto::TensorProto seven;
  seven.set_data_type(proto::TensorProto::INT64);
  seven.add_dims(1);
  seven.add_int64_data(7);
  ModelBuilder m;
  m.input("x", {2}, proto::TensorProto::INT64).output("y").longs("s", {1}, {2});
  m.node("ConstantOfShape", {"s"}, {"c"}).set("value", seven);
  m.node("Add", {"x", "c"}, {"y"});
  const int64_t x[] = {1, 2};
  EXPECT_EQ(integersOf(Import(m).run({qrt::Tensor::fromValues<int64_t>({2}, x)})), (Numbers{8, 9}));
}

TEST(OnnxGenerate, AScalarOfShape) {
  ModelBuilder m;
  m.input("x", {2}).output("y").longs("s", {0}, {}).node("ConstantOfShape", {"s"}, {"c"});
  m.node("Add", {"x", "c"}, {"y"});
  expectTensor(Import(m).run({counting({2})}), {2}, {1, 2});
}

TEST(OnnxGenerate, EyeLike) {
  ModelBuilder m;
  m.input("x", {2, 3}).output("y");
  m.node("EyeLike", {"x"}, {"e"}).set("k", int64_t(1)).set("dtype", int64_t(1));
  m.node("Add", {"x", "e"}, {"y"});
  expectTensor(Import(m).run({counting({2, 3})}), {2, 3}, {1, 3, 3, 4, 5, 7});
}

TEST(OnnxGenerate, OneHot) {
  ModelBuilder m;
  m.input("i", {-1}, proto::TensorProto::INT64).output("y").longs("depth", {1}, {3});
  m.floats("v", {2}, {0, 5}).node("OneHot", {"i", "depth", "v"}, {"y"});
  const int64_t indices[] = {-1, 0};
  expectTensor(Import(m).run({qrt::Tensor::fromValues<int64_t>({2}, indices)}), {2, 3},
               {0, 0, 5, 5, 0, 0});
}

// Depth may be of any type.
TEST(OnnxGenerate, OneHotOfARealDepth) {
  auto model = [](const Numbers &shape, const Floats &depth) {
    ModelBuilder m;
    m.input("i", {2}, proto::TensorProto::INT64).output("y").floats("depth", shape, depth);
    m.floats("v", {2}, {0, 5}).node("OneHot", {"i", "depth", "v"}, {"y"});
    return m;
  };
  const int64_t indices[] = {1, 0};
  expectTensor(Import(model({}, {2})).run({qrt::Tensor::fromValues<int64_t>({2}, indices)}), {2, 2},
               {0, 5, 5, 0});
  EXPECT_TRUE(Import(model({2}, {2, 2})).says("depth is no scalar"));
  EXPECT_TRUE(Import(model({}, {-1})).says("depth must be positive"));
}

TEST(OnnxGenerate, Hardmax) {
  for (int64_t opset : {11, 13}) {
    ModelBuilder m(opset);
    m.input("x", {1, 2, 2}).output("y").node("Hardmax", {"x"}, {"y"});
    expectTensor(Import(m).run({tensor({1, 2, 2}, {1, 1, 0, 2})}), {1, 2, 2},
                 opset == 11 ? Floats{0, 0, 0, 1} : Floats{1, 0, 0, 1});
  }
}
