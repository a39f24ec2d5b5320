#include "test/importers/onnx/import_fixture.h"
#include "test/importers/onnx/window_loops.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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

// Files in operator form have such a pool between QLinearConv and the next one.
TEST(OnnxPool, MaxPoolOfSteps) {
  for (int32_t type : {proto::TensorProto::UINT8, proto::TensorProto::INT8}) {
    ModelBuilder m;
    m.input("x", {1, 1, 2, 4}).output("y").floats("s", {}, {0.5f}).ints("z", {}, {3}, type);
    m.node("QuantizeLinear", {"x", "s", "z"}, {"q"});
    m.node("MaxPool", {"q"}, {"p"})
        .set("kernel_shape", Numbers{2, 2})
        .set("strides", Numbers{2, 2})
        .set("pads", Numbers{0, 1, 0, 1});
    m.node("DequantizeLinear", {"p", "s", "z"}, {"y"});
    Import import(m);
    expectTensor(import.run({tensor({1, 1, 2, 4}, {-1, 2, 1, -1.5f, -1, -1, 0.5f, -1})}),
                 {1, 1, 1, 3}, {-1, 2, -1});
  }
}

TEST(OnnxPool, MaxPoolDilated) {
  ModelBuilder m = poolModel(3);
  m.node("MaxPool", {"x"}, {"y"})
      .set("kernel_shape", Numbers{2, 2})
      .set("dilations", Numbers{2, 2});
  expectTensor(Import(m).run({counting({1, 1, 3, 3})}), {1, 1, 1, 1}, {9});
}

TEST(OnnxPool, Indices) {
  for (int64_t order : {0, 1}) {
    ModelBuilder m;
    m.input("x", {2, 1, 2, 3}).output("y").output("indices");
    m.node("MaxPool", {"x"}, {"y", "indices"})
        .set("kernel_shape", Numbers{2, 2})
        .set("storage_order", order);
    Import import(m);
    auto results =
        import.runAll({tensor({2, 1, 2, 3}, {1, 5, 5, 2, 0, 3, -1, -2, -3, -4, -5, -6})});
    ASSERT_EQ(results.size(), 2u);
    expectTensor(results[0], {2, 1, 1, 2}, {5, 5, -1, -2});
    // The first of equal ones; samples follow each other, columns of 2 within each.
    EXPECT_EQ(integersOf(results[1]), order ? (Numbers{2, 2, 6, 8}) : (Numbers{1, 1, 6, 7}));
  }
}

TEST(OnnxPool, IndicesOfLargeWindowsAreNotSupported) {
  for (bool read : {false, true}) {
    ModelBuilder m;
    m.input("x", {1, 1, 300}).output("y");
    m.node("MaxPool", {"x"}, {"y", "indices"}).set("kernel_shape", Numbers{257});
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

  ModelBuilder deep;
  deep.input("x", {1, 1, 2, 2, 2, 2}).output("y");
  deep.node("MaxPool", {"x"}, {"y"}).set("kernel_shape", Numbers{1, 1, 1, 1});
  EXPECT_EQ(Import(deep).failure, ImportFailure::Unsupported);

  // The window at −1 sees −1 and 3.
  ModelBuilder over;
  over.input("x", {1, 1, 3}).output("y");
  over.node("MaxPool", {"x"}, {"y"})
      .set("kernel_shape", Numbers{2})
      .set("dilations", Numbers{4})
      .set("pads", Numbers{2, 2});
  EXPECT_EQ(Import(over).failure, ImportFailure::BadFile);
}

namespace {
ModelBuilder caseModel(const char *type, const WindowCase &c, bool countPads) {
  ModelBuilder m(19);
  m.input("x", c.x).output("y");
  NodeBuilder node = m.node(type, {"x"}, {"y"});
  node.named("layer").set("kernel_shape", c.w).set("strides", c.strides);
  node.set("dilations", c.dilations).set("pads", c.pads);
  if (countPads)
    node.set("count_include_pad", int64_t(1));
  return m;
}
} // namespace

TEST(OnnxPool, OneAndThreeDimensions) {
  for (const WindowCase &c :
       {WindowCase{{2, 2, 9}, {3}, {2}, {2}, {1, 2}, {2, 2, 4}},
        WindowCase{
            {1, 2, 3}, {2}, {2}, {4}, {2, 2}, {1, 2, 2}}, // steps over the image, but hits it
        WindowCase{{2, 2, 5, 4, 3},
                   {3, 2, 2},
                   {2, 1, 1},
                   {1, 2, 1},
                   {1, 0, 1, 2, 1, 0},
                   {2, 2, 3, 3, 3}}}) {
    Floats x = pattern(c.x, 7), largest, mean, counted;
    for (const Floats &seen : pooled(c, x)) {
      float sum = std::accumulate(seen.begin(), seen.end(), 0.0f);
      largest.push_back(*std::max_element(seen.begin(), seen.end()));
      mean.push_back(sum / float(seen.size()));
      counted.push_back(sum / float(sizeOf(c.w)));
    }
    Import import(caseModel("MaxPool", c, false));
    expectTensor(import.run({tensor(c.x, x)}), c.y, largest);
    EXPECT_EQ(import.keys().back(), "layer");
    expectTensor(Import(caseModel("AveragePool", c, false)).run({tensor(c.x, x)}), c.y, mean);
    expectTensor(Import(caseModel("AveragePool", c, true)).run({tensor(c.x, x)}), c.y, counted);
  }
}

TEST(OnnxPool, MaxPoolOfBytes) {
  ModelBuilder m;
  m.input("x", {1, 1, 4}, proto::TensorProto::UINT8).output("y");
  m.node("MaxPool", {"x"}, {"y"}).set("kernel_shape", Numbers{2}).set("strides", Numbers{2});
  const uint8_t x[] = {1, 200, 255, 254};
  Import import(m);
  qrt::Tensor y = import.run({qrt::Tensor::fromValues<uint8_t>({1, 1, 4}, x)});
  EXPECT_EQ(integersOf(y), (Numbers{200, 255}));
  EXPECT_EQ(import.outputType(0), "tensor<1x1x2xui8>");
}

TEST(OnnxPool, LpPool) {
  for (int64_t p : {1, 2, 3}) {
    WindowCase c{{2, 2, 5, 4}, {3, 2}, {2, 1}, {1, 2}, {1, 0, 1, 1}, {2, 2, 3, 3}};
    Floats x = pattern(c.x, 7), norms;
    for (const Floats &seen : pooled(c, x)) {
      double sum = 0;
      for (float value : seen)
        sum += std::pow(std::fabs(double(value)), double(p));
      norms.push_back(float(std::pow(sum, 1.0 / double(p))));
    }
    ModelBuilder m = caseModel("LpPool", c, false);
    NodeBuilder(*m.model.mutable_graph()->mutable_node(0)).set("p", p);
    expectTensor(Import(m).run({tensor(c.x, x)}), c.y, norms, 1e-5f);
  }
}

TEST(OnnxPool, GlobalLpPool) {
  for (auto [p, norm] : {std::pair<int64_t, float>{1, 7}, {2, 5}, {3, 4.4979414f}}) {
    ModelBuilder m;
    m.input("x", {1, 1, 2}).output("y");
    m.node("GlobalLpPool", {"x"}, {"y"}).set("p", p);
    expectTensor(Import(m).run({tensor({1, 1, 2}, {-3, 4})}), {1, 1, 1}, {norm}, 1e-5f);
  }
}
