// Rows times weights are what the evaluator computes for the layer, exactly: everything is small
// integers.
#include "passes/repair/layer_rows.h"
#include "test/passes/net.h"

#include <algorithm>
#include <bit>

namespace qopt::test {
namespace {

// Result [o][place] of weights times gathered rows, against the evaluator's [n, o, place].
void expectRows(Net &net, const qrt::Tensor &input) {
  const qrt::Tensor result = net.evaluate({input}).front();
  SeedLayer layer = *seedLayerOf(net.find("y"));
  const LayerRows rows(layer, input.shape());
  const bool isImage = layer.resultAxis() == 1 && input.shape().size() > 2;
  const int64_t count = rows.count(input.shape()[0]);
  ASSERT_EQ(count * layer.outputs, result.size());
  const int64_t places = isImage ? count / input.shape()[0] : 1;
  std::vector<float> row(static_cast<size_t>(rows.width()));
  const qrt::Tensor weights = layer.weights();
  for (int64_t r = 0; r < count; ++r) {
    rows.gather(input.values<float>().data(), r, row.data());
    for (int64_t o = 0; o < layer.outputs; ++o) {
      double sum = 0;
      for (int64_t k = 0; k < layer.terms; ++k)
        sum += double(row[size_t(layer.groupOf(o) * layer.terms + k)]) *
               double(weights.values<float>()[layer.at(o, k)]);
      const int64_t at = (r / places * layer.outputs + o) * places + r % places;
      EXPECT_EQ(sum, double(result.values<float>()[size_t(at)])) << "row " << r << ", output " << o;
    }
  }
}

qrt::Tensor integers(qrt::Shape shape, int seed) {
  std::vector<float> values(size_t(qrt::elementCount(shape)));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = float(int((i * 7 + size_t(seed)) % 11) - 5);
  return tensor(std::move(shape), std::move(values));
}

std::string constant(const qrt::Tensor &tensor, const std::string &type) {
  std::string text = "dense<\"0x";
  for (float value : tensor.values<float>()) {
    char bytes[9];
    uint32_t bits = std::bit_cast<uint32_t>(value);
    snprintf(bytes, sizeof bytes, "%02X%02X%02X%02X", bits & 255, bits >> 8 & 255, bits >> 16 & 255,
             bits >> 24);
    text += bytes;
  }
  return text + "\"> : " + type;
}

TEST(LayerRows, GroupedConvolutionWithEverything) {
  Net net("func.func @main(%x: tensor<2x4x6x5xf32>) -> tensor<2x4x3x4xf32> {\n %w = nn.constant " +
          constant(integers({4, 2, 2, 3}, 3), "tensor<4x2x2x3xf32>") + R"(
  %y = nn.conv2d %x, %w {nn.name = "y", strides = array<i64: 2, 1>, pads = array<i64: 1, 2, 0, 1>, dilations = array<i64: 2, 2>, groups = 2 : i64} : (tensor<2x4x6x5xf32>, tensor<4x2x2x3xf32>) -> tensor<2x4x3x4xf32>
  return %y : tensor<2x4x3x4xf32> })");
  expectRows(net, integers({2, 4, 6, 5}, 1));
}

TEST(LayerRows, DepthwiseAlongALine) {
  Net net("func.func @main(%x: tensor<2x3x7xf32>) -> tensor<2x3x4xf32> {\n %w = nn.constant " +
          constant(integers({3, 1, 3}, 3), "tensor<3x1x3xf32>") + R"(
  %y = nn.conv2d %x, %w {nn.name = "y", strides = array<i64: 2>, pads = array<i64: 0, 2>, dilations = array<i64: 1>, groups = 3 : i64} : (tensor<2x3x7xf32>, tensor<3x1x3xf32>) -> tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32> })");
  expectRows(net, integers({2, 3, 7}, 2));
}

TEST(LayerRows, ProductsOfEitherOrder) {
  for (bool transposed : {false, true}) {
    const qrt::Shape shape = transposed ? qrt::Shape{2, 3} : qrt::Shape{3, 2};
    const std::string type = transposed ? "tensor<2x3xf32>" : "tensor<3x2xf32>";
    Net net("func.func @main(%x: tensor<2x4x3xf32>) -> tensor<2x4x2xf32> {\n %w = nn.constant " +
            constant(integers(shape, 3), type) + R"(
  %y = nn.matmul %x, %w {nn.name = "y")" +
            (transposed ? ", transpose_b" : "") + "} : (tensor<2x4x3xf32>, " + type +
            ") -> tensor<2x4x2xf32>\n  return %y : tensor<2x4x2xf32> }");
    expectRows(net, integers({2, 4, 3}, 1));
  }
}

TEST(ChosenRows, AllWhereTheyAreFewEvenlyWhereNot) {
  EXPECT_EQ(chosenRows(3, 5, 17), (std::vector<int64_t>{0, 1, 2}));
  EXPECT_EQ(chosenRows(3, 3, 17), (std::vector<int64_t>{0, 1, 2}));
  std::vector<int> seen(100);
  for (int64_t sample = 0; sample < 200; ++sample) {
    const std::vector<int64_t> rows = chosenRows(100, 7, sample);
    ASSERT_EQ(rows.size(), 7u);
    for (size_t i = 0; i < rows.size(); ++i) {
      ASSERT_TRUE(rows[i] >= 0 && rows[i] < 100);
      ++seen[size_t(rows[i])];
      if (i > 0) {
        EXPECT_TRUE(rows[i] - rows[i - 1] == 14 || rows[i] - rows[i - 1] == 15);
      }
    }
  }
  // No place is left out by all samples.
  EXPECT_GT(*std::min_element(seen.begin(), seen.end()), 0);
}

} // namespace
} // namespace qopt::test
