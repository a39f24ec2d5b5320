#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static Import reshaped(const Numbers &input, const Numbers &shape, int64_t allowZero = 0) {
  ModelBuilder m;
  m.input("x", input).output("y").longs("shape", {int64_t(shape.size())}, shape);
  NodeBuilder node = m.node("Reshape", {"x", "shape"}, {"y"});
  node.named("view");
  if (allowZero)
    node.set("allowzero", allowZero);
  return Import(m);
}

TEST(OnnxShape, Reshape) {
  Import fixed = reshaped({2, 3}, {3, -1});
  expectTensor(fixed.run({counting({2, 3})}), {3, 2}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(reshaped({-1, 2, 3}, {0, -1}).outputType(0), "tensor<?x6xf32, #nn.dims<N>>");
  EXPECT_EQ(reshaped({-1, 2, 3}, {-1, 6}).outputType(0), "tensor<?x6xf32, #nn.dims<N>>");
  EXPECT_EQ(reshaped({-1, 2, 3}, {-1, 3}).outputType(0), "tensor<?x3xf32, #nn.dims<2*N>>");
  EXPECT_EQ(reshaped({-1, 4}, {2, -1}).outputType(0), "tensor<2x?xf32, #nn.dims<2*N>>");
}

TEST(OnnxShape, ReshapeRefusals) {
  for (const Numbers &shape : {Numbers{4}, Numbers{-1, -1}, Numbers{4, -1}, Numbers{-2, 3},
                               Numbers{6, 1, 1, 0}, Numbers{int64_t(1) << 62, 4}}) {
    Import import = reshaped({2, 3}, shape);
    EXPECT_EQ(import.failure, ImportFailure::BadFile);
    EXPECT_TRUE(import.says("layer 'view' (Reshape)"));
  }
  EXPECT_EQ(reshaped({2, 3}, {0, 3}, 1).failure, ImportFailure::BadFile);
  EXPECT_EQ(reshaped({-1, 3}, {2, 4}).failure, ImportFailure::BadFile); // 8 is no 3·N
}

// An open size that a layer takes as one number alone is that number.
TEST(OnnxShape, ReshapeDecidesAnOpenSize) {
  Import two = reshaped({-1, 3}, {2, 3});
  EXPECT_EQ(two.inputType(0), "tensor<2x3xf32>");
  EXPECT_TRUE(two.says("'N' is 2: layer 'view' takes no other size"));
  ModelBuilder m;
  m.input("x", {-1, -1, 3}).output("y").longs("shape", {3}, {1, 0, 3});
  proto::ValueInfoProto &x = *m.model.mutable_graph()->mutable_input(0);
  x.mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim(1)->set_dim_param("T");
  m.node("Reshape", {"x", "shape"}, {"y"}).named("view");
  EXPECT_EQ(Import(m).inputType(0), "tensor<1x?x3xf32, #nn.dims<T>>");
  ModelBuilder lost;
  lost.input("x", {-1, 3}).output("y").longs("axes", {1}, {0});
  lost.node("Squeeze", {"x", "axes"}, {"y"});
  EXPECT_EQ(Import(lost).inputType(0), "tensor<1x3xf32>");
}

// No size divides by T−2 unless T−2 is dropped on both sides.
TEST(OnnxShape, ReshapeBesideAnUnpaddedConvolution) {
  for (const Numbers &shape : {Numbers{0, 0, -1}, Numbers{0, -1, 4}, Numbers{-1, 8}}) {
    ModelBuilder m;
    m.input("x", {-1, 1, -1, 8}).output("y").floats("w", {1, 1, 3, 1}, {0, 1, 0});
    proto::ValueInfoProto &x = *m.model.mutable_graph()->mutable_input(0);
    x.mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim(2)->set_dim_param("T");
    m.node("Conv", {"x", "w"}, {"c"});
    m.node("Transpose", {"c"}, {"t"}).set("perm", Numbers{0, 2, 3, 1});
    m.longs("shape", {int64_t(shape.size())}, shape).node("Reshape", {"t", "shape"}, {"y"});
    Import import(m);
    qrt::Tensor y = import.run({counting({2, 1, 5, 8})});
    ASSERT_TRUE(import.module);
    Numbers want = shape.size() == 2    ? Numbers{6, 8}
                   : shape.back() == -1 ? Numbers{2, 3, 8}
                                        : Numbers{2, 6, 4};
    EXPECT_EQ(Numbers(y.shape().begin(), y.shape().end()), want);
    EXPECT_EQ(y.values<float>()[0], 9);
  }
}

TEST(OnnxShape, NegativeSizesDoNotCancel) {
  ModelBuilder m;
  m.input("x", {6}).output("y").longs("shape", {2}, {-2, -3});
  m.floats("c", {6}, {1, 2, 3, 4, 5, 6}).node("Reshape", {"c", "shape"}, {"t"});
  m.node("Add", {"x", "t"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("asks for a negative size"));
}

TEST(OnnxShape, ReshapeByAComputedTensorIsNotSupported) {
  ModelBuilder m;
  m.input("x", {4}).input("s", {1}, proto::TensorProto::INT64).output("y");
  m.node("Reshape", {"x", "s"}, {"y"});
  EXPECT_EQ(Import(m).failure, ImportFailure::Unsupported);
}

TEST(OnnxShape, Flatten) {
  for (auto [axis, type] :
       std::vector<std::pair<int64_t, std::string>>{{1, "tensor<?x6xf32, #nn.dims<N>>"},
                                                    {0, "tensor<1x?xf32, #nn.dims<6*N>>"},
                                                    {-1, "tensor<?x3xf32, #nn.dims<2*N>>"},
                                                    {3, "tensor<?x1xf32, #nn.dims<6*N>>"}}) {
    ModelBuilder m;
    m.input("x", {-1, 2, 3}).output("y").node("Flatten", {"x"}, {"y"}).set("axis", axis);
    EXPECT_EQ(Import(m).outputType(0), type);
  }
}

TEST(OnnxShape, SqueezeAndUnsqueezeByAttributeAndByInput) {
  for (int64_t opset : {11, 13}) {
    ModelBuilder m(opset);
    m.input("x", {-1, 1, 3, 1}).output("y").longs("a", {2}, {0, -1}).longs("s", {1}, {1});
    if (opset < 13) {
      m.node("Squeeze", {"x"}, {"t"}).set("axes", Numbers{1});
      m.node("Unsqueeze", {"t"}, {"y"}).set("axes", Numbers{0, -1});
    } else {
      m.node("Squeeze", {"x", "s"}, {"t"});
      m.node("Unsqueeze", {"t", "a"}, {"y"});
    }
    EXPECT_EQ(Import(m).outputType(0), "tensor<1x?x3x1x1xf32, #nn.dims<N>>");
  }
  ModelBuilder all;
  all.input("x", {1, 2, 1}).output("y").node("Squeeze", {"x"}, {"y"});
  expectTensor(Import(all).run({counting({1, 2, 1})}), {2}, {1, 2});

  ModelBuilder wide;
  wide.input("x", {2, 1}).output("y").longs("a", {1}, {0}).node("Squeeze", {"x", "a"}, {"y"});
  EXPECT_EQ(Import(wide).failure, ImportFailure::BadFile);
}

TEST(OnnxShape, Transpose) {
  ModelBuilder m;
  m.input("x", {2, 3}).output("y").node("Transpose", {"x"}, {"y"});
  expectTensor(Import(m).run({counting({2, 3})}), {3, 2}, {1, 4, 2, 5, 3, 6});
  ModelBuilder bad;
  bad.input("x", {2, 3}).output("y");
  bad.node("Transpose", {"x"}, {"y"}).set("perm", Numbers{0, 0});
  EXPECT_EQ(Import(bad).failure, ImportFailure::BadFile);
}

TEST(OnnxShape, Concat) {
  ModelBuilder m;
  m.input("x", {-1, 2}).output("y").node("Concat", {"x", "x"}, {"y"}).set("axis", int64_t(-1));
  expectTensor(Import(m).run({counting({1, 2})}), {1, 4}, {1, 2, 1, 2});
  ModelBuilder bad;
  bad.input("x", {2, 2}).input("z", {3, 3}).output("y");
  bad.node("Concat", {"x", "z"}, {"y"}).set("axis", int64_t(0));
  EXPECT_EQ(Import(bad).failure, ImportFailure::BadFile);
}

TEST(OnnxShape, IdentityAndDropoutDisappear) {
  ModelBuilder m;
  m.input("x", {2}).output("y").floats("c", {2}, {10, 20});
  m.node("Identity", {"c"}, {"c2"});
  m.node("Dropout", {"x"}, {"d"}).set("seed", int64_t(1));
  m.node("Add", {"d", "c2"}, {"y"});
  Import import(m);
  expectTensor(import.run({counting({2})}), {2}, {11, 22});
  EXPECT_EQ(import.keys(), (std::vector<std::string>{"c", "y"}));
}

TEST(OnnxShape, DropoutOfTraining) {
  for (int64_t training : {0, 1}) {
    ModelBuilder m;
    m.input("x", {2}).output("y").floats("r", {}, {0.5f});
    m.ints("t", {}, {training}, proto::TensorProto::BOOL);
    m.node("Dropout", {"x", "r", "t"}, {"y"});
    EXPECT_EQ(Import(m).failure, training ? ImportFailure::Unsupported : ImportFailure::None);
  }
}

TEST(OnnxShape, Constants) {
  ModelBuilder m;
  m.input("x", {2}).output("y");
  m.node("Constant", {}, {"a"}).set("value_float", 10.0f);
  m.node("Constant", {}, {"b"}).set("value_floats", Floats{1, 2});
  proto::TensorProto value;
  value.set_data_type(proto::TensorProto::FLOAT);
  value.add_dims(2);
  value.add_float_data(100);
  value.add_float_data(200);
  m.node("Constant", {}, {"c"}).set("value", value);
  m.node("Sum", {"x", "a", "b", "c"}, {"y"});
  expectTensor(Import(m).run({counting({2})}), {2}, {112, 214});

  ModelBuilder text;
  text.output("y").node("Constant", {}, {"y"}).set("value_string", std::string("no"));
  EXPECT_EQ(Import(text).failure, ImportFailure::Unsupported);
}
