// --absorb-qdq against the float Q/DQ network that it replaces, and
// --absorb-residual against E2 written out here.
#include "test/passes/net.h"

#include <cmath>

namespace qopt::test {
namespace {

// As exporters write it: u8 activations with zero points, i32 bias, a relu.
std::string qdqNet(const std::string &biasScales,
                   const std::string &biasBytes = "8813000018FCFFFF") {
  return R"(
  !x = !quant.uniform<u8:f32, 1.171875e-2:120>
  !y = !quant.uniform<u8:f32, 1.953125e-2:10>
  !w = !quant.uniform<i8<-127:127>:f32:0, {4.8828125e-3, 8.7890625e-3}>
  !b = !quant.uniform<i32:f32:0, {)" +
         biasScales + R"(}>
  func.func @main(%x: tensor<?x1x4x4xf32, #nn.dims<N>> {nn.name = "x"}) -> tensor<?x2x2x2xf32, #nn.dims<N>> {
    %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<2x1x3x3x!w>
    %b = nn.constant {nn.name = "b"} dense_resource<b> : tensor<2x!b>
    %q = nn.quantize %x {nn.name = "q"} : (tensor<?x1x4x4xf32, #nn.dims<N>>) -> tensor<?x1x4x4x!x, #nn.dims<N>>
    %d = nn.dequantize %q {nn.name = "d"} : (tensor<?x1x4x4x!x, #nn.dims<N>>) -> tensor<?x1x4x4xf32, #nn.dims<N>>
    %wd = nn.dequantize %w {nn.name = "wd"} : (tensor<2x1x3x3x!w>) -> tensor<2x1x3x3xf32>
    %bd = nn.dequantize %b {nn.name = "bd"} : (tensor<2x!b>) -> tensor<2xf32>
    %c = nn.conv2d %d, %wd bias %bd {strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>, nn.name = "c"} : (tensor<?x1x4x4xf32, #nn.dims<N>>, tensor<2x1x3x3xf32>, tensor<2xf32>) -> tensor<?x2x2x2xf32, #nn.dims<N>>
    %r = nn.relu %c {nn.name = "r"} : (tensor<?x2x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2x2xf32, #nn.dims<N>>
    %rq = nn.quantize %r {nn.name = "rq"} : (tensor<?x2x2x2xf32, #nn.dims<N>>) -> tensor<?x2x2x2x!y, #nn.dims<N>>
    %rd = nn.dequantize %rq {nn.name = "rd"} : (tensor<?x2x2x2x!y, #nn.dims<N>>) -> tensor<?x2x2x2xf32, #nn.dims<N>>
    return %rd : tensor<?x2x2x2xf32, #nn.dims<N>>
  }
  {-# dialect_resources: { builtin: {
    w: "0x400000007F81204060A0C0E0107F01207090305081EF",
    b: "0x40000000)" +
         biasBytes + R"(" } } #-})";
}

// The same roundings up to ties: hardly a value differs, none by two steps.
TEST(AbsorbQdq, IntegersAnswerWithinOneStep) {
  std::vector<qrt::Tensor> inputs{Random(21).tensor({16, 1, 4, 4}, -1.5, 1.8f)};
  Net net(qdqNet("5.7220458984375e-5, 1.02996826171875e-4"));
  qrt::Tensor before = net.evaluate(inputs)[0];
  net.run("absorb-qdq");
  EXPECT_EQ(net.count("nn.quantize"), 1);
  EXPECT_EQ(net.count("nn.dequantize"), 1);
  qrt::Tensor after = net.evaluate(inputs)[0];
  EXPECT_LE(maxDifference(before, after), 1.953125e-2 * 1.001);
  int differ = 0;
  for (int64_t i = 0; i < before.size(); ++i)
    differ += before.values<float>()[i] != after.values<float>()[i];
  EXPECT_LE(differ, before.size() / 50);
}

// 5000 and −1000 steps of the stored scales; of the implied ones as many, or
// half as many and a quarter (A3).
TEST(AbsorbQdq, BiasKeepsItsStepsOrIsRescaled) {
  Net same(qdqNet("5.7220458984375e-5, 1.02996826171875e-4"));
  same.run("absorb-qdq");
  EXPECT_EQ(same.constant("b").values<int32_t>()[0], 5000);
  EXPECT_EQ(same.constant("b").values<int32_t>()[1], -1000);
  Net other(qdqNet("2.86102294921875e-5, 2.574920654296875e-5"));
  other.run("absorb-qdq");
  EXPECT_EQ(other.constant("b").values<int32_t>()[0], 2500);
  EXPECT_EQ(other.constant("b").values<int32_t>()[1], -250);
}

// 5,000,000 steps of a scale that is 5e-7 of it larger than the implied one are taken as they are,
// of one that is 2e-6 larger become 10 more (A3).
TEST(AbsorbQdq, BiasKeepsItsStepsWithinAMillionth) {
  Net net(
      qdqNet("0.00005722048808820545673370361328125000, 1.02996826171875e-4", "404B4C00404B4C00"));
  net.run("absorb-qdq");
  EXPECT_EQ(net.constant("b").values<int32_t>()[0], 5'000'000);
  Net other(
      qdqNet("0.00005722057539969682693481445312500000, 1.02996826171875e-4", "404B4C00404B4C00"));
  other.run("absorb-qdq");
  EXPECT_EQ(other.constant("b").values<int32_t>()[0], 5'000'010);
}

// 5,000,000 steps of 1024 times the implied scale do not fit 32 bits: the bias stays f32 (A3).
TEST(AbsorbQdq, BiasThatDoesNotFitStaysFloat) {
  Net net(qdqNet("5.859375e-2, 1.02996826171875e-4", "404B4C0018FCFFFF"));
  net.run("absorb-qdq");
  EXPECT_EQ(net.count("nn.dequantize"), 2); // the bias's, and the result's
  EXPECT_EQ(net.constant("b").values<int32_t>()[0], 5'000'000);
}

// One channel, one weight: acc = 3·q_x + 7.
const char *const scaledNet = R"(
  !x = !quant.uniform<i8:f32, 1.07421875e-2>
  !r = !quant.uniform<u8:f32, 1.26953125e-2:9>
  !c = !quant.uniform<i8:f32, 3.61328125e-2>
  !y = !quant.uniform<i8:f32, 4.19921875e-2:-5>
  !w = !quant.uniform<i8<-127:127>:f32:0, {8.984375e-2}>
  func.func @main(%x: tensor<1x1x1x256xf32> {nn.name = "x"}, %r: tensor<1x1x1x256xf32> {nn.name = "r"}) -> tensor<1x1x1x256x!y> {
    %w = nn.constant {nn.name = "w"} dense_resource<w> : tensor<1x1x1x1x!w>
    %b = nn.constant {nn.name = "b"} dense<7> : tensor<1xi32>
    %xq = nn.quantize %x {nn.name = "xq"} : (tensor<1x1x1x256xf32>) -> tensor<1x1x1x256x!x>
    %c = nn.conv2d %xq, %w bias %b {nn.name = "c"} : (tensor<1x1x1x256x!x>, tensor<1x1x1x1x!w>, tensor<1xi32>) -> tensor<1x1x1x256x!c>
    %rq = nn.quantize %r {nn.name = "rq"} : (tensor<1x1x1x256xf32>) -> tensor<1x1x1x256x!r>
    %y = nn.add %rq, %c {nn.name = "y"} : (tensor<1x1x1x256x!r>, tensor<1x1x1x256x!c>) -> tensor<1x1x1x256x!y>
    return %y : tensor<1x1x1x256x!y>
  }
  {-# dialect_resources: { builtin: { w: "0x4000000003" } } #-})";

TEST(AbsorbResidual, IsE2) {
  Random random(22);
  qrt::Tensor x = random.tensor({1, 1, 1, 256}, -1.5, 1.5),
              r = random.tensor({1, 1, 1, 256}, -1, 4);
  Net net(scaledNet);
  qrt::Tensor rounded = net.evaluate({x, r})[0];
  net.run("absorb-residual");
  EXPECT_EQ(net.count("nn.add"), 0);
  qrt::Tensor y = net.evaluate({x, r})[0];
  // s_x·s_w/s_y and s_r/s_y in f64, rounded once.
  const double sx = 1.07421875e-2, sw = 8.984375e-2, sr = 1.26953125e-2, sy = 4.19921875e-2;
  float m = float(sx * sw / sy), mr = float(sr / sy);
  int differ = 0;
  for (int i = 0; i < 256; ++i) {
    float qx = std::clamp(std::nearbyint(x.values<float>()[i] / float(sx)), -128.0f, 127.0f);
    float qr = std::clamp(std::nearbyint(r.values<float>()[i] / float(sr)) + 9, 0.0f, 255.0f);
    float t = std::fma(3 * qx + 7, m, (qr - 9) * mr);
    EXPECT_EQ(int(y.values<int8_t>()[i]), int(std::clamp(std::nearbyint(t) - 5, -128.0f, 127.0f)));
    differ += y.values<int8_t>()[i] != rounded.values<int8_t>()[i];
  }
  EXPECT_GT(differ, 0); // rounding the conv first is another answer
}

} // namespace
} // namespace qopt::test
