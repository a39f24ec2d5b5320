// The exact rewrites change no bit of any answer.
#include "test/passes/net.h"

namespace qopt::test {
namespace {

TEST(Simplify, FoldConstantsKeepsEveryBit) {
  Random random(1);
  Net net("func.func @main(%x: tensor<2x3xf32> {nn.name = \"x\"}) -> tensor<2x4xf32> {\n" +
          random.constant("a", {3, 4}, -1, 1) + random.constant("b", {3, 4}, -1, 1) + R"(
    %s = nn.add %a, %b {nn.name = "s"} : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    %e = nn.exp %s {nn.name = "e"} : (tensor<3x4xf32>) -> tensor<3x4xf32>
    %t = nn.transpose %e {permutation = array<i64: 1, 0>, nn.name = "t"} : (tensor<3x4xf32>) -> tensor<4x3xf32>
    %y = nn.matmul %x, %t {transpose_b, nn.name = "y"} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
    return %y : tensor<2x4xf32>
  })");
  EXPECT_TRUE(keepsEveryBit(net, "fold-constants", {random.tensor({2, 3}, -1, 1)}));
  EXPECT_EQ(net.count("nn.constant"), 1);
  EXPECT_EQ(net.count("nn.transpose"), 0);
}

TEST(Simplify, MergeAndStripKeepEveryBit) {
  Random random(2);
  Net net("func.func @main(%x: tensor<2x3xf32> {nn.name = \"x\"}) -> tensor<2x3xf32> {\n" +
          random.constant("a", {3}, -1, 1) + R"(
    %k1 = nn.constant {nn.name = "k1"} dense<2.0> : tensor<3xf32>
    %k2 = nn.constant {nn.name = "k2"} dense<2.0> : tensor<3xf32>
    %1 = nn.mul %x, %k1 {nn.name = "m1"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %2 = nn.mul %x, %k2 {nn.name = "m2"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %3 = nn.mul %x, %a {nn.name = "m3"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %4 = nn.relu %3 {nn.name = "unused"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %5 = nn.div %1, %2 {nn.name = "d"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %6 = nn.sub %5, %3 {nn.name = "y"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return %6 : tensor<2x3xf32>
  })");
  EXPECT_TRUE(keepsEveryBit(net, "merge-duplicates,strip-unused", {random.tensor({2, 3}, -1, 1)}));
  EXPECT_EQ(net.count("nn.mul"), 2);
  EXPECT_EQ(net.count("nn.relu"), 0);
}

// Values beyond the range, so that saturation would show a wrong move.
TEST(Simplify, MovedConversionsKeepEveryBit) {
  Random random(3);
  Net net(R"(
    !a = !quant.uniform<u8:f32, 4.6875e-2:100>
    !b = !quant.uniform<i8:f32, 7.03125e-2>
    func.func @main(%x: tensor<?x2x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> (tensor<?x2x2x2xf32, #nn.dims<N>>, tensor<?x2x4x4xf32, #nn.dims<N>>) {
      %q = nn.quantize %x {nn.name = "q"} : (tensor<?x2x4x4xf32, #nn.dims<N>>) -> tensor<?x2x4x4x!a, #nn.dims<N>>
      %d = nn.dequantize %q {nn.name = "d"} : (tensor<?x2x4x4x!a, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
      %t = nn.transpose %d {permutation = array<i64: 0, 2, 3, 1>, nn.name = "t"} : (tensor<?x2x4x4xf32, #nn.dims<N>>) -> tensor<?x4x4x2xf32, #nn.dims<N>>
      %e = nn.quantize %t {nn.name = "e"} : (tensor<?x4x4x2xf32, #nn.dims<N>>) -> tensor<?x4x4x2x!b, #nn.dims<N>>
      %f = nn.dequantize %e {nn.name = "f"} : (tensor<?x4x4x2x!b, #nn.dims<N>>) -> tensor<?x4x4x2xf32, #nn.dims<N>>
      %u = nn.transpose %f {permutation = array<i64: 0, 3, 1, 2>, nn.name = "u"} : (tensor<?x4x4x2xf32, #nn.dims<N>>) -> tensor<?x2x4x4xf32, #nn.dims<N>>
      %p = nn.max_pool2d %d {kernel = array<i64: 3, 3>, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 0, 0>, nn.name = "p"} : (tensor<?x2x4x4xf32, #nn.dims<N>>) -> tensor<?x2x2x2xf32, #nn.dims<N>>
      %g = nn.quantize %p {nn.name = "g"} : (tensor<?x2x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2x2x!a, #nn.dims<N>>
      %h = nn.dequantize %g {nn.name = "h"} : (tensor<?x2x2x2x!a, #nn.dims<N>>) -> tensor<?x2x2x2xf32, #nn.dims<N>>
      return %h, %u : tensor<?x2x2x2xf32, #nn.dims<N>>, tensor<?x2x4x4xf32, #nn.dims<N>>
    })");
  qrt::Tensor input = random.tensor({3, 2, 4, 4}, -12, 12);
  EXPECT_TRUE(keepsEveryBit(net, "fold-dequant", {input}));
  EXPECT_EQ(net.count("nn.quantize"), 2);
  EXPECT_TRUE(keepsEveryBit(net, "cancel-conversions", {input}));
  EXPECT_EQ(net.count("nn.transpose"), 0);
}

// Values that 32 bits hold and f32 does not; a pool whose steps saturate nowhere on the way.
TEST(Simplify, PairsAroundACopyKeepEveryBit) {
  Net net(R"(
    !a = !quant.uniform<u8:f32, 4.6875e-2:128>
    !s = !quant.uniform<i8:f32, 4.6875e-2>
    func.func @main(%x: tensor<2x3xf32> {nn.name = "x"}, %y: tensor<1x2x4x4xf32> {nn.name = "y"}) -> (tensor<6xi32>, tensor<1x2x2x2xf32>) {
      %i = nn.cast %x {nn.name = "i"} : (tensor<2x3xf32>) -> tensor<2x3xi32>
      %l = nn.cast %i {nn.name = "l"} : (tensor<2x3xi32>) -> tensor<2x3xi64>
      %r = nn.reshape %l {nn.name = "r"} : (tensor<2x3xi64>) -> tensor<6xi64>
      %c = nn.cast %r {nn.name = "c"} : (tensor<6xi64>) -> tensor<6xi32>
      %q = nn.quantize %y {nn.name = "q"} : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4x!s>
      %u = nn.requantize %q {nn.name = "u"} : (tensor<1x2x4x4x!s>) -> tensor<1x2x4x4x!a>
      %p = nn.max_pool2d %u {kernel = array<i64: 3, 3>, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 0, 0>, nn.name = "p"} : (tensor<1x2x4x4x!a>) -> tensor<1x2x2x2x!a>
      %b = nn.requantize %p {nn.name = "b"} : (tensor<1x2x2x2x!a>) -> tensor<1x2x2x2x!s>
      %d = nn.dequantize %b {nn.name = "d"} : (tensor<1x2x2x2x!s>) -> tensor<1x2x2x2xf32>
      return %c, %d : tensor<6xi32>, tensor<1x2x2x2xf32>
    })");
  Random random(5);
  std::vector<qrt::Tensor> inputs{random.tensor({2, 3}, -2.0e9f, 2.0e9f),
                                  random.tensor({1, 2, 4, 4}, -9, 9)};
  EXPECT_TRUE(keepsEveryBit(net, "cancel-conversions", inputs));
  EXPECT_EQ(net.count("nn.cast"), 1);
  EXPECT_EQ(net.count("nn.requantize"), 0);
}

// Several results: dequantize below, quantize above, duplicates, constants.
TEST(Simplify, SplitsKeepEveryBit) {
  Random random(6);
  Net net("!a = !quant.uniform<u8:f32, 4.6875e-2:100>\n"
          "func.func @main(%x: tensor<2x6xf32> {nn.name = \"x\"}) -> (tensor<2x2xf32>, "
          "tensor<2x4xf32>, tensor<2x4xf32>) {\n" +
          random.constant("k", {2, 6}, -1, 1) + R"(
      %ks:2 = nn.split %k {axis = 1 : i64, sizes = array<i64: 2, 4>, nn.name = "ks"} : (tensor<2x6xf32>) -> (tensor<2x2xf32>, tensor<2x4xf32>)
      %q = nn.quantize %x {nn.name = "q"} : (tensor<2x6xf32>) -> tensor<2x6x!a>
      %d = nn.dequantize %q {nn.name = "d"} : (tensor<2x6x!a>) -> tensor<2x6xf32>
      %s:2 = nn.split %d {axis = 1 : i64, sizes = array<i64: 2, 4>, nn.name = "s"} : (tensor<2x6xf32>) -> (tensor<2x2xf32>, tensor<2x4xf32>)
      %t:2 = nn.split %d {axis = 1 : i64, sizes = array<i64: 2, 4>, nn.name = "t"} : (tensor<2x6xf32>) -> (tensor<2x2xf32>, tensor<2x4xf32>)
      %a = nn.add %s#0, %ks#0 {nn.name = "a"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      %b = nn.mul %t#1, %ks#1 {nn.name = "b"} : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
      %e = nn.quantize %s#1 {nn.name = "e"} : (tensor<2x4xf32>) -> tensor<2x4x!a>
      %f = nn.dequantize %e {nn.name = "f"} : (tensor<2x4x!a>) -> tensor<2x4xf32>
      return %a, %b, %f : tensor<2x2xf32>, tensor<2x4xf32>, tensor<2x4xf32>
    })");
  qrt::Tensor input = random.tensor({2, 6}, -12, 12);
  EXPECT_TRUE(keepsEveryBit(net, "fold-constants,merge-duplicates", {input}));
  EXPECT_EQ(net.count("nn.split"), 1);
  EXPECT_TRUE(keepsEveryBit(net, "fold-dequant", {input}));
  EXPECT_EQ(net.count("nn.quantize"), 1);
}

TEST(Simplify, RunningTwiceChangesNothing) {
  const std::string text = R"(
    !a = !quant.uniform<u8:f32, 4.6875e-2:100>
    func.func @main(%x: tensor<4x2xf32> {nn.name = "x"}) -> tensor<8xf32> {
      %d = nn.reshape %x {nn.name = "d"} : (tensor<4x2xf32>) -> tensor<2x4xf32>
      %q = nn.quantize %d {nn.name = "q"} : (tensor<2x4xf32>) -> tensor<2x4x!a>
      %f = nn.dequantize %q {nn.name = "f"} : (tensor<2x4x!a>) -> tensor<2x4xf32>
      %r = nn.reshape %f {nn.name = "r"} : (tensor<2x4xf32>) -> tensor<8xf32>
      return %r : tensor<8xf32>
    })";
  Net net(text);
  EXPECT_TRUE(keepsEveryBit(net, "cancel-conversions", {Random(4).tensor({4, 2}, -9, 9)}));
  EXPECT_EQ(net.count("nn.reshape"), 1);
  EXPECT_TRUE(keepsEveryBit(net, "cancel-conversions", {Random(4).tensor({4, 2}, -9, 9)}));
  EXPECT_EQ(net.count("nn.quantize"), 1);
  EXPECT_EQ(net.count("nn.dequantize"), 1);
}

} // namespace
} // namespace qopt::test
