// A network of --insert-quant computes what docs/reference/numerics.md says.
#include "test/passes/net.h"

#include "ir/dialect.h"
#include "ir/types/quant_type.h"

#include <cmath>

namespace qopt::test {
namespace {

// Parameters that are easy by hand: x u8 with 1/2, w with 1, a bias step of 1/2.
std::string smallMatmul(const std::string &resultRange, const std::string &after) {
  return R"(func.func @main(%x: tensor<1x2xf32> {nn.name = "x", nn.range = #nn.range<0.0, 127.5>}) -> tensor<1x1xf32> {
    %w = nn.constant {nn.name = "w"} dense<[[127.0], [-64.4]]> : tensor<2x1xf32>
    %b = nn.constant {nn.name = "b"} dense<3.25> : tensor<1xf32>
    %m = nn.matmul %x, %w bias %b {nn.name = "m")" +
         resultRange + R"(} : (tensor<1x2xf32>, tensor<2x1xf32>, tensor<1xf32>) -> tensor<1x1xf32>
)" + after;
}

// x = [0.74, 10.26] → [1, 21] steps; w → [127, −64]; b = 3.25/0.5 = 6.5 → 6:
// halves go to even (A2). 127 − 64·21 + 6 = −1211.
TEST(InsertQuant, FloatResultByHand) {
  Net net(smallMatmul("", "return %m : tensor<1x1xf32> }"));
  net.run("insert-quant{region=all},fold-dequant");
  EXPECT_EQ(net.count("nn.dequantize"), 0);
  qrt::Tensor y = net.evaluate({tensor({1, 2}, {0.74f, 10.26f})})[0];
  EXPECT_EQ(y.values<float>()[0], -1211 * 0.5f);
}

// The trt profile: s_x = 127.5/127, and the bias stays as it is:
// fma(acc, s_x·s_w, b). x → [1, 10] steps, 127 − 640 = −513.
TEST(InsertQuant, FloatBiasByHand) {
  Net net(smallMatmul("", "return %m : tensor<1x1xf32> }"));
  net.run("insert-quant{region=all profile=trt},fold-dequant");
  qrt::Tensor y = net.evaluate({tensor({1, 2}, {0.74f, 10.26f})})[0];
  float scale = float(double(float(127.5 / 127)) * 1.0);
  EXPECT_EQ(y.values<float>()[0], std::fma(-513.0f, scale, 3.25f));
}

// Range ±635: s_y = 5, t = −1211·0.1 = −121.1 → −121 → −605; negated 605.
TEST(InsertQuant, IntegerResultByHand) {
  Net net(smallMatmul(", nn.range = #nn.range<-635.0, 635.0>", R"(
    %y = nn.neg %m {nn.name = "y", nn.range = #nn.range<-635.0, 635.0>} : (tensor<1x1xf32>) -> tensor<1x1xf32>
    return %y : tensor<1x1xf32> })"));
  net.run("insert-quant{region=all},fold-dequant");
  qrt::Tensor y = net.evaluate({tensor({1, 2}, {0.74f, 10.26f})})[0];
  EXPECT_EQ(y.values<float>()[0], 605.0f);
}

// A maximum over windows with a border of the lowest f32, and without: the border, which no maximum
// shows, costs no step.
TEST(InsertQuant, BordersBeforeAMaximumCostNothing) {
  auto answer = [](const std::string &low, const std::string &range) {
    Net net(
        R"(func.func @main(%x: tensor<1x1x4x4xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<1x1x3x3xf32> {
      %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<1x1x1x1xf32>
      %p = nn.pad %x {low = array<i64: 0, 0, 1, 1>, high = array<i64: 0, 0, 1, 1>, value = )" +
        low + R"( : f32, nn.name = "p", nn.range = #nn.range<)" + range +
        R"(, 1.0>} : (tensor<1x1x4x4xf32>) -> tensor<1x1x6x6xf32>
      %m = nn.max_pool2d %p {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, nn.name = "m", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x1x6x6xf32>) -> tensor<1x1x3x3xf32>
      %y = nn.conv2d %m, %w {nn.name = "y"} : (tensor<1x1x3x3xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x3x3xf32>
      return %y : tensor<1x1x3x3xf32> })");
    net.run("insert-quant{profile=ort-cpu},fold-dequant");
    EXPECT_EQ(net.count("nn.quantize"), 1);
    return net.evaluate({Random(13).tensor({1, 1, 4, 4}, -1, 1)})[0];
  };
  const qrt::Tensor expected = answer("-1.0", "-1.0");
  EXPECT_EQ(maxDifference(answer("-1.0e+04", "-1.0e+04"), expected), 0);
  EXPECT_EQ(maxDifference(answer("0xFF7FFFFF", "-3.4028234663852886e38"), expected), 0);
  EXPECT_EQ(maxDifference(answer("0xFF800000", "-3.4028234663852886e38"), expected), 0);
}

std::string residualNet() {
  Random random(11);
  std::string constants = random.constant("w1", {4, 3, 3, 3}, -0.4f, 0.4f) +
                          random.constant("b1", {4}, -0.5, 0.5) +
                          random.constant("w2", {4, 4, 3, 3}, -0.3f, 0.3f) +
                          random.constant("w3", {4, 5}, -1, 1) + random.constant("b3", {5}, -1, 1);
  return "func.func @main(%x: tensor<?x3x6x6xf32, #nn.dims<N>> {nn.name = \"x\"}) -> "
         "tensor<?x5xf32, #nn.dims<N>> {\n" +
         constants + R"(
    %c1 = nn.conv2d %x, %w1 bias %b1 {pads = array<i64: 1, 1, 1, 1>, nn.name = "c1"} : (tensor<?x3x6x6xf32, #nn.dims<N>>, tensor<4x3x3x3xf32>, tensor<4xf32>) -> tensor<?x4x6x6xf32, #nn.dims<N>>
    %r1 = nn.relu %c1 {nn.name = "r1"} : (tensor<?x4x6x6xf32, #nn.dims<N>>) -> tensor<?x4x6x6xf32, #nn.dims<N>>
    %c2 = nn.conv2d %r1, %w2 {pads = array<i64: 1, 1, 1, 1>, nn.name = "c2"} : (tensor<?x4x6x6xf32, #nn.dims<N>>, tensor<4x4x3x3xf32>) -> tensor<?x4x6x6xf32, #nn.dims<N>>
    %s = nn.add %c2, %r1 {nn.name = "s"} : (tensor<?x4x6x6xf32, #nn.dims<N>>, tensor<?x4x6x6xf32, #nn.dims<N>>) -> tensor<?x4x6x6xf32, #nn.dims<N>>
    %r2 = nn.relu %s {nn.name = "r2"} : (tensor<?x4x6x6xf32, #nn.dims<N>>) -> tensor<?x4x6x6xf32, #nn.dims<N>>
    %p = nn.max_pool2d %r2 {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, nn.name = "p"} : (tensor<?x4x6x6xf32, #nn.dims<N>>) -> tensor<?x4x3x3xf32, #nn.dims<N>>
    %g = nn.reduce_mean %p {axes = array<i64: 2, 3>, nn.name = "g"} : (tensor<?x4x3x3xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<N>>
    %y = nn.matmul %g, %w3 bias %b3 {nn.name = "y"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4x5xf32>, tensor<5xf32>) -> tensor<?x5xf32, #nn.dims<N>>
    return %y : tensor<?x5xf32, #nn.dims<N>>
  })";
}
const std::string ranges = "range=x=-1:1,c1=-4:4,r1=0:3,c2=-4:4,s=-3:5,r2=0:5,g=0:3";

// Six layers lose at most a few steps of the widest scale.
TEST(InsertQuant, ResidualNetStaysNearFloat) {
  std::vector<qrt::Tensor> inputs{Random(12).tensor({3, 3, 6, 6}, -1, 1)};
  qrt::Tensor before = Net(residualNet()).evaluate(inputs)[0];
  for (std::string options : {"", "scheme=affine ", "scheme=signed ", "profile=trt "}) {
    Net net(residualNet());
    net.run("insert-quant{region=all " + options + ranges + "}");
    EXPECT_TRUE(keepsEveryBit(net, "fold-dequant", inputs)) << options;
    EXPECT_EQ(net.count("nn.quantize"), 1) << options;
    EXPECT_EQ(net.count("nn.dequantize"), 0) << options;
    double error = maxDifference(before, net.evaluate(inputs)[0]);
    EXPECT_LE(error, 0.03 * maxMagnitude(before)) << options;
    EXPECT_GT(error, 0) << options;
  }
}

// x = 1 gives m = 127·0.01, a sixth of m's own step of 1000/127, which another reads. The clip has
// 255 steps to 1 all the same, and what is negated is 1.
TEST(InsertQuant, ClipBesideAnotherReader) {
  Net net(
      R"(func.func @main(%x: tensor<1x1xf32> {nn.name = "x", nn.range = #nn.range<0.0, 255.0>}) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
    %w = nn.constant {nn.name = "w"} dense<1.27> : tensor<1x1xf32>
    %m = nn.matmul %x, %w {nn.name = "m", nn.range = #nn.range<-1000.0, 1000.0>} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %c = nn.clip %m {min = 0.0 : f32, max = 1.0 : f32, nn.name = "c"} : (tensor<1x1xf32>) -> tensor<1x1xf32>
    %y = nn.neg %c {nn.name = "y", nn.range = #nn.range<-1.0, 0.0>} : (tensor<1x1xf32>) -> tensor<1x1xf32>
    %z = nn.neg %m {nn.name = "z", nn.range = #nn.range<-1000.0, 1000.0>} : (tensor<1x1xf32>) -> tensor<1x1xf32>
    return %y, %z : tensor<1x1xf32>, tensor<1x1xf32>
  })");
  net.run("insert-quant{region=all},fold-dequant");
  std::vector<qrt::Tensor> out = net.evaluate({tensor({1, 1}, {1})});
  EXPECT_EQ(out[0].values<float>()[0], -127 * float(1.0 / 127));
  EXPECT_EQ(out[1].values<float>()[0], 0);
  out = net.evaluate({tensor({1, 1}, {200})}); // 254 is 32.26 steps
  EXPECT_EQ(out[1].values<float>()[0], -32 * float(1000.0 / 127));
}

// The Graph Transform Tool made NaN of an all-zero tensor, and lost zero from
// ranges that did not include it.
TEST(InsertQuant, ZeroChannelsAndRangesBesideZero) {
  Net net(
      R"(func.func @main(%x: tensor<1x2xf32> {nn.name = "x", nn.range = #nn.range<2.0, 6.375>}) -> tensor<1x2xf32> {
    %w = nn.constant {nn.name = "w"} dense<[[0.0, 1.0], [0.0, 1.0]]> : tensor<2x2xf32>
    %y = nn.matmul %x, %w {nn.name = "y"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    return %y : tensor<1x2xf32>
  })");
  net.run("insert-quant{region=all scheme=affine}");
  qrt::Tensor y = net.evaluate({tensor({1, 2}, {0.0f, 0.0f})})[0];
  EXPECT_EQ(y.values<float>()[0], 0.0f);
  EXPECT_EQ(y.values<float>()[1], 0.0f);
  y = net.evaluate({tensor({1, 2}, {2.0f, 6.0f})})[0];
  EXPECT_EQ(y.values<float>()[0], 0.0f);
  EXPECT_NEAR(y.values<float>()[1], 8.0f, 0.05);
}

} // namespace
} // namespace qopt::test
