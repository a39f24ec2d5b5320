#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

// 1×1×3×3 counting image, one 2×2 kernel of ones.
static ModelBuilder convModel(const Numbers &image = {1, 1, 3, 3}) {
  ModelBuilder m;
  m.input("x", image).output("y").floats("w", {1, 1, 2, 2}, {1, 1, 1, 1});
  return m;
}

TEST(OnnxConv, PlainAndWithBias) {
  ModelBuilder m = convModel();
  m.floats("b", {1}, {100}).node("Conv", {"x", "w", "b"}, {"y"});
  Import import(m);
  expectTensor(import.run({counting({1, 1, 3, 3})}), {1, 1, 2, 2}, {112, 116, 124, 128});
  EXPECT_EQ(import.count("nn.conv2d"), 1u);
}

TEST(OnnxConv, StridesDilationsPads) {
  ModelBuilder m = convModel();
  m.node("Conv", {"x", "w"}, {"y"})
      .set("kernel_shape", Numbers{2, 2})
      .set("dilations", Numbers{2, 2})
      .set("strides", Numbers{2, 1})
      .set("pads", Numbers{1, 0, 1, 1});
  // Rows −1 and 1, columns 0/2 and 1/pad; then rows 1 and 3.
  expectTensor(Import(m).run({counting({1, 1, 3, 3})}), {1, 1, 2, 2}, {10, 5, 10, 5});
}

TEST(OnnxConv, AutoPad) {
  struct Case {
    const char *mode;
    Numbers shape;
    Floats values;
  };
  for (const Case &c : {Case{"VALID", {1, 1, 2, 2}, {12, 16, 24, 28}},
                        Case{"SAME_UPPER", {1, 1, 3, 3}, {12, 16, 9, 24, 28, 15, 15, 17, 9}},
                        Case{"SAME_LOWER", {1, 1, 3, 3}, {1, 3, 5, 5, 12, 16, 11, 24, 28}}}) {
    ModelBuilder m = convModel();
    m.node("Conv", {"x", "w"}, {"y"}).set("auto_pad", std::string(c.mode));
    expectTensor(Import(m).run({counting({1, 1, 3, 3})}), c.shape, c.values);
  }
}

TEST(OnnxConv, GroupsAndDynamicBatch) {
  ModelBuilder m;
  m.input("x", {-1, 2, 1, 2}).output("y").floats("w", {2, 1, 1, 1}, {10, -1});
  m.node("Conv", {"x", "w"}, {"y"}).set("group", int64_t(2));
  Import import(m);
  expectTensor(import.run({counting({2, 2, 1, 2})}), {2, 2, 1, 2},
               {10, 20, -3, -4, 50, 60, -7, -8});
  EXPECT_EQ(import.outputType(0), "tensor<?x2x1x2xf32, #nn.dims<N>>");
}

TEST(OnnxConv, BadShapesNameTheLayer) {
  ModelBuilder m = convModel({1, 2, 3, 3});
  m.node("Conv", {"x", "w"}, {"y"}).named("stem");
  Import import(m);
  EXPECT_FALSE(import.module);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("layer 'stem' (Conv)"));

  ModelBuilder big = convModel({1, 1, 1, 1});
  big.node("Conv", {"x", "w"}, {"y"});
  EXPECT_EQ(Import(big).failure, ImportFailure::BadFile);
}

TEST(OnnxConv, BadAttributesAreRefused) {
  auto refuses = [](auto set) {
    ModelBuilder m = convModel();
    NodeBuilder node = m.node("Conv", {"x", "w"}, {"y"});
    set(node);
    Import import(m);
    EXPECT_FALSE(import.module);
    EXPECT_EQ(import.failure, ImportFailure::BadFile);
  };
  refuses([](NodeBuilder &n) { n.set("strides", Numbers{0, 1}); });
  refuses([](NodeBuilder &n) { n.set("strides", Numbers{1}); });
  refuses([](NodeBuilder &n) { n.set("dilations", Numbers{1, int64_t(1) << 62}); });
  refuses([](NodeBuilder &n) { n.set("pads", Numbers{1, 1}); });
  refuses([](NodeBuilder &n) { n.set("group", int64_t(0)); });
  refuses([](NodeBuilder &n) { n.set("group", int64_t(3)); });
  refuses([](NodeBuilder &n) { n.set("kernel_shape", Numbers{3, 3}); });
  refuses([](NodeBuilder &n) { n.set("auto_pad", std::string("SAME")); });
  refuses([](NodeBuilder &n) { n.set("strides", int64_t(2)); });
}

TEST(OnnxConv, OtherRanksAreNotSupported) {
  ModelBuilder m;
  m.input("x", {1, 1, 4}).output("y").floats("w", {1, 1, 2}, {1, 1});
  m.node("Conv", {"x", "w"}, {"y"}).named("conv1d");
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("Conv (of rank 3"));
  EXPECT_TRUE(import.says("'conv1d'"));
}
