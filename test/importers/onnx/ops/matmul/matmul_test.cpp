#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static ModelBuilder gemmModel(const Numbers &a, const Numbers &b) {
  ModelBuilder m;
  Floats values(b[0] * b[1]);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = float(i + 1);
  m.input("a", a).output("y").floats("b", b, values);
  return m;
}

TEST(OnnxGemm, OneOperationWithBias) {
  ModelBuilder m = gemmModel({-1, 2}, {3, 2});
  m.floats("c", {3}, {10, 20, 30});
  m.node("Gemm", {"a", "b", "c"}, {"y"}).set("transB", int64_t(1));
  Import import(m);
  expectTensor(import.run({counting({2, 2})}), {2, 3}, {15, 31, 47, 21, 45, 69});
  EXPECT_EQ(import.count("nn.matmul"), 1u);
  EXPECT_EQ(import.count("nn.add"), 0u);
}

TEST(OnnxGemm, ARowMatrixIsABiasToo) {
  ModelBuilder m = gemmModel({1, 2}, {2, 2});
  m.floats("c", {1, 2}, {10, 20}).node("Gemm", {"a", "b", "c"}, {"y"});
  Import import(m);
  expectTensor(import.run({counting({1, 2})}), {1, 2}, {17, 30});
  EXPECT_EQ(import.count("nn.add") + import.count("nn.reshape"), 0u);
}

TEST(OnnxGemm, AlphaBetaTransA) {
  ModelBuilder m = gemmModel({2, 1}, {2, 2});
  m.floats("c", {1}, {100});
  m.node("Gemm", {"a", "b", "c"}, {"y"})
      .named("fc")
      .set("alpha", 2.0f)
      .set("beta", 0.5f)
      .set("transA", int64_t(1));
  Import import(m);
  expectTensor(import.run({counting({2, 1})}), {1, 2}, {64, 70});
  EXPECT_EQ(import.keys().back(), "fc");
}

TEST(OnnxGemm, AlphaAlone) {
  ModelBuilder m = gemmModel({1, 2}, {2, 1});
  m.node("Gemm", {"a", "b"}, {"y"}).set("alpha", 3.0f);
  expectTensor(Import(m).run({counting({1, 2})}), {1, 1}, {15});
}

TEST(OnnxGemm, WholeMatrixC) {
  ModelBuilder m = gemmModel({2, 1}, {1, 2});
  m.floats("c", {2, 1}, {10, 20}).node("Gemm", {"a", "b", "c"}, {"y"});
  expectTensor(Import(m).run({counting({2, 1})}), {2, 2}, {11, 12, 22, 24});
}

TEST(OnnxGemm, WrongShapes) {
  ModelBuilder m = gemmModel({1, 3}, {2, 2});
  m.node("Gemm", {"a", "b"}, {"y"}).named("fc7");
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("layer 'fc7' (Gemm)"));
}

TEST(OnnxMatMul, MatricesAndBatches) {
  ModelBuilder m;
  m.input("a", {2, 1, 2}).input("b", {2, 2, 1}).output("y").node("MatMul", {"a", "b"}, {"y"});
  expectTensor(Import(m).run({counting({2, 1, 2}), counting({2, 2, 1})}), {2, 1, 1}, {5, 25});

  ModelBuilder shared = gemmModel({2, 1, 2}, {2, 1});
  shared.node("MatMul", {"a", "b"}, {"y"});
  expectTensor(Import(shared).run({counting({2, 1, 2})}), {2, 1, 1}, {5, 11});
}

TEST(OnnxMatMul, Vectors) {
  ModelBuilder dot;
  dot.input("a", {3}).input("b", {3}).output("y").node("MatMul", {"a", "b"}, {"y"});
  expectTensor(Import(dot).run({counting({3}), counting({3})}), {}, {14});

  ModelBuilder left;
  left.input("a", {2}).input("b", {2, 3}).output("y").node("MatMul", {"a", "b"}, {"y"});
  expectTensor(Import(left).run({counting({2}), counting({2, 3})}), {3}, {9, 12, 15});

  ModelBuilder right;
  right.input("a", {2, 2}).input("b", {2}).output("y").node("MatMul", {"a", "b"}, {"y"});
  expectTensor(Import(right).run({counting({2, 2}), counting({2})}), {2}, {5, 11});
}

