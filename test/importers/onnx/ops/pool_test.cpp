#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static ModelBuilder poolModel(int64_t size, int64_t opset = 17) {
  ModelBuilder m(opset);
  m.input("x", {1, 1, size, size}).output("y");
  return m;
}

TEST(OnnxPool, MaxPool) {
  ModelBuilder m = poolModel(4);
  m.node("MaxPool", {"x"}, {"y"}).set("kernel_shape", Numbers{2, 2}).set("strides", Numbers{2, 2});
  expectTensor(Import(m).run({counting({1, 1, 4, 4})}), {1, 1, 2, 2}, {6, 8, 14, 16});
}

TEST(OnnxPool, MaxPoolCeilMode) {
  ModelBuilder m = poolModel(4);
  m.node("MaxPool", {"x"}, {"y"})
      .set("kernel_shape", Numbers{3, 3})
      .set("strides", Numbers{2, 2})
      .set("ceil_mode", int64_t(1));
  expectTensor(Import(m).run({counting({1, 1, 4, 4})}), {1, 1, 2, 2}, {11, 12, 15, 16});
}

TEST(OnnxPool, MaxPoolDilated) {
  ModelBuilder m = poolModel(3);
  m.node("MaxPool", {"x"}, {"y"})
      .set("kernel_shape", Numbers{2, 2})
      .set("dilations", Numbers{2, 2});
  expectTensor(Import(m).run({counting({1, 1, 3, 3})}), {1, 1, 1, 1}, {9});
}

TEST(OnnxPool, IndicesAreNotSupportedWhenRead) {
  for (bool read : {false, true}) {
    ModelBuilder m = poolModel(2);
    m.node("MaxPool", {"x"}, {"y", "indices"}).set("kernel_shape", Numbers{2, 2});
    if (read)
      m.output("indices");
    EXPECT_EQ(Import(m).failure, read ? ImportFailure::Unsupported : ImportFailure::None);
  }
}

TEST(OnnxPool, AveragePoolCountsPadsOrNot) {
  for (bool count : {false, true}) {
    ModelBuilder m = poolModel(2);
    m.node("AveragePool", {"x"}, {"y"})
        .set("kernel_shape", Numbers{2, 2})
        .set("pads", Numbers{1, 1, 0, 0})
        .set("count_include_pad", int64_t(count));
    Floats values = count ? Floats{0.25f, 0.75f, 1, 2.5f} : Floats{1, 1.5f, 2, 2.5f};
    expectTensor(Import(m).run({counting({1, 1, 2, 2})}), {1, 1, 2, 2}, values);
  }
}

TEST(OnnxPool, AveragePoolCeilModeNeverCountsTheExtension) {
  for (bool count : {false, true}) {
    ModelBuilder m = poolModel(2, 19);
    m.node("AveragePool", {"x"}, {"y"})
        .set("kernel_shape", Numbers{2, 2})
        .set("strides", Numbers{2, 2})
        .set("pads", Numbers{1, 1, 0, 0})
        .set("ceil_mode", int64_t(1))
        .set("count_include_pad", int64_t(count));
    // Windows: rows/columns {pad, 0} and {1, extension}.
    Floats values = count ? Floats{0.25f, 1, 1.5f, 4} : Floats{1, 2, 3, 4};
    expectTensor(Import(m).run({counting({1, 1, 2, 2})}), {1, 1, 2, 2}, values);
  }
}

TEST(OnnxPool, GlobalPools) {
  for (const char *type : {"GlobalAveragePool", "GlobalMaxPool"}) {
    ModelBuilder m;
    m.input("x", {-1, 2, 1, 2}).output("y").node(type, {"x"}, {"y"});
    Import import(m);
    bool max = type == std::string("GlobalMaxPool");
    expectTensor(import.run({counting({1, 2, 1, 2})}), {1, 2, 1, 1},
                 max ? Floats{2, 4} : Floats{1.5f, 3.5f});
  }
}

TEST(OnnxPool, Refusals) {
  ModelBuilder none = poolModel(2);
  none.node("MaxPool", {"x"}, {"y"});
  EXPECT_EQ(Import(none).failure, ImportFailure::BadFile);

  ModelBuilder huge = poolModel(2);
  huge.node("MaxPool", {"x"}, {"y"}).set("kernel_shape", Numbers{3, 3});
  EXPECT_EQ(Import(huge).failure, ImportFailure::BadFile);

  ModelBuilder flat;
  flat.input("x", {1, 1, 4}).output("y");
  flat.node("MaxPool", {"x"}, {"y"}).set("kernel_shape", Numbers{2});
  EXPECT_EQ(Import(flat).failure, ImportFailure::Unsupported);
}
