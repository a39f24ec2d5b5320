// Sums over rows of a convolution by hand: what is read, what is wanted, what its sum lacks.
#include "passes/repair/moments.h"
#include "test/passes/net.h"

#include <gtest/gtest.h>

namespace qopt::test {
namespace {

using Doubles = std::vector<double>;

// Two groups, each of one input and two outputs, windows of one element: a row is a place.
Net conv() {
  return Net(R"(
    func.func @main(%x: tensor<1x2x1x2xf32>) -> tensor<1x4x1x2xf32> {
      %w = nn.constant dense<1.0> : tensor<4x1x1x1xf32>
      %y = nn.conv2d %x, %w {nn.name = "y", groups = 2 : i64} : (tensor<1x2x1x2xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x1x2xf32>
      return %y : tensor<1x4x1x2xf32> })");
}

TEST(MomentSums, TellOfSumsByGroupAndOutput) {
  Net net = conv();
  const SeedLayer layer = *seedLayerOf(net.find("y"));
  MomentSums sums(layer, 2, Rows::PairsInSums);
  const std::vector<float> read = {1, 3, 5, 7}, wanted = {2, 4, 6, 8},
                           lack = {1, 2, 0, 4, -1, 1, 2, 2};
  const qrt::Execution execution;
  ASSERT_TRUE(
      sums.addSample(execution, {1, 2, 1, 2}, read.data(), 1, 0, wanted.data(), lack.data()));
  EXPECT_EQ(sums.rowCount(), 2);
  const std::vector<Moments> of = sums.finish(execution);
  ASSERT_EQ(of.size(), 2u);
  EXPECT_EQ(of[0].mean, Doubles{2});
  EXPECT_EQ(of[0].second, Doubles{5});
  EXPECT_EQ(of[0].wantedMean, Doubles{3});
  EXPECT_EQ(of[0].wantedSecond, Doubles{10});
  EXPECT_EQ(of[0].cross, Doubles{7});
  EXPECT_EQ(of[0].lack.mean, (Doubles{1.5, 2}));
  EXPECT_EQ(of[0].lack.square, (Doubles{2.5, 8}));
  EXPECT_EQ(of[0].lack.read, (Doubles{3.5, 6}));
  EXPECT_EQ(of[0].lack.wanted, (Doubles{5, 8}));
  EXPECT_EQ(of[1].lack.mean, (Doubles{0, 2}));
  EXPECT_EQ(of[1].lack.read, (Doubles{1, 12}));
}

TEST(MomentSums, RefuseALackThatIsNoNumber) {
  Net net = conv();
  MomentSums sums(*seedLayerOf(net.find("y")), 2, Rows::PairsInSums);
  const std::vector<float> rows = {1, 3, 5, 7};
  std::vector<float> lack(8);
  lack[5] = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(sums.addSample({}, {1, 2, 1, 2}, rows.data(), 1, 0, rows.data(), lack.data()));
}

} // namespace
} // namespace qopt::test
