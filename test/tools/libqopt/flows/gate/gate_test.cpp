// A gate between two networks: equal ones pass, faults are found, and it ends where it is sure or
// its caller says so.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/gate/gate.h"

using namespace qopt;

namespace {

GateOptions gateOptions(int64_t samples) {
  GateOptions options;
  options.samples = std::make_shared<Noise>(samples);
  return options;
}

Network changed(const std::string &passes) {
  Network other = network();
  EXPECT_TRUE(other.runPasses(passes).ok());
  return other;
}

TEST(GateFlow, EqualNetworksPass) {
  const Network one = network();
  GateOptions options = gateOptions(2000);
  auto result = gate(one, one, options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_TRUE(result->passes());
  EXPECT_TRUE(result->sameBits);
  EXPECT_LT(result->samples, 800); // it is sure of flips
  options.exact = true;
  EXPECT_EQ(gate(one, one, options)->samples, 2000); // of bits the last sample tells
  EXPECT_EQ(result->commands.at(0), "qrun gate old.mlirbc new.mlirbc --data=samples.npz");
}

// An output of one number tells no classes, and the SQNR alone is tested.
TEST(GateFlow, AFewSamplesThatAreEqualSettleNothing) {
  auto one = Network::parse(R"(
!x = tensor<?x16xf32, #nn.dims<N>>
!y = tensor<?x1xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %w = nn.constant {nn.name = "w"} dense<1.0> : tensor<16x1xf32>
  %y = nn.matmul %x, %w {nn.name = "y"} : (!x, tensor<16x1xf32>) -> !y
  return %y : !y
})");
  ASSERT_TRUE(one.ok()) << one.status().message();
  GateOptions options = gateOptions(400);
  options.batch = 4;
  auto result = gate(*one, *one, options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_TRUE(result->passes());
  EXPECT_GE(result->samples, 16);
  EXPECT_LT(result->samples, 400);
}

TEST(GateFlow, FewBitsFailByFlipsAndSqnr) {
  auto result = gate(network(),
                     changed("insert-quant{scheme=affine weight-bits=2 "
                             "range=x=-2:2,a=-12:12,r=0:12,b=-25:25},fold-dequant"),
                     gateOptions(2000));
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_FALSE(result->passes());
  EXPECT_FALSE(result->isSlowOnly());
  EXPECT_LT(result->samples, 400);
  ASSERT_EQ(result->checks.size(), 3u);
  EXPECT_TRUE(result->checks[0].passes); // bits may differ
  EXPECT_FALSE(result->checks[1].passes);
  EXPECT_TRUE(result->checks[1].isSure);
  EXPECT_FALSE(result->checks[2].passes);
}

TEST(GateFlow, EightBitsPassUnlessBitsMustBeTheSame) {
  const Network other = changed("quantize-weights{bits=8 minimum-size=1}");
  GateOptions options = gateOptions(1500);
  options.maxFlips = 5;
  EXPECT_TRUE(gate(network(), other, options)->passes());
  options.exact = true;
  EXPECT_FALSE(gate(network(), other, options)->passes());
}

TEST(GateFlow, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(20);
  GateOptions options;
  options.samples = noise;
  options.batch = 4;
  const Network one = network();
  expectEndsWhereAsked(options, 4, [&](const GateOptions &of) {
    auto result = gate(one, one, of);
    EXPECT_EQ(noise->alive, 0);
    return result;
  });
}

} // namespace
