// --quantize-weights: the numbers that layers read are those of NumPy's formulas.
#include "test/passes/net.h"

#include "ir/types/quant_type.h"

#include <cmath>
#include <regex>

namespace qopt::test {
namespace {

// Three rows (channels) of seven, one of which ends in all there is of it.
const std::string rows = "[[0.7, -1.3, 0.02, 2.1, -0.4, 0.9, 1.0e-3], [0.0, 0.0, 0.0, 0.0, 0.0, "
                         "0.0, 0.25], [-3.0, 1.1, 0.6, 0.0, 0.33, -0.77, 5.0]]";
using Floats = std::vector<float>;

// NumPy: s = f32(max|w| / n) of a group, s · clip(rint(w / s), −n, n).
const Floats symmetric8 = {0.6944881677627563f,
                           -1.3062992095947266f,
                           0.016535433009266853f,
                           2.0999999046325684f,
                           -0.3968504071235657f,
                           0.8929134011268616f,
                           0.0f,
                           0.0f,
                           0.0f,
                           0.0f,
                           0.0f,
                           0.0f,
                           0.0f,
                           0.25f,
                           -2.992125988006592f,
                           1.1023621559143066f,
                           0.5905511975288391f,
                           0.0f,
                           0.31496062874794006f,
                           -0.787401556968689f,
                           5.0f};
const Floats symmetric4by3 = {0.7428570985794067f,
                              -1.2999999523162842f,
                              0.0f,
                              2.0999999046325684f,
                              -0.29999998211860657f,
                              0.8999999761581421f,
                              0.0010000000474974513f,
                              0.0f,
                              0.0f,
                              0.0f,
                              0.0f,
                              0.0f,
                              0.0f,
                              0.25f,
                              -3.0f,
                              1.2857142686843872f,
                              0.4285714328289032f,
                              0.0f,
                              0.32999998331069946f,
                              -0.7699999809265137f,
                              5.0f};
// s = f32((max − min) / n), z = clip(rint(l − min / s)), s · (clip(rint(w / s) + z) − z).
const Floats affine8 = {0.6933333277702332f,
                        -1.306666612625122f,
                        0.026666665449738503f,
                        2.0933332443237305f,
                        -0.3999999761581421f,
                        0.90666663646698f,
                        0.0f,
                        0.0f,
                        0.0f,
                        0.0f,
                        0.0f,
                        0.0f,
                        0.0f,
                        0.25f,
                        -3.0117650032043457f,
                        1.0980392694473267f,
                        0.5960784554481506f,
                        0.0f,
                        0.3450980484485626f,
                        -0.7843137979507446f,
                        4.9882354736328125f};
const Floats affine4by3 = {0.6666666269302368f,
                           -1.3333332538604736f,
                           0.0f,
                           2.1666665077209473f,
                           -0.3333333134651184f,
                           0.8333332538604736f,
                           0.0010000000474974513f,
                           0.0f,
                           0.0f,
                           0.0f,
                           0.0f,
                           0.0f,
                           0.0f,
                           0.25f,
                           -3.006666660308838f,
                           1.09333336353302f,
                           0.54666668176651f,
                           0.0f,
                           0.2933333218097687f,
                           -0.7333332896232605f,
                           5.0f};

struct Case {
  const char *options;
  Floats expected;
};
const Case cases[] = {{"", symmetric8},
                      {"scheme=affine", affine8},
                      {"bits=4 group=3", symmetric4by3},
                      {"bits=4 group=3 scheme=affine", affine4by3}};

qrt::Tensor identity(qrt::Shape shape, int64_t size) {
  qrt::Tensor result = qrt::Tensor::allocate(qrt::ElementType::F32, std::move(shape));
  std::ranges::fill(result.mutableValues<float>(), 0.0f);
  for (int64_t i = 0; i < size; ++i)
    result.mutableValues<float>()[i * size + i] = 1;
  return result;
}

// Runs the pass on a net that gives its weights back, and compares; folding changes no bit.
void expectWeights(const std::string &text, const std::vector<qrt::Tensor> &inputs, int64_t columns,
                   bool transposed = false) {
  for (const auto &[options, expected] : cases) {
    Net net(text);
    net.run(std::string("quantize-weights{minimum-size=1 ") + options + "}");
    qrt::Tensor y = net.evaluate(inputs)[0];
    ASSERT_EQ(y.size(), int64_t(expected.size()));
    for (int64_t i = 0; i < y.size(); ++i) {
      int64_t row = i / columns, column = i % columns;
      int64_t at = transposed ? column * (y.size() / columns) + row : i;
      EXPECT_EQ(y.values<float>()[i], expected[at]) << options << " at " << at;
    }
    EXPECT_TRUE(keepsEveryBit(net, "fold-constants,cancel-conversions", inputs)) << options;
    EXPECT_TRUE(keepsEveryBit(net, "fold-constants{dequantize=true}", inputs)) << options;
  }
}

TEST(QuantizeWeights, MatmulTransposed) {
  expectWeights("func.func @main(%x: tensor<7x7xf32>) -> tensor<7x3xf32> {\n%w = nn.constant "
                "{nn.name = \"w\"} dense<" +
                    rows + R"(> : tensor<3x7xf32>
    %y = nn.matmul %x, %w {transpose_b} : (tensor<7x7xf32>, tensor<3x7xf32>) -> tensor<7x3xf32>
    return %y : tensor<7x3xf32> })",
                {identity({7, 7}, 7)}, 3, /*transposed=*/true);
}

