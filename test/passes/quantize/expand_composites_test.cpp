// Expansion changes no bit; what is quantized after it is integer inside, what is not is a table.
#include "test/passes/net.h"

#include "ir/types/quant_type.h"

#include <cmath>

namespace qopt::test {
namespace {

std::string geluNet(const std::string &ranges) {
  return R"(func.func @main(%x: tensor<?x3x5xf32, #nn.dims<N>> {nn.name = "x")" + ranges +
         R"(}) -> tensor<?x3x5xf32, #nn.dims<N>> {
    %g = nn.gelu %x {nn.name = "g")" +
         ranges + R"(} : (tensor<?x3x5xf32, #nn.dims<N>>) -> tensor<?x3x5xf32, #nn.dims<N>>
    %t = nn.gelu %g {nn.name = "t", approximate = "tanh")" +
         ranges + R"(} : (tensor<?x3x5xf32, #nn.dims<N>>) -> tensor<?x3x5xf32, #nn.dims<N>>
    %y = nn.log_softmax %t {nn.name = "y", axis = 2 : i64} : (tensor<?x3x5xf32, #nn.dims<N>>) -> tensor<?x3x5xf32, #nn.dims<N>>
    return %y : tensor<?x3x5xf32, #nn.dims<N>>
  })";
}

TEST(ExpandComposites, KeepsEveryBit) {
  Net net(geluNet(""));
  EXPECT_TRUE(keepsEveryBit(net, "expand-composites{names=nn.gelu,y}",
                            {Random(1).tensor({4, 3, 5}, -5, 5)}));
  EXPECT_EQ(net.count("nn.gelu"), 0);
  EXPECT_EQ(net.count("nn.log_softmax"), 0);
  EXPECT_EQ(net.count("nn.reduce_sum"), 1);
}

// Steps of 1/32: the result is the table's, rint(32 · gelu(q / 32)), not the rounded expansion's.
TEST(ExpandComposites, QuantizedWholeItIsATable) {
  Net net(
      R"(func.func @main(%x: tensor<255xf32> {nn.name = "x", nn.range = #nn.range<-3.96875, 3.96875>}) -> tensor<255xf32> {
    %g = nn.gelu %x {nn.name = "g", nn.range = #nn.range<-3.96875, 3.96875>} : (tensor<255xf32>) -> tensor<255xf32>
    return %g : tensor<255xf32>
  })");
  net.run("insert-quant{region=all}");
  EXPECT_EQ(net.count("nn.gelu"), 1);
  std::vector<float> steps(255);
  for (int i = 0; i < 255; ++i)
    steps[i] = float(i - 127) / 32;
  qrt::Tensor y = net.evaluate({tensor({255}, steps)})[0];
  for (int i = 0; i < 255; ++i) {
    double x = steps[i], real = x * 0.5 * std::erfc(-x / std::sqrt(2.0));
    EXPECT_EQ(y.values<float>()[i], float(std::nearbyint(real * 32) / 32)) << x;
  }
}

// Every part has a range of its own, under its own key.
TEST(ExpandComposites, ExpandedFirstItIsIntegerInside) {
  Net net(
      R"(func.func @main(%x: tensor<8xf32> {nn.name = "x", nn.range = #nn.range<-4.0, 4.0>}) -> tensor<8xf32> {
    %g = nn.gelu %x {nn.name = "g", nn.range = #nn.range<-0.2, 4.0>} : (tensor<8xf32>) -> tensor<8xf32>
    return %g : tensor<8xf32>
  })");
  net.run("expand-composites{names=g},"
          "insert-quant{region=all fuse=none range=g/inner=-3:3,g/erf=-1:1,g/half=0:1,g/sum=0:2},"
          "fold-dequant");
  ASSERT_TRUE(net.find("g"));
  EXPECT_EQ(net.count("nn.gelu"), 0);
  EXPECT_TRUE(nn::isQuantized(net.find("g/erf")->getResult(0).getType()));
}

} // namespace
} // namespace qopt::test
