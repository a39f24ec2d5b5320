// A table tells where elements lay before they were moved, and whether one sample tells that of
// all.
#include "lowering/fuse/moved_places.h"
#include "test/ir/parsed.h"

namespace qopt::test {
namespace {

// %y is moved from %c, the one product.
std::string moves(const std::string &body, const std::string &type) {
  return R"(func.func @main(%x: tensor<?x4xf32, #nn.dims<N>> {nn.name = "x"}) -> )" + type + R"( {
  %t = nn.constant {nn.name = "t"} dense<[3, 0, 2, 1]> : tensor<4xi64>
  %u = nn.constant {nn.name = "u"} dense<[3, 0, 0, 1]> : tensor<4xi64>
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<4x4xf32>
  %c = nn.matmul %x, %w {nn.name = "c"} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4x4xf32>) -> tensor<?x4xf32, #nn.dims<N>>
  )" + body +
         "\n  return %y : " + type + "\n}";
}

mlir::Value resultOf(Parsed &parsed) {
  return parsed.function().front().getTerminator()->getOperand(0);
}

TEST(MovedPlaces, SamplesAreTakenAlikeWhereEachIsMovedByItself) {
  Parsed parsed(moves(
      R"(%j = nn.reshape %c {nn.name = "j"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<?x2xf32, #nn.dims<2*N>>
  %z = nn.transpose %j {nn.name = "z", permutation = array<i64: 1, 0>} : (tensor<?x2xf32, #nn.dims<2*N>>) -> tensor<2x?xf32, #nn.dims<2*N>>
  %y = nn.slice %z {nn.name = "y", starts = array<i64: 1, 0>, steps = array<i64: 1, 1>} : (tensor<2x?xf32, #nn.dims<2*N>>) -> tensor<1x?xf32, #nn.dims<2*N>>)",
      "tensor<1x?xf32, #nn.dims<2*N>>"));
  const Movement movement(resultOf(parsed));
  EXPECT_TRUE(movement.takesSamplesAlike());
  EXPECT_EQ(movement.at(2).at, (std::vector<int32_t>{1, 3, 5, 7}));
}

// With one sample its columns 0 and 1, with two samples all columns of the first one.
TEST(MovedPlaces, SamplesThatAreMixedAreNot) {
  Parsed parsed(moves(
      R"(%j = nn.reshape %c {nn.name = "j"} : (tensor<?x4xf32, #nn.dims<N>>) -> tensor<4x?xf32, #nn.dims<N>>
  %y = nn.slice %j {nn.name = "y", starts = array<i64: 0, 0>, steps = array<i64: 1, 1>} : (tensor<4x?xf32, #nn.dims<N>>) -> tensor<2x?xf32, #nn.dims<N>>)",
      "tensor<2x?xf32, #nn.dims<N>>"));
  const Movement movement(resultOf(parsed));
  EXPECT_FALSE(movement.takesSamplesAlike());
  EXPECT_EQ(movement.at(1).at, (std::vector<int32_t>{0, 1}));
  EXPECT_EQ(movement.at(2).at, (std::vector<int32_t>{0, 1, 2, 3}));
}

// A table that names an element twice leaves another out.
TEST(MovedPlaces, ATableMovesWhereItNamesEachElementOnce) {
  for (const char *table : {"%t", "%u"}) {
    Parsed parsed(moves(
        std::string("%y = nn.gather %c, ") + table +
            R"( {nn.name = "y", axis = 1 : i64} : (tensor<?x4xf32, #nn.dims<N>>, tensor<4xi64>) -> tensor<?x4xf32, #nn.dims<N>>)",
        "tensor<?x4xf32, #nn.dims<N>>"));
    EXPECT_EQ(isMoved(resultOf(parsed)), std::string(table) == "%t");
  }
}

} // namespace
} // namespace qopt::test
