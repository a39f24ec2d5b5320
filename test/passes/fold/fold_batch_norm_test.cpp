// Folded weights follow the formula, and the answer stays.
#include "test/passes/net.h"

#include <cmath>

namespace qopt::test {
namespace {

const char *const convAndNorm = R"(
  %c = nn.conv2d %x, %w bias %b {pads = array<i64: 1, 1, 1, 1>, nn.name = "c"} : (tensor<?x3x5x5xf32, #nn.dims<N>>, tensor<4x3x3x3xf32>, tensor<4xf32>) -> tensor<?x4x5x5xf32, #nn.dims<N>>
  %y = nn.batch_norm %c, %gamma, %beta, %mean, %var {epsilon = 1.0e-5 : f32, nn.name = "y"} : (tensor<?x4x5x5xf32, #nn.dims<N>>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x5x5xf32, #nn.dims<N>>
  return %y : tensor<?x4x5x5xf32, #nn.dims<N>>
})";

std::string network(unsigned seed) {
  Random random(seed);
  return "func.func @main(%x: tensor<?x3x5x5xf32, #nn.dims<N>> {nn.name = \"x\"}) -> "
         "tensor<?x4x5x5xf32, #nn.dims<N>> {\n" +
         random.constant("w", {4, 3, 3, 3}, -1, 1) + random.constant("b", {4}, -1, 1) +
         random.constant("gamma", {4}, 0.5, 2) + random.constant("beta", {4}, -1, 1) +
         random.constant("mean", {4}, -1, 1) + random.constant("var", {4}, 0.1f, 3) + convAndNorm;
}

TEST(FoldBatchNorm, WeightsAreTheFormulas) {
  Net original(network(5)), folded(network(5));
  folded.run("fold-batch-norm");
  qrt::Tensor w = original.constant("w"), b = original.constant("b");
  qrt::Tensor gamma = original.constant("gamma"), beta = original.constant("beta");
  qrt::Tensor mean = original.constant("mean"), var = original.constant("var");
  qrt::Tensor newW = folded.constant("w"), newB = folded.constant("b");
  for (int o = 0; o < 4; ++o) {
    // volatile: each step is rounded to f32 and stored.
    volatile float sum = var.values<float>()[o] + 1e-5f;
    volatile float root = std::sqrt(float(sum));
    volatile float inverse = 1.0f / root;
    volatile float g = gamma.values<float>()[o] * inverse;
    for (int i = 0; i < 27; ++i)
      EXPECT_EQ(newW.values<float>()[o * 27 + i], w.values<float>()[o * 27 + i] * g);
    volatile float centred = b.values<float>()[o] - mean.values<float>()[o];
    volatile float scaled = centred * g;
    EXPECT_EQ(newB.values<float>()[o], scaled + beta.values<float>()[o]);
  }
}

TEST(FoldBatchNorm, AnswerStaysWithinRounding) {
  Net net(network(6));
  std::vector<qrt::Tensor> inputs{Random(7).tensor({2, 3, 5, 5}, -3, 3)};
  qrt::Tensor before = net.evaluate(inputs)[0];
  net.run("fold-batch-norm");
  EXPECT_EQ(net.count("nn.batch_norm"), 0);
  EXPECT_LE(maxDifference(before, net.evaluate(inputs)[0]), 1e-5 * maxMagnitude(before));
}

TEST(FoldBatchNorm, MatmulColumnsStayWithinRounding) {
  Random random(8);
  Net net("func.func @main(%x: tensor<2x3xf32> {nn.name = \"x\"}) -> tensor<2x4xf32> {\n" +
          random.constant("w", {3, 4}, -1, 1) + random.constant("gain", {4}, -2, 2) +
          random.constant("gamma", {4}, 0.5, 2) + random.constant("beta", {4}, -1, 1) +
          random.constant("mean", {4}, -1, 1) + random.constant("var", {4}, 0.1f, 3) + R"(
    %m = nn.matmul %x, %w {nn.name = "m"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %g = nn.mul %m, %gain {nn.name = "g"} : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
    %n = nn.batch_norm %g, %gamma, %beta, %mean, %var {epsilon = 1.0e-5 : f32, nn.name = "n"} : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
    %y = nn.sub %n, %beta {nn.name = "y"} : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
    return %y : tensor<2x4xf32>
  })");
  std::vector<qrt::Tensor> inputs{random.tensor({2, 3}, -3, 3)};
  qrt::Tensor before = net.evaluate(inputs)[0];
  net.run("fold-batch-norm");
  EXPECT_EQ(net.count("nn.mul") + net.count("nn.batch_norm") + net.count("nn.sub"), 0);
  EXPECT_LE(maxDifference(before, net.evaluate(inputs)[0]), 1e-5 * maxMagnitude(before));
}

// A transposed convolution as it is imported: phases woven, an edge cut, then bias and norm.
TEST(FoldBatchNorm, PhasesOfATransposedConvolution) {
  Random random(9);
  Net net("func.func @main(%x: tensor<?x3x5x5xf32, #nn.dims<N>> {nn.name = \"x\"}) -> "
          "tensor<?x2x9x10xf32, #nn.dims<N>> {\n" +
          random.constant("w", {8, 3, 1, 1}, -1, 1) + random.constant("b", {1, 2, 1, 1}, -1, 1) +
          random.constant("gamma", {2}, 0.5, 2) + random.constant("beta", {2}, -1, 1) +
          random.constant("mean", {2}, -1, 1) + random.constant("var", {2}, 0.1f, 3) + R"(
  %c = nn.conv2d %x, %w {nn.name = "up/conv"} : (tensor<?x3x5x5xf32, #nn.dims<N>>, tensor<8x3x1x1xf32>) -> tensor<?x8x5x5xf32, #nn.dims<N>>
  %p = nn.reshape %c {nn.name = "up/phases"} : (tensor<?x8x5x5xf32, #nn.dims<N>>) -> tensor<?x2x2x2x5x5xf32, #nn.dims<N>>
  %t = nn.transpose %p {permutation = array<i64: 0, 3, 4, 1, 5, 2>, nn.name = "up/woven"} : (tensor<?x2x2x2x5x5xf32, #nn.dims<N>>) -> tensor<?x2x5x2x5x2xf32, #nn.dims<N>>
  %i = nn.reshape %t {nn.name = "up/image"} : (tensor<?x2x5x2x5x2xf32, #nn.dims<N>>) -> tensor<?x2x10x10xf32, #nn.dims<N>>
  %s = nn.slice %i {starts = array<i64: 0, 0, 1, 0>, steps = array<i64: 1, 1, 1, 1>, nn.name = "up"} : (tensor<?x2x10x10xf32, #nn.dims<N>>) -> tensor<?x2x9x10xf32, #nn.dims<N>>
  %a = nn.add %s, %b {nn.name = "a"} : (tensor<?x2x9x10xf32, #nn.dims<N>>, tensor<1x2x1x1xf32>) -> tensor<?x2x9x10xf32, #nn.dims<N>>
  %y = nn.batch_norm %a, %gamma, %beta, %mean, %var {epsilon = 1.0e-5 : f32, nn.name = "y"} : (tensor<?x2x9x10xf32, #nn.dims<N>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<?x2x9x10xf32, #nn.dims<N>>
  return %y : tensor<?x2x9x10xf32, #nn.dims<N>>
})");
  std::vector<qrt::Tensor> inputs{random.tensor({2, 3, 5, 5}, -3, 3)};
  qrt::Tensor before = net.evaluate(inputs)[0];
  net.run("fold-batch-norm");
  EXPECT_EQ(net.count("nn.batch_norm"), 0);
  EXPECT_EQ(net.count("nn.add"), 0);
  EXPECT_LE(maxDifference(before, net.evaluate(inputs)[0]), 1e-5 * maxMagnitude(before));
}

} // namespace
} // namespace qopt::test
