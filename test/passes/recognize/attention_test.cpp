// Attention in the forms that exporters write.
#include "test/passes/net.h"

namespace qopt::test {
namespace {

// Around `scores`, which makes %s of %q: 1x2x5x4, %k: 1x2x7x4 or %t, its transpose.
std::string attentionNetwork(const std::string &scores, const std::string &axis = "3") {
  return R"(func.func @main(%q: tensor<1x2x5x4xf32> {nn.name = "q"}, %k: tensor<1x2x7x4xf32> {nn.name = "k"}, %l: tensor<1x7x2x4xf32> {nn.name = "l"}, %v: tensor<1x2x7x3xf32> {nn.name = "v"}, %mask: tensor<5x7xf32> {nn.name = "mask"}) -> tensor<1x2x5x3xf32> {
  %two = nn.constant {nn.name = "two"} dense<2.0> : tensor<f32>
  %half = nn.constant {nn.name = "half"} dense<0.5> : tensor<1xf32>
  )" + scores +
         R"(
  %p = nn.softmax %s {nn.name = "p", axis = )" +
         axis + R"( : i64} : (tensor<1x2x5x7xf32>) -> tensor<1x2x5x7xf32>
  %y = nn.matmul %p, %v {nn.name = "y"} : (tensor<1x2x5x7xf32>, tensor<1x2x7x3xf32>) -> tensor<1x2x5x3xf32>
  return %y : tensor<1x2x5x3xf32>
})";
}

const std::string transposed = R"(
  %t = nn.transpose %k {nn.name = "t", permutation = array<i64: 0, 1, 3, 2>} : (tensor<1x2x7x4xf32>) -> tensor<1x2x4x7xf32>
  %r = nn.matmul %q, %t {nn.name = "r"} : (tensor<1x2x5x4xf32>, tensor<1x2x4x7xf32>) -> tensor<1x2x5x7xf32>
)";
const std::string divided = transposed + R"(
  %s = nn.div %r, %two {nn.name = "s"} : (tensor<1x2x5x7xf32>, tensor<f32>) -> tensor<1x2x5x7xf32>)";
const std::string masked = transposed + R"(
  %u = nn.mul %half, %r {nn.name = "u"} : (tensor<1xf32>, tensor<1x2x5x7xf32>) -> tensor<1x2x5x7xf32>
  %s = nn.add %u, %mask {nn.name = "s"} : (tensor<1x2x5x7xf32>, tensor<5x7xf32>) -> tensor<1x2x5x7xf32>)";
const std::string scaledQuery = R"(
  %w = nn.mul %q, %half {nn.name = "w"} : (tensor<1x2x5x4xf32>, tensor<1xf32>) -> tensor<1x2x5x4xf32>
  %t = nn.transpose %l {nn.name = "t", permutation = array<i64: 0, 2, 3, 1>} : (tensor<1x7x2x4xf32>) -> tensor<1x2x4x7xf32>
  %s = nn.matmul %w, %t {nn.name = "s"} : (tensor<1x2x5x4xf32>, tensor<1x2x4x7xf32>) -> tensor<1x2x5x7xf32>)";
const std::string byColumns = R"(
  %s = nn.matmul %q, %k {nn.name = "s", transpose_b} : (tensor<1x2x5x4xf32>, tensor<1x2x7x4xf32>) -> tensor<1x2x5x7xf32>)";

std::vector<qrt::Tensor> inputs() {
  Random random(3);
  return {random.tensor({1, 2, 5, 4}, -2, 2), random.tensor({1, 2, 7, 4}, -2, 2),
          random.tensor({1, 7, 2, 4}, -2, 2), random.tensor({1, 2, 7, 3}, -2, 2),
          random.tensor({5, 7}, -2, 2)};
}

TEST(RecognizeAttention, Spellings) {
  for (const std::string &scores : {divided, masked, scaledQuery, byColumns}) {
    SCOPED_TRACE(scores);
    Net net(attentionNetwork(scores));
    qrt::Tensor before = net.evaluate(inputs())[0];
    net.run("recognize-composites,strip-unused");
    EXPECT_EQ(net.count("nn.attention"), 1);
    EXPECT_EQ(net.count("nn.matmul") + net.count("nn.softmax") + net.count("nn.mul") +
                  net.count("nn.div") + net.count("nn.add"),
              0);
    EXPECT_LE(maxDifference(before, net.evaluate(inputs())[0]), 2e-6 * maxMagnitude(before));
  }
}

TEST(RecognizeAttention, AnotherAxisStays) {
  Net net(attentionNetwork(divided, "2"));
  net.run("recognize-composites");
  EXPECT_EQ(net.count("nn.attention"), 0);
  EXPECT_EQ(net.count("nn.softmax"), 1);
}

} // namespace
} // namespace qopt::test
