// Layers of a gate make one vector of a sample, which a larger value is multiplied by.
#include "tools/libqopt/flows/layers/gate_layers.h"

#include "test/tools/libqopt/flows/two_layers.h"
#include "tools/libqopt/flows/feed/subject.h"
#include "tools/libqopt/flows/layers/layers.h"

using namespace qopt;

namespace {

using Names = std::vector<std::string>;

// The network has a convolution, what its mean gates, and a head: its vector multiplies nothing.
constexpr const char *gated = R"(
!x = tensor<?x2x3x3xf32, #nn.dims<N>>
!v = tensor<?x2x1x1xf32, #nn.dims<N>>
!w = tensor<2x2x1x1xf32>
func.func @main(%x: !x {nn.name = "x"}) -> !v {
  %w = nn.constant {nn.name = "w"} dense<0.5> : !w
  %c = nn.conv2d %x, %w {nn.name = "c"} : (!x, !w) -> !x
  %m = nn.reduce_mean %c {nn.name = "m", axes = array<i64: 2, 3>, keep_dims} : (!x) -> !v
  %s = nn.conv2d %m, %w {nn.name = "s"} : (!v, !w) -> !v
  %r = nn.relu %s {nn.name = "r"} : (!v) -> !v
  %e = nn.conv2d %r, %w {nn.name = "e"} : (!v, !w) -> !v
  %g = nn.sigmoid %e {nn.name = "g"} : (!v) -> !v
  %p = nn.mul %c, %g {nn.name = "p"} : (!x, !v) -> !x
  %n = nn.reduce_mean %p {nn.name = "n", axes = array<i64: 2, 3>, keep_dims} : (!x) -> !v
  %h = nn.conv2d %n, %w {nn.name = "h"} : (!v, !w) -> !v
  return %h : !v
})";

Names gatesOf(llvm::ArrayRef<std::string> of) {
  auto parsed = Network::parse(gated);
  EXPECT_TRUE(parsed.ok()) << parsed.status().message();
  auto loaded = run::Loaded::copyOf(*parsed, "net", std::make_shared<run::Reports>());
  EXPECT_TRUE(loaded.ok());
  return run::gateLayers(*loaded->module, of);
}

TEST(GateLayers, MakeVectorsThatMultiplyLargerValues) {
  EXPECT_EQ(gatesOf({"c", "s", "e", "h"}), (Names{"s", "e"}));
  EXPECT_EQ(gatesOf({"c", "e"}), (Names{"e"}));
  EXPECT_EQ(gatesOf({"c", "h"}), Names());
}

} // namespace
