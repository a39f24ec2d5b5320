#include "passes/quantize/insert/report.h"

#include "test/passes/net.h"

namespace qopt::test {
namespace {

// Without any range: the plan is whole all the same.
TEST(PlannedLayers, OfAPlanThatNobodyCarriesOut) {
  Net net(R"(func.func @main(%x: tensor<2x2xf32> {nn.name = "x"}) -> tensor<2x2xf32> {
    %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [-1.0, 0.5]]> : tensor<2x2xf32>
    %a = nn.matmul %x, %w {nn.name = "a"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %s = nn.log_softmax %a {axis = 1 : i64, nn.name = "s"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %r = nn.relu %s {nn.name = "r"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    return %r : tensor<2x2xf32>
  })");
  auto function = net.find("a")->getParentOfType<mlir::func::FuncOp>();
  const PlannedLayers layers = planLayers(function, *findProfile("qopt"), AttentionForm::Float);
  EXPECT_TRUE(layers.integer.contains("a"));
  EXPECT_EQ(layers.floats.lookup("s"), "it has no integer form");
  EXPECT_TRUE(layers.floats.contains("r"));
  EXPECT_FALSE(layers.floats.contains("a"));
}

} // namespace
} // namespace qopt::test
