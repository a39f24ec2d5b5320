// Layers between two joins are a block; each layer of a chain is one.
#include "tools/libqopt/flows/layers/blocks.h"

#include "test/tools/libqopt/flows/two_layers.h"
#include "tools/libqopt/flows/feed/subject.h"
#include "tools/libqopt/flows/layers/layers.h"

using namespace qopt;
using namespace qopt::run;

namespace {

std::vector<LayerGroup> blocks(const char *text) {
  auto parsed = Network::parse(text);
  EXPECT_TRUE(parsed.ok()) << parsed.status().message();
  auto loaded = Loaded::copyOf(*parsed, "net", std::make_shared<Reports>());
  EXPECT_TRUE(loaded.ok());
  return blocksOf(*loaded->module, weightedLayers(*loaded->module));
}

TEST(Blocks, EndWhereOneValueLeadsOn) {
  const std::vector<LayerGroup> expected = {{"a"}, {"b", "c"}, {"d"}};
  EXPECT_EQ(blocks(R"(
!x = tensor<?x2xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> (!x, !x) {
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<2x2xf32>
  %a = nn.matmul %x, %w {nn.name = "a"} : (!x, tensor<2x2xf32>) -> !x
  %b = nn.matmul %a, %w {nn.name = "b"} : (!x, tensor<2x2xf32>) -> !x
  %r = nn.relu %b {nn.name = "r"} : (!x) -> !x
  %c = nn.matmul %r, %w {nn.name = "c"} : (!x, tensor<2x2xf32>) -> !x
  %s = nn.add %a, %c {nn.name = "s"} : (!x, !x) -> !x
  %d = nn.matmul %s, %w {nn.name = "d"} : (!x, tensor<2x2xf32>) -> !x
  return %a, %d : !x, !x
})"),
            expected); // that a leaves the network, too, joins nothing
}

TEST(Blocks, OfAChainAreItsLayers) {
  const std::vector<LayerGroup> expected = {{"a"}, {"b"}};
  EXPECT_EQ(blocks(twoLayers().c_str()), expected);
}

} // namespace
