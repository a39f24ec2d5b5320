#include "test/importers/onnx/import_fixture.h"
#include "test/importers/onnx/window_loops.h"

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

TEST(OnnxConv, OpenChannelsAskForAShape) {
  ModelBuilder m;
  m.input("x", {1, -1, 5, 5}).output("y").floats("w", {2, 1, 3, 3}, Floats(18, 1));
  m.node("Conv", {"x", "w"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("Conv (of an input whose channels vary; give --shape)"));
}

TEST(OnnxConv, OtherRanksAreNotSupported) {
  ModelBuilder m;
  m.input("x", {1, 1, 2, 2, 2, 2}).output("y").floats("w", {1, 1, 1, 1, 1, 1}, {1});
  m.node("Conv", {"x", "w"}, {"y"}).named("conv4d");
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("Conv (of rank 6"));
  EXPECT_TRUE(import.says("'conv4d'"));
}

namespace {
/// The case run with constant and with computed weights.
void expectCase(const char *type, const WindowCase &c, const Floats &expected) {
  Floats w = pattern(c.w, 5);
  int64_t channels = c.y[1];
  Floats bias;
  for (int64_t o = 0; o < channels; ++o)
    bias.push_back(float(10 * o));
  Floats values = expected;
  for (size_t i = 0; i < values.size(); ++i)
    values[i] += bias[i / size_t(sizeOf(c.y) / c.y[0] / channels) % size_t(channels)];
  for (bool isConstant : {false, true}) {
    ModelBuilder m;
    m.input("x", c.x).output("y");
    isConstant ? m.floats("w", c.w, w) : m.input("w", c.w);
    NodeBuilder node = m.floats("b", {channels}, bias).node(type, {"x", "w", "b"}, {"y"});
    node.named("layer").set("strides", c.strides).set("dilations", c.dilations);
    node.set("group", c.groups);
    if (!c.outputPadding.empty())
      node.set("output_padding", c.outputPadding);
    c.outputShape.empty() ? node.set("pads", c.pads) : node.set("output_shape", c.outputShape);
    Import import(m);
    std::vector<qrt::Tensor> inputs{tensor(c.x, pattern(c.x, 7))};
    if (!isConstant)
      inputs.push_back(tensor(c.w, w));
    expectTensor(import.run(inputs), c.y, values);
    // Operations on constant weights make constants again.
    unsigned steps = import.count("nn.pad") + import.count("nn.concat");
    EXPECT_TRUE(!isConstant || steps <= (c.x.size() == 5 ? 2u : 0u)) << steps;
    EXPECT_EQ(import.keys().back(), "layer");
  }
}
void expectConv(const WindowCase &c) {
  expectCase("Conv", c, convolved(c, pattern(c.x, 7), pattern(c.w, 5)));
}
void expectTransposed(const WindowCase &c) {
  expectCase("ConvTranspose", c, convolvedTransposed(c, pattern(c.x, 7), pattern(c.w, 5)));
}
} // namespace

TEST(OnnxConv, OneAndThreeDimensions) {
  expectConv({{2, 4, 9}, {2, 2, 3}, {2}, {2}, {1, 2}, {2, 2, 4}, 2});
  expectConv({{2, 2, 5, 4, 3},
              {3, 2, 3, 2, 2},
              {2, 1, 1},
              {1, 2, 1},
              {1, 0, 1, 2, 1, 0},
              {2, 3, 3, 3, 3}});
  expectConv({{1, 4, 4, 2, 2},
              {2, 2, 2, 1, 1},
              {1, 1, 1},
              {2, 1, 1},
              {0, 0, 0, 1, 0, 0},
              {1, 2, 3, 2, 2},
              2});
}

TEST(OnnxConv, ThreeDimensionsOfOpenSizes) {
  ModelBuilder m;
  m.input("x", {-1, 1, 3, 1, 2}).output("y").floats("w", {1, 1, 2, 1, 1}, {1, 10});
  m.node("Conv", {"x", "w"}, {"y"});
  Import import(m);
  expectTensor(import.run({counting({2, 1, 3, 1, 2})}), {2, 1, 2, 1, 2},
               {31, 42, 53, 64, 97, 108, 119, 130});
  EXPECT_EQ(import.outputType(0), "tensor<?x1x2x1x2xf32, #nn.dims<N>>");
}

