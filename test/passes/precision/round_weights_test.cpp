// --round-weights: the levels, and what the Graph Transform Tool's round_weights got wrong.
#include "test/passes/net.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace qopt::test {
namespace {

std::vector<float> rounded(const std::string &constant, const std::string &type,
                           const std::string &options) {
  Net net("func.func @main(%x: " + type + ") -> " + type +
          " {\n%w = nn.constant {nn.name = \"w\"} dense<" + constant + "> : " + type +
          "\n%y = nn.add %x, %w : (" + type + ", " + type + ") -> " + type +
          "\nreturn %y : " + type + " }");
  net.run("round-weights{minimum-size=1 " + options + "}");
  qrt::Tensor weights = net.constant("w");
  return {weights.values<float>().begin(), weights.values<float>().end()};
}
using Floats = std::vector<float>;

// −1, 0, 1, 2, 3: of four steps one lies below 0. Halves go to even indices.
TEST(RoundWeights, LevelsByHand) {
  EXPECT_EQ(rounded("[-1.0, -0.5, -0.6, 0.0, 0.5, 1.5, 2.4, 3.0]", "tensor<8xf32>", "levels=5"),
            (Floats{-1, 0, -1, 0, 0, 2, 2, 3}));
}

// NumPy: the nearest of {i·min/k} ∪ {i·max/(n − k)}, k = 1; of {min + i·(max − min)/3}.
TEST(RoundWeights, LevelsAsNumPyHasThem) {
  EXPECT_EQ(
      rounded("[-0.31, 0.07, 0.0, 1.13, 0.52, -0.12, 0.9, 0.33]", "tensor<8xf32>", "levels=7"),
      (Floats{-0.31f, 0, 0, 1.13f, 0.4519999921321869f, 0, 0.9039999842643738f,
              0.22599999606609344f}));
  EXPECT_EQ(rounded("[0.3, 0.41, 0.99, 0.77, 0.5]", "tensor<5xf32>", "levels=4"),
            (Floats{0.3f, 0.3f, 0.99f, 0.7599999904632568f, 0.5300000309944153f}));
}

// All below 0, far apart: the ends are levels, exactly.
TEST(RoundWeights, EndsAreLevels) {
  EXPECT_EQ(rounded("[-1.0e10, -1.0e-10, -4.0e9]", "tensor<3xf32>", "levels=3"),
            (Floats{-1e10f, -1e-10f, -5e9f}));
  EXPECT_EQ(rounded("[-3.4e38, 3.4e38, 1.0]", "tensor<3xf32>", "levels=3"),
            (Floats{-3.4e38f, 3.4e38f, 0}));
}

// GTT changed the values of a constant tensor.
TEST(RoundWeights, ConstantTensorsStay) {
  EXPECT_EQ(rounded("0.1", "tensor<3xf32>", ""), (Floats{0.1f, 0.1f, 0.1f}));
}

TEST(RoundWeights, ManyValues) {
  Random random(3);
  std::string text = "func.func @main() -> tensor<40x40xf32> {\n" +
                     random.constant("w", {40, 40}, -0.7f, 1.3f) +
                     "return %w : tensor<40x40xf32> }";
  for (int levels : {3, 16, 256}) {
    Net net(text);
    qrt::Tensor before = net.constant("w");
    std::string pass = "round-weights{levels=" + std::to_string(levels) + "}";
    net.run(pass);
    qrt::Tensor after = net.constant("w");
    auto [low, high] = std::ranges::minmax_element(before.values<float>());
    auto [least, most] = std::ranges::minmax_element(after.values<float>());
    EXPECT_EQ(*low, *least);
    EXPECT_EQ(*high, *most);
    std::set<float> distinct(after.values<float>().begin(), after.values<float>().end());
    EXPECT_LE(int(distinct.size()), levels);
    EXPECT_GE(int(distinct.size()), levels * 0.95); // of so many values few levels are missed
    EXPECT_TRUE(distinct.contains(0));
    // At least one step lies on either side.
    double step = levels == 3 ? *high : (*high - *low) / (levels - 2);
    EXPECT_LE(maxDifference(before, after), step / 2 * 1.000001);
    EXPECT_TRUE(keepsEveryBit(net, pass, {})); // again: nothing is left to round
  }
}

} // namespace
} // namespace qopt::test
