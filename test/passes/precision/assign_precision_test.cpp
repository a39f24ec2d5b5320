// A network of --assign-precision rounds where it says, and nowhere else.
#include "test/passes/net.h"

#include <cmath>

namespace qopt::test {
namespace {

const std::string layers =
    R"(func.func @main(%x: tensor<2x2xf32> {nn.name = "x"}) -> tensor<2x2xf32> {
    %w = nn.constant {nn.name = "w"} dense<[[0.3, -1.1], [0.6, 0.05]]> : tensor<2x2xf32>
    %b = nn.constant {nn.name = "b"} dense<[0.2, -0.01]> : tensor<2xf32>
    %m = nn.matmul %x, %w bias %b {nn.name = "m"} : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
    %r = nn.relu %m {nn.name = "r"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %y = nn.add %r, %x {nn.name = "y"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return %y : tensor<2x2xf32>
  })";
const std::vector<qrt::Tensor> input{tensor({2, 2}, {0.1f, -0.7f, 1.3f, 2.9f})};

void expectValues(const qrt::Tensor &values, std::vector<float> expected) {
  ASSERT_EQ(values.size(), int64_t(expected.size()));
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(values.values<float>()[i], expected[i]) << i;
}

// NumPy, h being astype(float16): h(maximum(h(h(x) @ h(w) + h(b)), 0) + h(x)), sums in f64.
TEST(AssignPrecision, RoundsAsNumPyDoes) {
  Net net(layers);
  net.run("assign-precision{type=f16}");
  expectValues(net.evaluate(input)[0],
               {0.0999755859375f, -0.7001953125f, 3.62890625f, 2.900390625f});
  EXPECT_EQ(net.constant("w").type(), qrt::ElementType::F16);
}
TEST(AssignPrecision, RoundsToBf16) {
  Net net(layers);
  net.run("assign-precision{type=bf16}");
  expectValues(net.evaluate(input)[0], {0.10009765625f, -0.69921875f, 3.640625f, 2.90625f});
}

// The sum of r and x is as wide as before: only what m reads and writes is rounded.
TEST(AssignPrecision, OthersStayWide) {
  Net net(layers), other(layers);
  net.run("assign-precision{type=f16 layers=m}");
  other.run("assign-precision{type=f16 ops=nn.matmul}");
  std::vector<qrt::Tensor> out = net.evaluate(input);
  EXPECT_TRUE(sameBits(out, other.evaluate(input)));
  EXPECT_EQ(out[0].values<float>()[0], 0.1f); // m < 0
  EXPECT_EQ(out[0].values<float>()[1], -0.7f);
}

std::string network() {
  Random random(5);
  return R"(func.func @main(%x: tensor<?x2x6x6xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x4x2xf32, #nn.dims<N>>, tensor<?x4x7xf32, #nn.dims<N>>) {
)" + random.constant("w", {4, 2, 3, 3}, -1, 1) +
         random.constant("s", {9}, -1, 1) + random.constant("o", {9}, -1, 1) + R"(
    %c = nn.conv2d %x, %w {nn.name = "c"} : (tensor<?x2x6x6xf32, #nn.dims<N>>, tensor<4x2x3x3xf32>) -> tensor<?x4x4x4xf32, #nn.dims<N>>
    %p = nn.max_pool2d %c {kernel = array<i64: 2, 2>, nn.name = "p"} : (tensor<?x4x4x4xf32, #nn.dims<N>>) -> tensor<?x4x3x3xf32, #nn.dims<N>>
    %v = nn.reshape %p {nn.name = "v"} : (tensor<?x4x3x3xf32, #nn.dims<N>>) -> tensor<?x4x9xf32, #nn.dims<N>>
    %l = nn.layer_norm %v scale %s bias %o {axis = 2 : i64, epsilon = 1.0e-5 : f32, nn.name = "l"} : (tensor<?x4x9xf32, #nn.dims<N>>, tensor<9xf32>, tensor<9xf32>) -> tensor<?x4x9xf32, #nn.dims<N>>
    %h:2 = nn.split %l {axis = 2 : i64, sizes = array<i64: 2, 7>, nn.name = "h"} : (tensor<?x4x9xf32, #nn.dims<N>>) -> (tensor<?x4x2xf32, #nn.dims<N>>, tensor<?x4x7xf32, #nn.dims<N>>)
    %e = nn.softmax %h#1 {axis = 2 : i64, nn.name = "e"} : (tensor<?x4x7xf32, #nn.dims<N>>) -> tensor<?x4x7xf32, #nn.dims<N>>
    return %h#0, %e : tensor<?x4x2xf32, #nn.dims<N>>, tensor<?x4x7xf32, #nn.dims<N>>
  })";
}

// Half an ulp for each of a few roundings; and each result is a number of the type.
TEST(AssignPrecision, StaysNearAndKeepsItsBits) {
  std::vector<qrt::Tensor> inputs{Random(6).tensor({3, 2, 6, 6}, -2, 2)};
  std::vector<qrt::Tensor> before = Net(network()).evaluate(inputs);
  for (auto [type, near] : {std::pair("f16", 0x1p-8), {"bf16", 0x1p-5}, {"f8e4m3fn", 0.4}}) {
    Net net(network());
    net.run(std::string("assign-precision{type=") + type + "}");
    std::vector<qrt::Tensor> after = net.evaluate(inputs);
    for (size_t i = 0; i < before.size(); ++i) {
      EXPECT_LE(maxDifference(before[i], after[i]), near * maxMagnitude(before[i])) << type;
      EXPECT_GT(maxDifference(before[i], after[i]), 0) << type;
    }
    EXPECT_TRUE(keepsEveryBit(net, "cancel-conversions,merge-duplicates,fold-constants", inputs));
    EXPECT_TRUE(keepsEveryBit(net, "fold-constants{dequantize=true}", inputs));
    EXPECT_EQ(net.count("nn.split"), 1);
  }
}

// 300 · 300 = 90000 is no f16. With its range known it stays f32, unknown it is infinity.
TEST(AssignPrecision, WhatIsMeasuredDoesNotOverflow) {
  auto square = [](const std::string &range) {
    Net net(R"(func.func @main(%x: tensor<1xf32> {nn.name = "x"}) -> tensor<1xf32> {
      %y = nn.mul %x, %x {nn.name = "y")" +
            range + R"(} : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
      return %y : tensor<1xf32> })");
    net.run("assign-precision{type=f16}");
    return net.evaluate({tensor({1}, {300})})[0].values<float>()[0];
  };
  EXPECT_EQ(square(", nn.range = #nn.range<0.0, 90000.0>"), 90000);
  EXPECT_EQ(square(""), INFINITY);
}

// Nothing has a name that others could be made from.
TEST(AssignPrecision, WithoutNames) {
  Net net(R"(func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %b = nn.constant dense<0.1> : tensor<2xf32>
    %s = nn.softmax %x {axis = 0 : i64} : (tensor<2xf32>) -> tensor<2xf32>
    %y = nn.add %s, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %y : tensor<2xf32> })");
  net.run("assign-precision{type=f16}");
  expectValues(net.evaluate({tensor({2}, {1, 1})})[0], {0.60009765625f, 0.60009765625f});
}

// A table of weights is what the operation does: thirds stay thirds. The operand of a choice is f32
// where the type is not one that it takes.
TEST(AssignPrecision, ParametersStay) {
  std::string text =
      R"(func.func @main(%x: tensor<2xf32> {nn.name = "x"}, %c: tensor<2xi1>) -> tensor<2xf32> {
    %p = nn.constant {nn.name = "p"} dense<[0, 0]> : tensor<2xi32>
    %w = nn.constant {nn.name = "w"} dense<[[0.666666687, 0.333333343], [0.333333343, 0.666666687]]> : tensor<2x2xf32>
    %o = nn.constant {nn.name = "o"} dense<0.1> : tensor<2xf32>
    %r = nn.resample %x, %p, %w {axis = 0 : i64, step = 0 : i64, nn.name = "r"} : (tensor<2xf32>, tensor<2xi32>, tensor<2x2xf32>) -> tensor<2xf32>
    %y = nn.where %c, %r, %o {nn.name = "y"} : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %y : tensor<2xf32> })";
  for (auto [type, kept] :
       {std::pair("bf16", qrt::ElementType::BF16), {"f8e5m2", qrt::ElementType::F32}}) {
    Net net(text);
    net.run(std::string("assign-precision{type=") + type + "}");
    EXPECT_EQ(net.constant("w").type(), qrt::ElementType::F32) << type;
    EXPECT_EQ(net.constant("o").type(), kept) << type;
    // r = 1, of weights that add up to it.
    qrt::Tensor choice = qrt::Tensor::allocate(qrt::ElementType::Bool, {2});
    choice.mutableValues<uint8_t>()[0] = choice.mutableValues<uint8_t>()[1] = 1;
    expectValues(net.evaluate({tensor({2}, {1, 1}), choice})[0], {1, 1});
  }
}

} // namespace
} // namespace qopt::test