// The same weights as columns, and read twice: stored once.
TEST(QuantizeWeights, Matmul) {
  std::string text = R"(func.func @main(%x: tensor<7x7xf32>) -> (tensor<7x3xf32>, tensor<7x3xf32>) {
    %w = nn.constant {nn.name = "w"} dense<[[0.7, 0.0, -3.0], [-1.3, 0.0, 1.1], [0.02, 0.0, 0.6], [2.1, 0.0, 0.0], [-0.4, 0.0, 0.33], [0.9, 0.0, -0.77], [1.0e-3, 0.25, 5.0]]> : tensor<7x3xf32>
    %y = nn.matmul %x, %w : (tensor<7x7xf32>, tensor<7x3xf32>) -> tensor<7x3xf32>
    %z = nn.matmul %x, %w : (tensor<7x7xf32>, tensor<7x3xf32>) -> tensor<7x3xf32>
    return %y, %z : tensor<7x3xf32>, tensor<7x3xf32> })";
  expectWeights(text, {identity({7, 7}, 7)}, 3, /*transposed=*/true);
  Net net(text);
  net.run("quantize-weights{minimum-size=1}");
  EXPECT_EQ(net.count("nn.dequantize"), 1);
  EXPECT_EQ(net.count("nn.constant"), 1);
}

TEST(QuantizeWeights, Convolution) {
  std::string images = std::regex_replace(rows, std::regex("-?[0-9][0-9.e-]*"), "[[$&]]");
  expectWeights(
      "func.func @main(%x: tensor<7x7x1x1xf32>) -> tensor<7x3x1x1xf32> {\n%w = nn.constant "
      "{nn.name = \"w\"} dense<" +
          images + R"(> : tensor<3x7x1x1xf32>
    %y = nn.conv2d %x, %w : (tensor<7x7x1x1xf32>, tensor<3x7x1x1xf32>) -> tensor<7x3x1x1xf32>
    return %y : tensor<7x3x1x1xf32> })",
      {identity({7, 7, 1, 1}, 7)}, 3, /*transposed=*/true);
}

// Rows are gathered as steps, whatever the batch.
TEST(QuantizeWeights, Table) {
  expectWeights(
      "func.func @main(%i: tensor<?xi64, #nn.dims<N>>) -> tensor<?x7xf32, #nn.dims<N>> {\n"
      "%w = nn.constant {nn.name = \"w\"} dense<" +
          rows + R"(> : tensor<3x7xf32>
    %y = nn.gather %w, %i {axis = 0 : i64, nn.name = "y", nn.range = #nn.range<-3.0, 5.0>} : (tensor<3x7xf32>, tensor<?xi64, #nn.dims<N>>) -> tensor<?x7xf32, #nn.dims<N>>
    return %y : tensor<?x7xf32, #nn.dims<N>> })",
      {qrt::Tensor::fromValues<int64_t>({3}, std::vector<int64_t>{0, 1, -1})}, 7);
}

// The Graph Transform Tool made NaN of it.
TEST(QuantizeWeights, AllZero) {
  for (const auto &[options, unused] : cases) {
    Net net(R"(func.func @main(%x: tensor<1x4xf32>) -> tensor<1x3xf32> {
      %w = nn.constant {nn.name = "w"} dense<0.0> : tensor<4x3xf32>
      %y = nn.matmul %x, %w : (tensor<1x4xf32>, tensor<4x3xf32>) -> tensor<1x3xf32>
      return %y : tensor<1x3xf32> })");
    net.run(std::string("quantize-weights{minimum-size=1 ") + options + "}");
    qrt::Tensor y = net.evaluate({tensor({1, 4}, {1, -2, 3, 4})})[0];
    for (float value : y.values<float>())
      EXPECT_EQ(value, 0) << options;
    EXPECT_EQ(net.messages.find("too small"), std::string::npos) << net.messages;
  }
}

// Half a step of the widest group at most; 4 bits are 16 times as coarse.
TEST(QuantizeWeights, StaysWithinHalfAStep) {
  Random random(8);
  std::string text = "func.func @main(%x: tensor<90x90xf32>) -> tensor<90x20xf32> {\n" +
                     random.constant("w", {90, 20}, -1, 3) + R"(
    %y = nn.matmul %x, %w : (tensor<90x90xf32>, tensor<90x20xf32>) -> tensor<90x20xf32>
    return %y : tensor<90x20xf32> })";
  for (auto [options, step] : {std::pair("bits=8", 3.0 / 127),
                               {"bits=8 scheme=affine", 4.0 / 255},
                               {"bits=4", 3.0 / 7},
                               {"bits=4 scheme=affine group=0", 4.0 / 15},
                               {"bits=8 group=64", 3.0 / 127}}) {
    Net net(text);
    qrt::Tensor weights = net.constant("w");
    net.run(std::string("quantize-weights{") + options + "}");
    qrt::Tensor y = net.evaluate({identity({90, 90}, 90)})[0];
    // An end of an affine range is cut by what its zero point is rounded by.
    double bound = std::string(options).find("affine") == std::string::npos ? 0.5 : 1;
    EXPECT_LE(maxDifference(weights, y), step * bound * 1.00001) << options;
    EXPECT_GT(maxDifference(weights, y), step / 4) << options;
  }
}

} // namespace
} // namespace qopt::test
