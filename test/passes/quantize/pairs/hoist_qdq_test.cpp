// Pairs taken past copies and bounds: the same bits, and integers behind them.
#include "test/passes/net.h"

#include <limits>

namespace qopt::test {
namespace {

// As a network that was trained for integers comes: pairs behind relu and pool, one before a relu,
// weights of 4 bits that are transposed.
std::string trainedNet() {
  return R"(
  !x = !quant.uniform<i8:f32, 1.171875e-2:-7>
  !y = !quant.uniform<u8<0:15>:f32, 0.10999999940395355>
  !w = !quant.uniform<i8<-7:7>:f32:0, {4.8828125e-2, 8.7890625e-2}>
  !v = !quant.uniform<i8<-7:7>:f32:0, {0.10999999940395355, 0.23000000417232513, 0.37000000476837158}>
  func.func @main(%x: tensor<?x1x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x3xf32, #nn.dims<N>> {
    )" + Random(3).constant("w", {2, 1, 3, 3}, -0.5, 0.5f) +
         Random(4).constant("v", {3, 8}, -2, 2) + R"(
    %q = nn.quantize %x {nn.name = "q"} : (tensor<?x1x4x4xf32, #nn.dims<N>>) -> tensor<?x1x4x4x!x, #nn.dims<N>>
    %d = nn.dequantize %q {nn.name = "d"} : (tensor<?x1x4x4x!x, #nn.dims<N>>) -> tensor<?x1x4x4xf32, #nn.dims<N>>
    %l = nn.clip %d {min = 0.0 : f32, max = 6.0 : f32, nn.name = "l"} : (tensor<?x1x4x4xf32, #nn.dims<N>>) -> tensor<?x1x4x4xf32, #nn.dims<N>>
    %wq = nn.quantize %w {nn.name = "wq"} : (tensor<2x1x3x3xf32>) -> tensor<2x1x3x3x!w>
    %wd = nn.dequantize %wq {nn.name = "wd"} : (tensor<2x1x3x3x!w>) -> tensor<2x1x3x3xf32>
    %c = nn.conv2d %l, %wd {pads = array<i64: 1, 1, 1, 1>, nn.name = "c"} : (tensor<?x1x4x4xf32, #nn.dims<N>>, tensor<2x1x3x3xf32>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
    %p = nn.max_pool2d %c {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, nn.name = "p"} : (tensor<?x2x4x4xf32, #nn.dims<N>>) -> tensor<?x2x2x2xf32, #nn.dims<N>>
    %r = nn.relu %p {nn.name = "r"} : (tensor<?x2x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2x2xf32, #nn.dims<N>>
    %f = nn.reshape %r {nn.name = "f"} : (tensor<?x2x2x2xf32, #nn.dims<N>>) -> tensor<?x8xf32, #nn.dims<N>>
    %yq = nn.quantize %f {nn.name = "yq"} : (tensor<?x8xf32, #nn.dims<N>>) -> tensor<?x8x!y, #nn.dims<N>>
    %yd = nn.dequantize %yq {nn.name = "yd"} : (tensor<?x8x!y, #nn.dims<N>>) -> tensor<?x8xf32, #nn.dims<N>>
    %zq = nn.quantize %yd {nn.name = "zq"} : (tensor<?x8xf32, #nn.dims<N>>) -> tensor<?x8x!y, #nn.dims<N>>
    %zd = nn.dequantize %zq {nn.name = "zd"} : (tensor<?x8x!y, #nn.dims<N>>) -> tensor<?x8xf32, #nn.dims<N>>
    %vq = nn.quantize %v {nn.name = "vq"} : (tensor<3x8xf32>) -> tensor<3x8x!v>
    %vd = nn.dequantize %vq {nn.name = "vd"} : (tensor<3x8x!v>) -> tensor<3x8xf32>
    %vt = nn.transpose %vd {permutation = array<i64: 1, 0>, nn.name = "vt"} : (tensor<3x8xf32>) -> tensor<8x3xf32>
    %m = nn.matmul %zd, %vt {nn.name = "m"} : (tensor<?x8xf32, #nn.dims<N>>, tensor<8x3xf32>) -> tensor<?x3xf32, #nn.dims<N>>
    return %m : tensor<?x3xf32, #nn.dims<N>>
  })";
}

std::vector<qrt::Tensor> inputs() {
  std::vector<qrt::Tensor> one{Random(21).tensor({64, 1, 4, 4}, -1.5, 1.8f)};
  one[0].mutableValues<float>()[5] = std::numeric_limits<float>::infinity();
  one[0].mutableValues<float>()[40] = -std::numeric_limits<float>::infinity();
  return one;
}

TEST(HoistQdq, MovesKeepEveryBit) {
  Net net(trainedNet());
  EXPECT_TRUE(keepsEveryBit(net, "absorb-qdq{without=absorb-qdq/operation}", inputs()));
  EXPECT_EQ(net.count("nn.quantize"), 2);
  EXPECT_EQ(net.count("nn.transpose"), 0);
}

// As a transposed convolution's weights come: axes that are moved, reversed and merged, each with
// its scales and zero points.
TEST(HoistQdq, CopiesOfWeightsKeepEveryBit) {
  Net net(R"(
  !w = !quant.uniform<i8:f32:1, {4.8828125e-2:3, 8.7890625e-2:-5, 0.37000000476837158:0}>
  func.func @main(%x: tensor<?x24xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x24xf32, #nn.dims<N>> {
    )" + Random(5).constant("w", {4, 3, 2}, -4, 4) +
          R"(
    %q = nn.quantize %w {nn.name = "q"} : (tensor<4x3x2xf32>) -> tensor<4x3x2x!w>
    %d = nn.dequantize %q {nn.name = "d"} : (tensor<4x3x2x!w>) -> tensor<4x3x2xf32>
    %s = nn.slice %d {starts = array<i64: 3, 0, 1>, steps = array<i64: -1, 1, -1>, nn.name = "s"} : (tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
    %t = nn.transpose %s {permutation = array<i64: 2, 0, 1>, nn.name = "t"} : (tensor<4x3x2xf32>) -> tensor<2x4x3xf32>
    %r = nn.reshape %t {nn.name = "r"} : (tensor<2x4x3xf32>) -> tensor<24xf32>
    %y = nn.add %x, %r {nn.name = "y"} : (tensor<?x24xf32, #nn.dims<N>>, tensor<24xf32>) -> tensor<?x24xf32, #nn.dims<N>>
    return %y : tensor<?x24xf32, #nn.dims<N>>
  })");
  EXPECT_TRUE(keepsEveryBit(net, "absorb-qdq", {Random(22).tensor({3, 24}, -1, 1)}));
  EXPECT_EQ(net.count("nn.slice") + net.count("nn.transpose") + net.count("nn.reshape"), 0);
}

// One quantize at the start; what differs are quotients at halves.
TEST(HoistQdq, TheNetworkIsInteger) {
  Net net(trainedNet());
  qrt::Tensor before = net.evaluate(inputs())[0];
  net.run("absorb-qdq");
  EXPECT_EQ(net.count("nn.quantize"), 1);
  EXPECT_EQ(net.count("nn.dequantize"), 0);
  qrt::Tensor after = net.evaluate(inputs())[0];
  EXPECT_LE(maxDifference(before, after), 1e-4 * maxMagnitude(before));
}

} // namespace
} // namespace qopt::test
