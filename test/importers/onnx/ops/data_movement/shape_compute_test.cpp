#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

TEST(OnnxShapeCompute, TheFlattenIdiomOfExporters) {
  // x.view(x.size(0), -1): Shape → Gather → Unsqueeze → Concat → Reshape.
  ModelBuilder m(11);
  m.input("x", {-1, 2, 3}).output("y").longs("zero", {}, {0});
  m.node("Shape", {"x"}, {"shape"});
  m.node("Gather", {"shape", "zero"}, {"n"}).set("axis", int64_t(0));
  m.node("Unsqueeze", {"n"}, {"n1"}).set("axes", Numbers{0});
  m.node("Constant", {}, {"rest"}).set("value_ints", Numbers{-1});
  m.node("Concat", {"n1", "rest"}, {"target"}).set("axis", int64_t(0));
  m.node("Reshape", {"x", "target"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.outputType(0), "tensor<?x6xf32, #nn.dims<N>>");
  EXPECT_EQ(import.keys(), (std::vector<std::string>{"y"}));
}

TEST(OnnxShapeCompute, ArithmeticOnSizes) {
  ModelBuilder m;
  m.input("x", {-1, 4}).output("y").longs("i", {1}, {0}).longs("two", {}, {2});
  m.node("Shape", {"x"}, {"shape"}).set("start", int64_t(0)).set("end", int64_t(1));
  m.node("Cast", {"shape"}, {"n32"}).set("to", int64_t(proto::TensorProto::INT32));
  m.node("Cast", {"n32"}, {"n"}).set("to", int64_t(proto::TensorProto::INT64));
  m.node("Mul", {"n", "two"}, {"n2"});
  m.node("Add", {"n2", "two"}, {"n3"});
  m.node("Sub", {"n3", "two"}, {"n4"});
  m.node("Concat", {"n4", "minus"}, {"target"}).set("axis", int64_t(0));
  m.longs("minus", {1}, {-1}).node("Reshape", {"x", "target"}, {"y"});
  EXPECT_EQ(Import(m).outputType(0), "tensor<?x2xf32, #nn.dims<2*N>>");
}

TEST(OnnxShapeCompute, SizeSliceDivSqueeze) {
  ModelBuilder m(11);
  m.input("x", {-1, 4}).output("y").longs("one", {1}, {1}).longs("two", {1}, {2});
  m.longs("four", {}, {4});
  m.node("Shape", {"x"}, {"shape"});
  m.node("Slice", {"shape", "one", "two"}, {"c"}); // [4]
  m.node("Squeeze", {"c"}, {"c0"}).set("axes", Numbers{0});
  m.node("Size", {"x"}, {"count"}); // 4·N
  m.node("Div", {"count", "c0"}, {"n"});
  m.node("Unsqueeze", {"n"}, {"n1"}).set("axes", Numbers{0});
  m.node("Concat", {"two", "n1", "two"}, {"target"}).set("axis", int64_t(0));
  m.node("Reshape", {"x", "target"}, {"y"});
  EXPECT_EQ(Import(m).outputType(0), "tensor<2x?x2xf32, #nn.dims<N>>");
}

TEST(OnnxShapeCompute, SizesAsData) {
  ModelBuilder fixed;
  fixed.input("x", {2, 3}).output("y").node("Shape", {"x"}, {"y"});
  Import import(fixed);
  EXPECT_EQ(integersOf(import.run({counting({2, 3})})), (Numbers{2, 3}));

  ModelBuilder scale;
  scale.input("x", {2, 3}).output("y").longs("i", {}, {1});
  scale.node("Shape", {"x"}, {"s"});
  scale.node("Gather", {"s", "i"}, {"c"});
  scale.node("Cast", {"c"}, {"f"}).set("to", int64_t(proto::TensorProto::FLOAT));
  scale.node("Div", {"x", "f"}, {"y"});
  expectTensor(Import(scale).run({tensor({2, 3}, {3, 6, 9, 0, 0, 3})}), {2, 3}, {1, 2, 3, 0, 0, 1});

  ModelBuilder varies;
  varies.input("x", {-1, 3}).output("y").node("Shape", {"x"}, {"y"});
  EXPECT_EQ(Import(varies).failure, ImportFailure::Unsupported);
}

TEST(OnnxShapeCompute, ConcatRefusals) {
  auto joined = [](int64_t axis, bool wide) {
    ModelBuilder m;
    m.input("x", {2, 3}).output("y").node("Shape", {"x"}, {"s"});
    if (wide)
      m.longs("two", {1}, {2});
    else
      m.ints("two", {1}, {2}, proto::TensorProto::INT32);
    m.node("Concat", {"s", "two"}, {"y"}).set("axis", axis);
    return Import(m).failure;
  };
  EXPECT_EQ(joined(-1, true), ImportFailure::None);
  EXPECT_EQ(joined(1, true), ImportFailure::BadFile);
  EXPECT_EQ(joined(0, false), ImportFailure::BadFile); // beside i64
}

TEST(OnnxShapeCompute, GatherOfData) {
  auto gather = [](int64_t axis) {
    ModelBuilder m;
    m.input("x", {2, 3}).output("y").longs("i", {2}, {-1, 0});
    m.node("Gather", {"x", "i"}, {"y"}).set("axis", axis);
    return m;
  };
  expectTensor(Import(gather(-1)).run({tensor({2, 3}, {1, 2, 3, 4, 5, 6})}), {2, 2}, {3, 1, 6, 4});
  EXPECT_EQ(Import(gather(2)).failure, ImportFailure::BadFile);
}

TEST(OnnxShapeCompute, GatherRefusals) {
  for (int64_t index : {2, -3}) {
    ModelBuilder m;
    m.input("x", {2, 3}).output("y").longs("i", {1}, {index});
    m.node("Shape", {"x"}, {"s"});
    m.node("Gather", {"s", "i"}, {"y"});
    EXPECT_EQ(Import(m).failure, ImportFailure::BadFile);
  }
}

TEST(OnnxShapeCompute, CastOfTensorsAndConstants) {
  ModelBuilder m;
  m.input("x", {3})
      .output("y")
      .node("Cast", {"x"}, {"y"})
      .set("to", int64_t(proto::TensorProto::INT32));
  EXPECT_EQ(integersOf(Import(m).run({tensor({3}, {1.9f, -1.9f, 7})})), (Numbers{1, -1, 7}));

  ModelBuilder half;
  half.input("x", {2}).output("y").ints("h", {2}, {0x3c00, 0xc000}, proto::TensorProto::FLOAT16);
  half.node("Cast", {"h"}, {"f"}).set("to", int64_t(proto::TensorProto::FLOAT));
  half.node("Add", {"x", "f"}, {"y"});
  expectTensor(Import(half).run({counting({2})}), {2}, {2, 0});

  ModelBuilder same;
  same.input("x", {1})
      .output("y")
      .node("Cast", {"x"}, {"y"})
      .set("to", int64_t(proto::TensorProto::FLOAT));
  EXPECT_TRUE(Import(same).keys().empty());

  for (int64_t type : {int64_t(proto::TensorProto::STRING), int64_t(99), int64_t(-1) << 40}) {
    ModelBuilder other;
    other.input("x", {1}).output("y").node("Cast", {"x"}, {"y"}).set("to", type);
    EXPECT_EQ(Import(other).failure, ImportFailure::Unsupported);
  }
}

TEST(OnnxShapeCompute, CastLikeAnother) {
  ModelBuilder m(15);
  m.input("x", {3}).input("like", {1}, proto::TensorProto::INT32).output("y");
  m.node("CastLike", {"x", "like"}, {"y"});
  Import import(m);
  const int32_t like[] = {0};
  EXPECT_EQ(integersOf(import.run(
                {tensor({3}, {1.9f, -1.9f, 7}), qrt::Tensor::fromValues<int32_t>({1}, like)})),
            (Numbers{1, -1, 7}));
  EXPECT_EQ(import.outputType(0), "tensor<3xi32>");
}

// Casts to the type that the input has already: only saturating does something, to infinities.
TEST(OnnxShapeCompute, CastToTheSameType) {
  constexpr int32_t f8 = proto::TensorProto::FLOAT8E5M2;
  for (int64_t saturate : {0, 1}) {
    ModelBuilder m(19);
    m.input("x", {2}, f8).output("y");
    m.node("Cast", {"x"}, {"s"}).set("to", int64_t(f8)).set("saturate", saturate);
    m.node("Cast", {"s"}, {"y"}).set("to", int64_t(1));
    qrt::Tensor x = qrt::Tensor::allocate(qrt::ElementType::F8E5M2, {2});
    auto *bytes = reinterpret_cast<uint8_t *>(x.mutableData());
    bytes[0] = 0x7c; // infinity
    bytes[1] = 0x3c; // 1
    float expected = saturate ? 57344.0f : std::numeric_limits<float>::infinity();
    EXPECT_EQ(valuesOf(Import(m).run({x})), (Floats{expected, 1}));
  }
}

TEST(OnnxShapeCompute, BitCast) {
  auto cast = [](int32_t to) {
    ModelBuilder m;
    m.input("x", {3})
        .output("y")
        .node("BitCast", {"x"}, {"y"})
        .named("bits")
        .set("to", int64_t(to));
    return Import(m);
  };
  EXPECT_EQ(integersOf(cast(proto::TensorProto::INT32).run({tensor({3}, {1, -2, 0})})),
            (Numbers{0x3f800000, int32_t(0xc0000000), 0}));
  Import narrower = cast(proto::TensorProto::INT16);
  EXPECT_EQ(narrower.failure, ImportFailure::BadFile);
  EXPECT_TRUE(narrower.says("to INT16, which has another width"));
  EXPECT_EQ(cast(proto::TensorProto::DOUBLE).failure, ImportFailure::Unsupported);
}
