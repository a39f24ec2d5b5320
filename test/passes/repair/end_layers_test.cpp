// The ends of a network with two inputs, a side path and a layer that is both first and last.
#include "passes/repair/end_layers.h"
#include "test/passes/net.h"

#include <gtest/gtest.h>

namespace qopt::test {
namespace {

TEST(EndLayers, AreThoseThatNoLayerIsBeforeOrBehind) {
  Net net(R"(
    func.func @main(%x: tensor<1x2xf32>, %z: tensor<1x2xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
      %w = nn.constant dense<1.0> : tensor<2x2xf32>
      %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
      %r = nn.relu %a {nn.name = "r"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
      %b = nn.matmul %r, %w {nn.name = "b"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
      %side = nn.matmul %z, %w {nn.name = "side"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
      %s = nn.add %b, %side {nn.name = "s"} : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
      %c = nn.matmul %s, %w {nn.name = "c"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
      %alone = nn.matmul %z, %w {nn.name = "alone"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
      return %c, %alone : tensor<1x2xf32>, tensor<1x2xf32> })");
  EXPECT_EQ(endLayers(net.find("c")->getParentOfType<mlir::func::FuncOp>()),
            (std::vector<std::string>{"a", "side", "c", "alone"}));
}

} // namespace
} // namespace qopt::test