// Weights too large to fold as any constant are reordered at import all the same.
TEST(OnnxConv, ThreeDimensionsOfManyWeights) {
  auto model = [](int64_t size) {
    ModelBuilder m;
    m.input("x", {1, 2, 2, size, size}).output("y");
    m.floats("w", {2, 2, 2, size, size}, Floats(size_t(8 * size * size), 1));
    m.node("Conv", {"x", "w"}, {"y"});
    return m;
  };
  const int64_t size = 48; // 18432 weights
  Import large(model(size)), small(model(2));
  EXPECT_EQ(large.count("nn.reshape"), small.count("nn.reshape"));
  Floats ones(size_t(4 * size * size), 1);
  expectTensor(large.run({tensor({1, 2, 2, size, size}, ones)}), {1, 2, 1, 1, 1}, {9216, 9216});
}

TEST(OnnxConvTranspose, Windows) {
  // Every stride against kernels smaller, as large and larger, with pads past a stride.
  for (int64_t stride : {1, 2, 3})
    for (int64_t kernel : {1, 2, 4})
      for (int64_t dilation : {1, 2})
        for (int64_t pad : {0, 1, 3}) {
          int64_t reach = (kernel - 1) * dilation + 1, size = 4 * stride + reach - pad;
          if (size - pad > 0)
            expectTransposed(
                {{1, 2, 5}, {2, 1, kernel}, {stride}, {dilation}, {pad, pad}, {1, 1, size - pad}});
          expectTransposed(
              {{1, 2, 5}, {2, 1, kernel}, {stride}, {dilation}, {0, pad}, {1, 1, size}});
        }
}

TEST(OnnxConvTranspose, TwoAndThreeDimensions) {
  expectTransposed({{2, 4, 3, 2}, {4, 2, 3, 2}, {2, 1}, {1, 2}, {1, 0, 0, 1}, {2, 4, 6, 3}, 2});
  expectTransposed({{1, 2, 2, 3, 2},
                    {2, 1, 2, 3, 2},
                    {1, 2, 3},
                    {1, 1, 2},
                    {0, 1, 0, 0, 0, 1},
                    {1, 2, 3, 6, 5},
                    2});
}

TEST(OnnxConvTranspose, OutputPaddingAndShape) {
  expectTransposed({{1, 1, 3}, {1, 1, 2}, {3}, {1}, {0, 0}, {1, 1, 10}, 1, {2}});
  // Larger than the window's own: zeros behind it.
  expectTransposed({{1, 1, 3}, {1, 1, 2}, {2}, {1}, {0, 0}, {1, 1, 8}, 1, {}, {8}});
  // Smaller: the odd pad goes first unless auto_pad is SAME_UPPER.
  expectTransposed({{1, 1, 3}, {1, 1, 3}, {2}, {1}, {2, 1}, {1, 1, 4}, 1, {}, {4}});
}

TEST(OnnxConvTranspose, AutoPadAlsoOfOpenSizes) {
  for (const char *mode : {"SAME_UPPER", "SAME_LOWER"}) {
    ModelBuilder m;
    m.input("x", {1, 1, -1}).output("y").floats("w", {1, 1, 3}, {1, 10, 100});
    m.node("ConvTranspose", {"x", "w"}, {"y"})
        .set("strides", Numbers{2})
        .set("auto_pad", std::string(mode));
    // The full result is 1 10 102 20 203 30 300, of which 6 are taken.
    bool upper = mode == std::string("SAME_UPPER");
    Import import(m);
    expectTensor(import.run({counting({1, 1, 3})}), {1, 1, 6},
                 upper ? Floats{1, 10, 102, 20, 203, 30} : Floats{10, 102, 20, 203, 30, 300});
    EXPECT_EQ(import.outputType(0), "tensor<1x1x?xf32, #nn.dims<2*N>>");
  }
}

TEST(OnnxConvTranspose, Refusals) {
  auto refuses = [](auto set) {
    ModelBuilder m;
    m.input("x", {1, 2, 3}).output("y").floats("w", {2, 1, 2}, {1, 2, 3, 4});
    m.floats("b", {3}, {1, 2, 3});
    NodeBuilder node = m.node("ConvTranspose", {"x", "w"}, {"y"});
    set(node, m);
    EXPECT_EQ(Import(m).failure, ImportFailure::BadFile);
  };
  refuses([](NodeBuilder &n, auto &) { n.set("group", int64_t(3)); });
  refuses([](NodeBuilder &n, auto &) { n.set("output_padding", Numbers{1, 1}); });
  refuses([](NodeBuilder &n, auto &) { n.set("output_padding", Numbers{-1}); });
  refuses([](NodeBuilder &n, auto &) { n.set("output_shape", Numbers{4, 4}); });
  refuses([](NodeBuilder &n, auto &) { n.set("pads", Numbers{2, 2}); });
  refuses([](NodeBuilder &n, auto &) { n.set("auto_pad", std::string("SAME")); });
  refuses([](NodeBuilder &, ModelBuilder &m) {
    m.model.mutable_graph()->mutable_node(0)->add_input("b");
  });
}