TEST(OnnxMatMul, OpenBatchesAreRepeated) {
  ModelBuilder m(13);
  m.input("a", {1, 1, 2}).input("b", {-1, 2, 1}).output("y").node("MatMul", {"a", "b"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.outputType(0), "tensor<?x1x1xf32, #nn.dims<N>>");
  expectTensor(import.run({counting({1, 1, 2}), counting({2, 2, 1})}), {2, 1, 1}, {5, 11});
}

TEST(OnnxMatMul, LeadingDimensionsBroadcast) {
  ModelBuilder left(13);
  left.input("a", {2, 2}).input("b", {2, 1, 2, 1}).output("y").node("MatMul", {"a", "b"}, {"y"});
  expectTensor(Import(left).run({counting({2, 2}), counting({2, 1, 2, 1})}), {2, 1, 2, 1},
               {5, 11, 11, 25});
  ModelBuilder both(13);
  both.input("a", {2, 1, 1, 2}).input("b", {2, 2, 1}).output("y");
  both.node("MatMul", {"a", "b"}, {"y"});
  expectTensor(Import(both).run({counting({2, 1, 1, 2}), counting({2, 2, 1})}), {2, 2, 1, 1},
               {5, 11, 11, 25});
  // Right of a single matrix, the batch stays open.
  ModelBuilder open(13);
  open.input("a", {-1, 1, 2})
      .input("b", {1, 1, 2, 1})
      .output("y")
      .node("MatMul", {"a", "b"}, {"y"});
  Import import(open);
  EXPECT_EQ(import.outputType(0), "tensor<1x?x1x1xf32, #nn.dims<N>>");
  expectTensor(import.run({counting({2, 1, 2}), counting({1, 1, 2, 1})}), {1, 2, 1, 1}, {5, 11});
  ModelBuilder wrong(13);
  wrong.input("a", {2, 1, 2}).input("b", {3, 2, 1}).output("y").node("MatMul", {"a", "b"}, {"y"});
  EXPECT_TRUE(Import(wrong).says("do not broadcast"));
}

TEST(OnnxMatMul, OfUnsignedIntegersWraps) {
  ModelBuilder m;
  m.input("a", {1, 2}, proto::TensorProto::UINT32).input("b", {2, 1}, proto::TensorProto::UINT32);
  m.output("y").node("MatMul", {"a", "b"}, {"y"});
  const uint32_t left[] = {4000000000, 3}, right[] = {2, 4000000000};
  auto a = qrt::Tensor::fromValues<uint32_t>({1, 2}, std::span<const uint32_t>(left));
  auto b = qrt::Tensor::fromValues<uint32_t>({2, 1}, std::span<const uint32_t>(right));
  Import import(m);
  EXPECT_EQ(integersOf(import.run({a, b})), Numbers{uint32_t(4000000000ull * 5)});
  EXPECT_EQ(import.outputType(0), "tensor<1x1xui32>");
}

TEST(OnnxMatMul, OfIntegers) {
  ModelBuilder m(13);
  m.input("a", {2}, proto::TensorProto::INT64).input("b", {2, 2}, proto::TensorProto::INT64);
  m.output("y").node("MatMul", {"a", "b"}, {"y"});
  auto a = qrt::Tensor::fromValues<int64_t>({2}, std::vector<int64_t>{1, -2});
  auto b = qrt::Tensor::fromValues<int64_t>({2, 2}, std::vector<int64_t>{1, 2, 3, 4});
  EXPECT_EQ(integersOf(Import(m).run({a, b})), (Numbers{-5, -6}));
}

TEST(OnnxMatMul, Fused) {
  ModelBuilder m(13);
  m.input("a", {2, 1, 2}).input("b", {2, 2}).output("y");
  m.node("FusedMatMul", {"a", "b"}, {"y"})
      .set("alpha", 0.5f)
      .set("transA", int64_t(1))
      .set("transB", int64_t(1));
  m.model.mutable_graph()->mutable_node(0)->set_domain("com.microsoft");
  ModelBuilder wrong = m;
  EXPECT_FALSE(Import(wrong).module);
  m.model.mutable_graph()
      ->mutable_input(1)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(1)
      ->set_dim_value(1);
  expectTensor(Import(m).run({counting({2, 1, 2}), counting({2, 1})}), {2, 2, 2},
               {0.5f, 1, 1, 2, 1.5f, 3, 2, 4});
}
