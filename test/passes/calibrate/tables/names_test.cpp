#include "passes/calibrate/tables/names.h"

#include "ir/values/keys.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace qopt::test {
namespace {

// A convolution by groups under its layer's name, a product, both followed by a relu.
constexpr const char *text = R"(
func.func @main(%x: tensor<1x2x1x1xf32> {nn.name = "x"}) -> (tensor<1x2xf32> {nn.name = "probabilities"}) {
  %w = nn.constant {nn.name = "c_w"} dense<[[[[1.0]]], [[[-2.0]]], [[[0.5]]], [[[4.0]]]]> : tensor<4x1x1x1xf32>
  %c = nn.conv2d %x, %w {groups = 2 : i64, nn.absorbed = ["old"], nn.name = "c", nn.tensor = "c_out"} : (tensor<1x2x1x1xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x1x1xf32>
  %r = nn.relu %c {nn.name = "c_out_relu", nn.tensor = "c"} : (tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
  %f = nn.reshape %r {nn.name = "flat"} : (tensor<1x4x1x1xf32>) -> tensor<1x4xf32>
  %m = nn.constant {nn.name = "m_w"} dense<[[1.0, -8.0], [2.0, 0.0], [3.0, 1.0], [-4.0, 0.0]]> : tensor<4x2xf32>
  %p = nn.matmul %f, %m {nn.name = "p"} : (tensor<1x4xf32>, tensor<4x2xf32>) -> tensor<1x2xf32>
  return %p : tensor<1x2xf32>
})";

class TableNames : public testing::Test {
protected:
  void SetUp() override {
    context.loadDialect<nn::NNDialect, func::FuncDialect, quant::QuantDialect>();
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    entry = nn::entryOf(*module);
  }
  Table tableOf(const std::map<std::string, Range> &ranges) {
    Table table;
    table.calibration.ranges = ranges;
    return table;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp entry;
};

// "c" is the relu's tensor, and the convolution's key: tensors come first.
TEST_F(TableNames, TensorsAreFoundByTheirNamesThenByKeys) {
  Table table = tableOf({{"c_out", {-1, 1}},
                         {"c", {0, 2}},
                         {"flat", {0, 3}},
                         {"probabilities", {-4, 4}},
                         {"fused", {0, 5}}});
  ASSERT_TRUE(namesToKeys(table, Naming::Tensors, entry).ok());
  const std::map<std::string, Range> expected = {
      {"c", {-1, 1}}, {"c_out_relu", {0, 2}}, {"flat", {0, 3}}, {"p", {-4, 4}}};
  EXPECT_EQ(table.calibration.ranges, expected);
  ASSERT_EQ(table.warnings.size(), 1u);
  EXPECT_EQ(table.warnings[0],
            "1 of its names ('fused') stand for no value of the module: left out");
}

TEST_F(TableNames, KeysBecomeTensorsAndComeBack) {
  const std::map<std::string, Range> ranges = {
      {"x", {0, 1}}, {"c", {-1, 1}}, {"c_out_relu", {0, 2}}};
  Table table = tableOf(ranges);
  ASSERT_TRUE(keysToNames(table, Naming::Tensors, entry).ok());
  const std::map<std::string, Range> expected = {{"x", {0, 1}}, {"c_out", {-1, 1}}, {"c", {0, 2}}};
  EXPECT_EQ(table.calibration.ranges, expected);
  EXPECT_EQ(table.weights.at("c_w"), (std::vector<double>{1, 2, 0.5, 4}));
  EXPECT_EQ(table.weights.at("m_w"), (std::vector<double>{4, 8})); // by column
  ASSERT_TRUE(namesToKeys(table, Naming::Tensors, entry).ok());
  EXPECT_EQ(table.calibration.ranges, ranges);
  EXPECT_TRUE(table.warnings.empty());
}

TEST_F(TableNames, LayersAreWhatTheyRead) {
  Table table = tableOf({{"old", {-2, 2}}, {"p", {-3, 3}}, {"pool", {-1, 1}}});
  table.weights = {{"c", {2, 4.03}}, {"p", {4, 8.1}}}; // by group; 8.1 is 1.25 % off
  ASSERT_TRUE(namesToKeys(table, Naming::Layers, entry).ok());
  const std::map<std::string, Range> expected = {{"x", {-2, 2}}, {"flat", {-3, 3}}};
  EXPECT_EQ(table.calibration.ranges, expected);
  ASSERT_EQ(table.warnings.size(), 2u);
  EXPECT_EQ(
      table.warnings[0],
      "the weights of 'p' (1 in all) do not have the scales that the table states (by more than 1 "
      "%); the table's are ignored, and scales are computed from the module's weights");
  EXPECT_EQ(table.warnings[1],
            "1 of its names ('pool') stand for no layer of the module with weights: left out");
}

TEST_F(TableNames, LayersAreWrittenWithTheirWeights) {
  Table table = tableOf({{"x", {-2, 1}}, {"flat", {0, 3}}, {"p", {0, 1}}});
  ASSERT_TRUE(keysToNames(table, Naming::Layers, entry).ok());
  const std::map<std::string, Range> expected = {{"c", {-2, 1}}, {"old", {-2, 1}}, {"p", {0, 3}}};
  EXPECT_EQ(table.calibration.ranges, expected);
  EXPECT_EQ(table.weights.at("c"), (std::vector<double>{2, 4})); // of each group
  EXPECT_EQ(table.weights.at("p"), (std::vector<double>{4, 8}));
}

TEST_F(TableNames, NothingThatMatchesIsAnError) {
  Table table = tableOf({{"a", {0, 1}}, {"b", {0, 1}}, {"d", {0, 1}}, {"e", {0, 1}}});
  EXPECT_EQ(namesToKeys(table, Naming::Tensors, entry).message(),
            "none of its 4 names ('a', 'b', 'd', …) stands for a value of the module; was the "
            "table made for another model?");
  Table empty;
  EXPECT_EQ(namesToKeys(empty, Naming::Layers, entry).message(), "holds no ranges");
}

} // namespace
} // namespace qopt::test
