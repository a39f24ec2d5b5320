#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static Import moved(const std::string &type, const Numbers &input, const Numbers &numbers) {
  ModelBuilder m;
  m.input("x", input).output("y").longs("s", {int64_t(numbers.size())}, numbers);
  m.node(type, {"x", "s"}, {"y"}).named("layer");
  return Import(m);
}

TEST(OnnxMove, Expand) {
  expectTensor(moved("Expand", {2, 1}, {1, 3}).run({counting({2, 1})}), {2, 3}, {1, 1, 1, 2, 2, 2});
  EXPECT_EQ(moved("Expand", {-1, 1}, {2, 1, 3}).outputType(0), "tensor<2x?x3xf32, #nn.dims<N>>");
  EXPECT_EQ(moved("Expand", {2, 2}, {1, 2}).count("nn.expand"), 0u);
  EXPECT_EQ(moved("Expand", {2, 2}, {3}).failure, ImportFailure::BadFile);
  EXPECT_EQ(moved("Expand", {2, 1}, {2, 0}).outputType(0), "tensor<2x0xf32>");
}

// A class token is repeated so for a batch.
TEST(OnnxMove, ExpandToTheBatch) {
  ModelBuilder m;
  m.input("x", {-1, 2}).output("y").floats("token", {1, 2}, {7, 8}).longs("zero", {1}, {0});
  m.longs("two", {1}, {2}).node("Shape", {"x"}, {"shape"});
  m.node("Gather", {"shape", "zero"}, {"batch"}).set("axis", int64_t(0));
  m.node("Concat", {"batch", "two"}, {"sizes"}).set("axis", int64_t(0));
  m.node("Expand", {"token", "sizes"}, {"tokens"});
  m.node("Concat", {"tokens", "x"}, {"y"}).set("axis", int64_t(1));
  Import import(m);
  expectTensor(import.run({counting({2, 2})}), {2, 4}, {7, 8, 1, 2, 7, 8, 3, 4});
  EXPECT_EQ(import.outputType(0), "tensor<?x4xf32, #nn.dims<N>>");
}

TEST(OnnxMove, Tile) {
  expectTensor(moved("Tile", {1, 2}, {2, 2}).run({counting({1, 2})}), {2, 4},
               {1, 2, 1, 2, 1, 2, 1, 2});
  EXPECT_EQ(moved("Tile", {-1, 2}, {3, 1}).outputType(0), "tensor<?x2xf32, #nn.dims<3*N>>");
  EXPECT_EQ(moved("Tile", {2, 2}, {3}).failure, ImportFailure::BadFile);
  EXPECT_EQ(moved("Tile", {2, 2}, {0, 1}).outputType(0), "tensor<0x2xf32>");
}

TEST(OnnxMove, GatherElementsAndNd) {
  ModelBuilder m;
  m.input("x", {2, 2}).input("i", {2, 2}, i64).output("y").output("z");
  m.node("GatherElements", {"x", "i"}, {"y"}).set("axis", int64_t(-1));
  m.node("GatherND", {"x", "i"}, {"z"});
  auto results = Import(m).runAll({counting({2, 2}), longs({2, 2}, {0, 0, 1, 0})});
  ASSERT_EQ(results.size(), 2u);
  expectTensor(results[0], {2, 2}, {1, 1, 4, 3});
  expectTensor(results[1], {2}, {1, 3});
}

static Import blocks(const std::string &type, const Numbers &input, const std::string &mode) {
  ModelBuilder m;
  m.input("x", input).output("y");
  NodeBuilder node = m.node(type, {"x"}, {"y"});
  node.set("blocksize", int64_t(2));
  if (!mode.empty())
    node.set("mode", mode);
  return Import(m);
}

TEST(OnnxMove, Blocks) {
  expectTensor(blocks("DepthToSpace", {1, 8, 1, 1}, "DCR").run({counting({1, 8, 1, 1})}),
               {1, 2, 2, 2}, {1, 3, 5, 7, 2, 4, 6, 8});
  expectTensor(blocks("DepthToSpace", {-1, 8, 1, 1}, "CRD").run({counting({1, 8, 1, 1})}),
               {1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  expectTensor(blocks("SpaceToDepth", {1, 2, 2, 2}, "").run({counting({1, 2, 2, 2})}), {1, 8, 1, 1},
               {1, 5, 2, 6, 3, 7, 4, 8});
  EXPECT_EQ(blocks("DepthToSpace", {1, 6, 1, 1}, "").failure, ImportFailure::BadFile);
}

TEST(OnnxMove, TriluAndReverseSequence) {
  ModelBuilder m;
  m.input("x", {2, 3}).output("y").output("z").longs("k", {}, {1}).longs("n", {2}, {2, 3});
  m.node("Trilu", {"x", "k"}, {"y"}).set("upper", int64_t(0));
  m.node("ReverseSequence", {"x", "n"}, {"z"})
      .set("batch_axis", int64_t(0))
      .set("time_axis", int64_t(1));
  auto results = Import(m).runAll({counting({2, 3})});
  ASSERT_EQ(results.size(), 2u);
  expectTensor(results[0], {2, 3}, {1, 2, 0, 4, 5, 6});
  expectTensor(results[1], {2, 3}, {2, 1, 3, 6, 5, 4});
}

TEST(OnnxMove, CenterCropPad) {
  ModelBuilder m(18);
  m.input("x", {3, 2}).output("y").longs("s", {2}, {1, 4});
  m.node("CenterCropPad", {"x", "s"}, {"y"});
  expectTensor(Import(m).run({counting({3, 2})}), {1, 4}, {0, 3, 4, 0});
}

TEST(OnnxMove, Compress) {
  for (bool flat : {false, true}) {
    ModelBuilder m;
    m.input("x", {2, 2}).output("y");
    m.ints("c", {2}, {0, 1}, proto::TensorProto::BOOL);
    NodeBuilder node = m.node("Compress", {"x", "c"}, {"y"});
    if (!flat)
      node.set("axis", int64_t(1));
    expectTensor(Import(m).run({counting({2, 2})}), flat ? Numbers{1} : Numbers{2, 1},
                 flat ? Floats{2} : Floats{2, 4});
  }
}
