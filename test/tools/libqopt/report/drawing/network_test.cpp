#include "tools/libqopt/report/drawing/network.h"

#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

using namespace qopt;
using namespace qopt::drawing;

namespace {

constexpr char text[] = R"(
!q = tensor<2x4x!quant.uniform<i8:f32, 0.5:3>>
func.func @main(%x: tensor<2x4xf32> {nn.name = "x"}) -> (tensor<2x4xf32> {nn.name = "out"}) {
  %q = nn.quantize %x {nn.name = "q"} : (tensor<2x4xf32>) -> !q
  %r = nn.relu %q {nn.name = "r", nn.absorbed = ["old"]} : (!q) -> !q
  %d = nn.dequantize %r {nn.name = "d"} : (!q) -> tensor<2x4xf32>
  %c = nn.constant {nn.name = "c"} dense<1.0> : tensor<4xf32>
  %s = nn.add %d, %c {nn.name = "s"} : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %s : tensor<2x4xf32>
})";

TEST(DrawnNetwork, SaysWhatLayersAreAndReadWhom) {
  auto context = makeContext();
  auto module = parseModule(*context, text, Origin::Trusted);
  ASSERT_TRUE(module.ok()) << module.status().message();
  const DrawnNetwork network = drawnNetwork(**module);
  ASSERT_EQ(network.layers.size(), 6u); // no constant
  std::string names, kinds;
  for (const LayerFacts &layer : network.layers) {
    names += layer.name + " ";
    kinds += (factsOf(layer.kind).name + " ").str();
  }
  EXPECT_EQ(names, "x q r d s out ");
  EXPECT_EQ(kinds, "port conversion int8 conversion float port ");
  std::string edges;
  for (const Edge &edge : network.edges)
    edges += std::to_string(edge.from) + "-" + std::to_string(edge.to) + " ";
  EXPECT_EQ(edges, "0-1 1-2 2-3 3-4 4-5 ");

  const LayerFacts &relu = network.layers[2];
  EXPECT_EQ(relu.absorbed, std::vector<std::string>{"old"});
  EXPECT_EQ(relu.outputs[0].type, "i8");
  EXPECT_EQ(relu.outputs[0].shape, "2x4");
  EXPECT_EQ(relu.outputs[0].zeroPoint, 3);
  EXPECT_EQ(relu.outputs[0].ends, std::pair(-65.5, 62.0)); // 0.5·(−128 − 3), 0.5·(127 − 3)
  EXPECT_TRUE(network.layers[4].inputs[1].isConstant);
  EXPECT_EQ(labelOf(relu), (std::vector<std::string>{"relu · i8", "r", "2x4"}));
}

} // namespace
