// Ends and small layers have 8 bits, within a share of the weights; what costs more for each weight
// comes first.
#include "passes/repair/wide_layers.h"
#include "test/passes/net.h"

#include <gtest/gtest.h>

namespace qopt::test {
namespace {

// Layers of 8·n weights one after the other, `small` and `mild` of 16 between larger ones. The
// weights of `small` lie between steps of four bits, those of `mild` on them.
Net chain(int64_t wide) {
  const std::string n = std::to_string(wide);
  auto layer = [](const std::string &name, const std::string &from, const std::string &weights,
                  const std::string &rows, const std::string &columns) {
    return "%" + name + "w = nn.constant " + weights + " : tensor<" + rows + "x" + columns +
           "xf32>\n%" + name + " = nn.matmul %" + from + ", %" + name + "w {nn.name = \"" + name +
           "\"} : (tensor<1x" + rows + "xf32>, tensor<" + rows + "x" + columns +
           "xf32>) -> tensor<1x" + columns + "xf32>\n";
  };
  const std::string off = "dense<[[7.0, 7.0, 7.0, 7.0], [0.5, 1.5, 2.5, 3.5], [0.5, 1.5, 2.5, 3.5],"
                          " [0.5, 1.5, 2.5, 3.5]]>";
  const std::string on = "dense<[[7.0, 7.0, 7.0, 7.0], [1.0, 2.0, 3.0, 4.0], [1.0, 2.0, 3.0, 4.0],"
                         " [1.0, 2.0, 3.0, 4.0]]>";
  return Net("func.func @main(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {\n" +
             layer("first", "x", "dense<1.0>", "4", "4") + layer("mild", "first", on, "4", "4") +
             layer("small", "mild", off, "4", "4") + layer("out", "small", "dense<1.0>", "4", n) +
             layer("back", "out", "dense<1.0>", n, "4") +
             layer("last", "back", "dense<1.0>", "4", "4") + "return %last : tensor<1x4xf32> }");
}

mlir::func::FuncOp entryOf(Net &net) {
  return net.find("first")->getParentOfType<mlir::func::FuncOp>();
}

using Names = std::vector<std::string>;

TEST(WideLayers, AreTheEndsWhereOthersAreTooLarge) {
  Net net = chain(26); // 240 weights between the ends, of which a 16th is 15
  EXPECT_EQ(wideLayers(entryOf(net), 4), (Names{"first", "last"}));
}

TEST(WideLayers, AreThoseThatFewBitsCostMostForEachWeight) {
  Net one = chain(28), both = chain(60); // 256 weights of which a 16th is 16, 512 and 32
  EXPECT_EQ(wideLayers(entryOf(one), 4), (Names{"first", "small", "last"}));
  EXPECT_EQ(wideLayers(entryOf(both), 4), (Names{"first", "mild", "small", "last"}));
}

// 96 weights between the ends: a 16th of them has no room for any layer, a quarter for one.
TEST(WideLayers, AreMoreOfALargeShare) {
  Net net = chain(8);
  EXPECT_EQ(wideLayers(entryOf(net), 4), (Names{"first", "last"}));
  EXPECT_EQ(wideLayers(entryOf(net), 4, {}, WideShare::Large), (Names{"first", "small", "last"}));
}

// Layers that stay float take no part: a 16th of the 272 weights between the ends is 17.
TEST(WideLayers, LeaveOutWhatStaysAsItIs) {
  Net net = chain(32);
  const Names floats = {"first", "small"};
  EXPECT_EQ(wideLayers(entryOf(net), 4, floats), (Names{"mild", "last"}));
  const WeightBits of = weightBitsOf(entryOf(net), 4, {"small", "last"}, floats);
  EXPECT_EQ(of.layers, 4);
  EXPECT_EQ(of.wideLayers, 1);
  EXPECT_EQ(of.weights, 288);
  EXPECT_EQ(of.wideWeights, 16);
}

TEST(WideLayers, TellTheBitsOfAWeight) {
  Net net = chain(28);
  const WeightBits of = weightBitsOf(entryOf(net), 4, {"first", "small", "last"});
  EXPECT_EQ(of.layers, 6);
  EXPECT_EQ(of.wideLayers, 3);
  EXPECT_EQ(of.weights, 288);
  EXPECT_EQ(of.wideWeights, 48);
  EXPECT_DOUBLE_EQ(of.mean(), 4 + 4.0 * 48 / 288);
  EXPECT_EQ(weightBitsOf(entryOf(net), 3, {}).mean(), 3);
}

} // namespace
} // namespace qopt::test
