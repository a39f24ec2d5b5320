// The records that a plan of --insert-quant is: what each operation and value is, and why.
#include "passes/quantize/insert/plan.h"

#include "test/passes/net.h"

namespace qopt::test {
namespace {

using Kind = FloatReason::Kind;
using Source = ValueDecision::Source;

class PlannedNet : public Net {
public:
  PlannedNet(const std::string &text, QuantizedRegion region)
      : Net(text), policy(*findProfile("qopt"), {}, region) {}

  QuantPlan plan(llvm::StringRef anyLayer) {
    auto function = find(anyLayer)->getParentOfType<mlir::func::FuncOp>();
    return makePlan({function, policy, /*integerPorts=*/false, attention});
  }
  mlir::Value value(llvm::StringRef name) { return find(name)->getResult(0); }

private:
  QuantPolicy policy;
  const IntegerAttention attention;
};

TEST(QuantPlan, RecordsSayWhyAndWhence) {
  PlannedNet net(
      R"(func.func @main(%x: tensor<2x2xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<2x2xf32> {
    %w = nn.constant {nn.name = "w"} dense<[[1.0, 2.0], [-1.0, 0.5]]> : tensor<2x2xf32>
    %a = nn.matmul %x, %w {nn.name = "a", nn.range = #nn.range<-2.0, 2.0>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %r = nn.relu %a {nn.name = "r"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %t = nn.transpose %r {permutation = array<i64: 1, 0>, nn.name = "t"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %b = nn.matmul %t, %w {nn.name = "b", nn.range = #nn.range<-2.0, 2.0>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %g = nn.sigmoid %b {nn.name = "g"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %s = nn.log_softmax %g {axis = 1 : i64, nn.name = "s"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    return %s : tensor<2x2xf32>
  })",
      QuantizedRegion::Weighted);
  const QuantPlan plan = net.plan("a");
  auto decision = [&](llvm::StringRef name) { return *plan.operations.find(net.find(name)); };
  EXPECT_TRUE(decision("a").isInteger && !decision("a").writesFloat);
  EXPECT_TRUE(decision("r").isInteger && decision("t").isInteger);
  EXPECT_TRUE(decision("b").isInteger && decision("b").writesFloat); // (E4)
  EXPECT_EQ(decision("g").whyFloat.kind, Kind::NotEnclosed);
  EXPECT_EQ(decision("s").whyFloat.kind, Kind::NoIntegerForm);
  EXPECT_EQ(decision("a").products.size(), 1u);
  EXPECT_EQ(plan.operations.find(net.find("w")), nullptr);

  EXPECT_EQ(plan.values.at(net.value("a")).source, Source::Reader); // (B2)
  EXPECT_EQ(plan.values.at(net.value("a")).from, net.value("r"));
  EXPECT_EQ(plan.values.at(net.value("r")).source, Source::Range);
  EXPECT_EQ(plan.values.at(net.value("t")).source, Source::Copied); // (K1)
  EXPECT_EQ(plan.values.at(net.value("t")).from, net.value("r"));
  for (const char *name : {"a", "r", "t"}) // of 0 to 2, u8
    EXPECT_FLOAT_EQ(float(plan.paramsOf(net.value(name)).scale), 2.0f / 255) << name;
  EXPECT_FALSE(plan.values.contains(net.value("b")));
}

// m has other readers, and steps 15 times as large as the clip's: it writes float for it (B4).
TEST(QuantPlan, ObjectionsBeginTheNextRound) {
  PlannedNet net(
      R"(func.func @main(%x: tensor<1x1xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
    %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<1x1xf32>
    %m = nn.matmul %x, %w {nn.name = "m", nn.range = #nn.range<-15.0, 15.0>} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %c = nn.clip %m {min = -1.0 : f32, max = 1.0 : f32, nn.name = "c"} : (tensor<1x1xf32>) -> tensor<1x1xf32>
    %y = nn.matmul %c, %w {nn.name = "y", nn.range = #nn.range<-1.0, 1.0>} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %z = nn.matmul %m, %w {nn.name = "z", nn.range = #nn.range<-15.0, 15.0>} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    return %y, %z : tensor<1x1xf32>, tensor<1x1xf32>
  })",
      QuantizedRegion::All);
  const QuantPlan plan = net.plan("m");
  EXPECT_TRUE(plan.takes(net.find("m")) && plan.writesFloat(net.find("m")));
  EXPECT_FALSE(plan.takes(net.find("c")));
  EXPECT_EQ(plan.operations.find(net.find("c"))->whyFloat.kind, Kind::CoarseSteps);
  EXPECT_TRUE(plan.takes(net.find("y")) && plan.takes(net.find("z")));
  EXPECT_TRUE(plan.refused.empty());
}

TEST(QuantPlan, WithoutRangesThereIsNone) {
  PlannedNet net(R"(func.func @main(%x: tensor<1x1xf32> {nn.name = "x"}) -> tensor<1x1xf32> {
    %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<1x1xf32>
    %m = nn.matmul %x, %w {nn.name = "m"} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    return %m : tensor<1x1xf32>
  })",
                 QuantizedRegion::All);
  const QuantPlan plan = net.plan("m");
  ASSERT_EQ(plan.missing.size(), 1u);
  EXPECT_EQ(plan.missing[0], net.find("m")->getOperand(0));
}

// Parameters that a reader dictates go through copies, one after the other: steps walk along the
// function once, however many there are.
TEST(QuantPlan, ALongChainOfCopiesTakesNoTime) {
  std::string text =
      R"(func.func @main(%x: tensor<2x2xf32> {nn.name = "x", nn.range = #nn.range<-1.0, 1.0>}) -> tensor<2x2xf32> {
    %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<2x2xf32>
    %c0 = nn.matmul %x, %w {nn.name = "first", nn.range = #nn.range<-2.0, 2.0>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
)";
  constexpr int copies = 2000;
  for (int i = 0; i < copies; ++i)
    text += "%c" + std::to_string(i + 1) + " = nn.transpose %c" + std::to_string(i) +
            " {permutation = array<i64: 1, 0>} : (tensor<2x2xf32>) -> tensor<2x2xf32>\n";
  text += "%r = nn.relu %c" + std::to_string(copies) +
          R"( {nn.name = "r", nn.range = #nn.range<0.0, 1.0>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %y = nn.matmul %r, %w {nn.name = "y"} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return %y : tensor<2x2xf32>
  })";
  PlannedNet net(text, QuantizedRegion::All);
  const QuantPlan plan = net.plan("first");
  ASSERT_TRUE(plan.isQuantized(net.value("first")));
  EXPECT_FLOAT_EQ(float(plan.paramsOf(net.value("first")).scale), 1.0f / 255);
}

} // namespace
} // namespace qopt::test
