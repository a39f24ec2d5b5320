// The results of the operations' interfaces: shapes, quantization rules, costs.
#include "test/ir/parsed.h"

#include <gtest/gtest.h>

namespace qopt::nn {
namespace {

using test::Parsed;

constexpr const char *network = R"(
func.func @main(%x: tensor<?x4x8x8xf32, #nn.dims<N>>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>, %d: tensor<?x5xf32, #nn.dims<6*N>>) {
  %c = nn.conv2d %x, %w bias %b {nn.name = "conv", groups = 2 : i64, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>} : (tensor<?x4x8x8xf32, #nn.dims<N>>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<?x6x4x4xf32, #nn.dims<N>>
  %r = nn.relu %c {nn.name = "relu"} : (tensor<?x6x4x4xf32, #nn.dims<N>>) -> tensor<?x6x4x4xf32, #nn.dims<N>>
  %a = nn.add %r, %c {nn.name = "add"} : (tensor<?x6x4x4xf32, #nn.dims<N>>, tensor<?x6x4x4xf32, #nn.dims<N>>) -> tensor<?x6x4x4xf32, #nn.dims<N>>
  %p = nn.avg_pool2d %a {nn.name = "pool", kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<?x6x4x4xf32, #nn.dims<N>>) -> tensor<?x6x2x2xf32, #nn.dims<N>>
  %f = nn.reshape %p {nn.name = "flat"} : (tensor<?x6x2x2xf32, #nn.dims<N>>) -> tensor<?x4xf32, #nn.dims<6*N>>
  %m = nn.constant {nn.name = "weights"} dense<0.5> : tensor<5x4xf32>
  %l = nn.matmul %f, %m {nn.name = "fc", transpose_b} : (tensor<?x4xf32, #nn.dims<6*N>>, tensor<5x4xf32>) -> tensor<?x5xf32, #nn.dims<6*N>>
  %e = nn.concat %l, %d {nn.name = "cat", axis = 1 : i64} : (tensor<?x5xf32, #nn.dims<6*N>>, tensor<?x5xf32, #nn.dims<6*N>>) -> tensor<?x10xf32, #nn.dims<6*N>>
  %s = nn.sigmoid %e {nn.name = "sigmoid"} : (tensor<?x10xf32, #nn.dims<6*N>>) -> tensor<?x10xf32, #nn.dims<6*N>>
  %z = nn.softmax %s {nn.name = "softmax", axis = 1 : i64} : (tensor<?x10xf32, #nn.dims<6*N>>) -> tensor<?x10xf32, #nn.dims<6*N>>
  return
})";

SymbolicShape inferred(Parsed &parsed, llvm::StringRef name) {
  llvm::SmallVector<SymbolicShape> results;
  auto op = parsed.as<ShapeInferenceOpInterface>(name);
  EXPECT_TRUE(succeeded(op.inferShapes(results, [&] { return op->emitOpError(); })));
  return results.front();
}

TEST(ShapeInference, EveryOperationKnowsItsResult) {
  Parsed parsed(network);
  EXPECT_EQ(toString(inferred(parsed, "conv")), "Nx6x4x4");
  EXPECT_EQ(toString(inferred(parsed, "pool")), "Nx6x2x2");
  EXPECT_EQ(toString(inferred(parsed, "flat")), "6*Nx4");
  EXPECT_EQ(toString(inferred(parsed, "fc")), "6*Nx5");
  EXPECT_EQ(toString(inferred(parsed, "cat")), "6*Nx10");
}

TEST(ShapeInference, AnErrorIsReportedOnce) {
  Parsed parsed(network);
  auto conv = mlir::cast<Conv2dOp>(parsed.find("conv"));
  conv.setGroups(3);
  int errors = 0;
  mlir::ScopedDiagnosticHandler count(&parsed.context, [&](mlir::Diagnostic &) { ++errors; });
  llvm::SmallVector<SymbolicShape> results;
  EXPECT_TRUE(failed(conv.inferShapes(results, [&] { return conv.emitOpError(); })));
  EXPECT_EQ(errors, 1);
}

OpCost costAt(Parsed &parsed, llvm::StringRef name, int64_t batch) {
  return parsed.as<CostOpInterface>(name).cost(batch);
}

TEST(Cost, OfAConvolution) {
  Parsed parsed(network);
  // 6·4·4 results of 2 channels · 3·3 taps.
  OpCost cost = costAt(parsed, "conv", 1);
  EXPECT_EQ(cost.multiplyAdds, 6 * 4 * 4 * 2 * 9);
  EXPECT_EQ(cost.elements, 6 * 4 * 4);
  EXPECT_EQ(cost.bytesRead, 4 * (4 * 8 * 8 + 6 * 2 * 9 + 6));
  EXPECT_EQ(cost.bytesWritten, 4 * 6 * 4 * 4);
  EXPECT_EQ(costAt(parsed, "conv", 32).multiplyAdds, 32 * cost.multiplyAdds);
}

TEST(Cost, OfOthers) {
  Parsed parsed(network);
  EXPECT_EQ(costAt(parsed, "fc", 3).multiplyAdds, 3 * 6 * 4 * 5);
  EXPECT_EQ(costAt(parsed, "add", 2).multiplyAdds, 0);
  EXPECT_EQ(costAt(parsed, "add", 2).elements, 2 * 6 * 4 * 4);
  EXPECT_EQ(costAt(parsed, "pool", 1).elements, 6 * 2 * 2 * 4);
}

// Parts: max and sum (6 elements read each), three of 6 elements, log of 2.
TEST(Cost, OfACompositeIsThatOfItsParts) {
  Parsed parsed(R"(func.func @main(%x: tensor<2x3xf32>) {
    %y = nn.log_softmax %x {nn.name = "y", axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  })");
  OpCost cost = costAt(parsed, "y", 1);
  EXPECT_EQ(cost.elements, 6 + 6 + 3 * 6 + 2);
  EXPECT_EQ(cost.bytesWritten, 4 * (2 + 6 + 6 + 2 + 2 + 6));
  EXPECT_EQ(llvm::range_size(parsed.function().front()), 2) << "counted, not expanded";
}

QuantizationRule ruleOf(Parsed &parsed, llvm::StringRef name) {
  return parsed.as<QuantizationRuleOpInterface>(name).quantizationRule();
}

TEST(QuantizationRule, OfSumsOfProducts) {
  Parsed parsed(network);
  QuantizationRule conv = ruleOf(parsed, "conv"), fc = ruleOf(parsed, "fc");
  using Roles = std::vector<OperandRole>;
  auto rolesOf = [](const QuantizationRule &rule) {
    Roles roles;
    for (const OperandRule &operand : rule.operands)
      roles.push_back(operand.role);
    return roles;
  };
  EXPECT_EQ(rolesOf(conv),
            (Roles{OperandRole::Activation, OperandRole::Weight, OperandRole::Bias}));
  EXPECT_EQ(conv.operands[1].axis, 0);
  EXPECT_TRUE(conv.writesFloat);
  EXPECT_EQ(conv.result, ResultRule::OwnRange);
  // b stored [n, k]: n is its first axis; constant, so a weight.
  EXPECT_EQ(fc.operands[1].axis, 0);
  EXPECT_EQ(rolesOf(fc), (Roles{OperandRole::Activation, OperandRole::Weight}));
}

TEST(QuantizationRule, OfOthers) {
  Parsed parsed(network);
  EXPECT_TRUE(ruleOf(parsed, "relu").isBound);
  EXPECT_FALSE(ruleOf(parsed, "add").isBound);
  EXPECT_EQ(ruleOf(parsed, "add").result, ResultRule::OwnRange);
  EXPECT_EQ(ruleOf(parsed, "flat").result, ResultRule::SharesInput);
  EXPECT_EQ(ruleOf(parsed, "cat").result, ResultRule::Unifies);
  QuantizationRule softmax = ruleOf(parsed, "softmax");
  EXPECT_EQ(softmax.result, ResultRule::StaysFloat);
  EXPECT_EQ(softmax.unsignedScale, 1.0 / 256);
  EXPECT_EQ(softmax.signedScale, double(float(1.0 / 127)));
  QuantizationRule sigmoid = ruleOf(parsed, "sigmoid");
  EXPECT_EQ(sigmoid.result, ResultRule::OwnRange);
  EXPECT_EQ(sigmoid.unsignedScale, 1.0 / 256);
  EXPECT_EQ(sigmoid.signedScale, double(float(1.0 / 127)));
}

// A matrix that is computed is no weight: it has its own parameters.
TEST(QuantizationRule, OfTwoActivations) {
  Parsed parsed(R"(func.func @main(%a: tensor<2x2xf32>) {
    %y = nn.matmul %a, %a {nn.name = "y"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  })");
  EXPECT_EQ(ruleOf(parsed, "y").operands[1].role, OperandRole::Activation);
}

} // namespace
} // namespace qopt::nn
