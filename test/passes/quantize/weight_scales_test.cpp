// Scales that follow from a bias or a multiplier, docs/reference/numerics.md (W1 to W5). Scales in
// hexadecimal come from exact rational arithmetic.
#include "test/passes/net.h"

#include "ir/types/quant_type.h"

#include <cfloat>
#include <cmath>

namespace qopt::test {
namespace {

// One input of the range 0..`most`, two channels; an integer result where `resultRange` is given.
std::string twoChannels(const std::string &weights, const std::string &bias,
                        const std::string &most, const std::string &resultRange) {
  std::string range = resultRange.empty() ? "" : ", nn.range = #nn.range<" + resultRange + ">";
  std::string last = resultRange.empty() ? "m" : "y";
  std::string neg = resultRange.empty() ? ""
                                        : R"(    %y = nn.neg %m {nn.name = "y")" + range +
                                              R"(} : (tensor<1x2xf32>) -> tensor<1x2xf32>)";
  return R"(func.func @main(%x: tensor<1x1xf32> {nn.name = "x", nn.range = #nn.range<0.0, )" +
         most + R"(>}) -> tensor<1x2xf32> {
    %w = nn.constant {nn.name = "w"} dense<[[)" +
         weights + R"(]]> : tensor<1x2xf32>
    %b = nn.constant {nn.name = "b"} dense<[)" +
         bias + R"(]> : tensor<2xf32>
    %m = nn.matmul %x, %w bias %b {nn.name = "m")" +
         range +
         R"(} : (tensor<1x1xf32>, tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
)" + neg +
         "\n    return %" + last + " : tensor<1x2xf32> }";
}

struct Channels {
  std::vector<double> scales;
  std::vector<int> weights, bias;
};

Channels quantized(Net &net, const std::string &options = "region=all") {
  net.run("insert-quant{" + options + "},fold-dequant");
  Channels found;
  auto scales = nn::weightScales(net.find("w")->getResult(0).getType()).scales;
  found.scales.assign(scales.begin(), scales.end());
  qrt::Tensor w = net.constant("w"), b = net.constant("b");
  for (int8_t q : w.values<int8_t>())
    found.weights.push_back(q);
  if (b.type() == qrt::ElementType::I32)
    for (int32_t q : b.values<int32_t>())
      found.bias.push_back(q);
  return found;
}

using Ints = std::vector<int>;
using Doubles = std::vector<double>;

// s_x = 1. 2^33 is 2^30 steps of 8, of which 100 is 12.5: 12 (W1). The other channel keeps
// 1.27/127.
TEST(WeightScales, BiasRaisesItsChannel) {
  Net net(twoChannels("100.0, 1.27", "8589934592.0, 3.0", "255.0", "-1.27e10, 1.27e10"));
  Channels found = quantized(net);
  EXPECT_EQ(found.scales, (Doubles{8, double(float(1.27f / 127.0))}));
  EXPECT_EQ(found.weights, (Ints{12, 127}));
  EXPECT_EQ(found.bias, (Ints{1 << 30, 300}));
  // 12·10 + 2^30 steps of 8, of 1e8 each: 85.9.
  qrt::Tensor y = net.evaluate({tensor({1, 1}, {10})})[0];
  EXPECT_EQ(y.values<float>()[0], -86 * 1.0e8f);
}

// 1e6/(s_x·2^30) lies between two f32, nearer to the lower one: the upper is taken.
TEST(WeightScales, RaisedToTheSmallestF32ThatFits) {
  Net net(twoChannels("0.5, 1.0", "1.0e6, 0.0", "1.0", "-1.27e8, 1.27e8"));
  Channels found = quantized(net);
  EXPECT_EQ(found.scales[0], 0x1.e65fb8p-3);
  EXPECT_EQ(found.weights[0], 2);
  EXPECT_EQ(found.bias[0], 1073741761);
}

// A bias of 2^30 steps and no more leaves its channel alone.
TEST(WeightScales, LargestBiasThatRaisesNothing) {
  Net net(twoChannels("127.0, 127.0", "1073741824.0, -1073741824.0", "255.0", "-1.27e9, 1.27e9"));
  Channels found = quantized(net);
  EXPECT_EQ(found.scales, (Doubles{1, 1}));
  EXPECT_EQ(found.bias, (Ints{1 << 30, -(1 << 30)}));
}

// s_x = 0.02, s_y = 0.01: 0.31 is 15.5 steps of s_x, but 2^23 of a scale of its own, and 31 of the
// result (W2). Without a bias the scale is s_y/s_x.
TEST(WeightScales, ChannelOfZerosFollowsItsBias) {
  Net net(twoChannels("0.0, 0.0", "0.31, 0.0", "5.1", "-1.27, 1.27"));
  Channels found = quantized(net);
  EXPECT_EQ(found.scales, (Doubles{0x1.fp-20, 0.5}));
  EXPECT_EQ(found.bias, (Ints{1 << 23, 0}));
  qrt::Tensor y = net.evaluate({tensor({1, 1}, {3})})[0];
  EXPECT_EQ(y.values<float>()[0], -31 * float(1.27 / 127));
  EXPECT_EQ(y.values<float>()[1], 0);
}

// s_x = 1e-30, s_y = 1e10: m = 1e-42 is denormal, so weights and bias are zeros and s_y/s_x, 1e40,
// becomes the largest f32 (W4). The second channel's m is 1e-10.
TEST(WeightScales, DenormalMultiplierCountsAsZero) {
  Net net(twoChannels("1.27, 1.27e32", "1.0e-33, 0.0", "255.0e-30", "-127.0e10, 127.0e10"));
  Channels found = quantized(net);
  EXPECT_EQ(found.scales, (Doubles{FLT_MAX, double(float(double(1.27e32f) / 127))}));
  EXPECT_EQ(found.weights, (Ints{0, 127}));
  EXPECT_EQ(found.bias, (Ints{0, 0}));
}

// With a float result such a layer keeps its bias as it is (W3): 0.31 comes out, not steps of it.
TEST(WeightScales, FloatResultKeepsTheFloatBias) {
  Net net(twoChannels("0.0, 1.27", "0.31, 0.5", "5.1", ""));
  Channels found = quantized(net);
  EXPECT_EQ(found.scales, (Doubles{1, double(float(1.27f / 127.0))}));
  EXPECT_TRUE(found.bias.empty());
  qrt::Tensor y = net.evaluate({tensor({1, 1}, {0.02f})})[0];
  EXPECT_EQ(y.values<float>()[0], 0.31f);
  float m = float(double(float(5.1f / 255.0)) * double(float(1.27f / 127.0)));
  EXPECT_EQ(y.values<float>()[1], std::fma(127.0f, m, 0.5f));
  Net raised(twoChannels("1.0, 1.0", "8589934592.0, 3.0", "255.0", ""));
  EXPECT_TRUE(quantized(raised).bias.empty());
  Net neither(twoChannels("1.0, 1.0", "2.0, 3.0", "255.0", ""));
  EXPECT_EQ(quantized(neither).bias.size(), 2u);
}

// Weights per tensor keep one scale (W5): the largest bias raises it for all channels, a channel of
// zeros has the others', and zeros alone follow the largest bias.
TEST(WeightScales, OneScaleForAllChannels) {
  const std::string tensor = "region=all granularity=tensor";
  Net raised(twoChannels("100.0, 1.27", "8589934592.0, 3.0", "255.0", "-1.27e10, 1.27e10"));
  Channels found = quantized(raised, tensor);
  EXPECT_EQ(found.scales, (Doubles{8, 8}));
  EXPECT_EQ(found.weights, (Ints{12, 0}));
  EXPECT_EQ(found.bias, (Ints{1 << 30, 0}));
  Net zeros(twoChannels("0.0, 1.27", "0.31, 0.5", "5.1", "-1.27, 1.27"));
  found = quantized(zeros, tensor);
  EXPECT_EQ(found.scales, Doubles(2, double(float(1.27f / 127.0))));
  EXPECT_EQ(found.bias, (Ints{1550, 2500}));
  Net nothing(twoChannels("0.0, 0.0", "0.25, -0.5", "5.1", "-1.27, 1.27"));
  found = quantized(nothing, tensor);
  EXPECT_EQ(found.scales, Doubles(2, double(float(0.5 / (double(float(5.1 / 255)) * 0x1p23)))));
  EXPECT_EQ(found.bias, (Ints{1 << 22, -(1 << 23)}));
  Net real(twoChannels("0.0, 1.27", "0.31, 0.5", "5.1", ""));
  EXPECT_EQ(quantized(real, tensor).bias.size(), 2u);
}

} // namespace
} // namespace qopt::test
