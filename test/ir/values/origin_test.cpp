#include "ir/values/origin.h"

#include "ir/values/keys.h"
#include "test/ir/parsed.h"

#include <gtest/gtest.h>

namespace qopt::nn {
namespace {

constexpr const char *importedNetwork = R"(
module attributes {nn.source = "blake3:00"} {
func.func @main(%x: tensor<3xf32> {nn.name = "x"}) -> tensor<1xf32> {
  %s:3 = nn.split %x {axis = 0 : i64, sizes = array<i64: 1, 1, 1>, nn.name = "s", nn.tensor = [unit, "b", unit]} : (tensor<3xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  %y = nn.relu %s#0 {nn.name = "y", nn.tensor = "y_out"} : (tensor<1xf32>) -> tensor<1xf32>
  %z = nn.exp %y {nn.name = "z", nn.tensor = "z_out"} : (tensor<1xf32>) -> tensor<1xf32>
  return %z : tensor<1xf32>
}
})";

TEST(Origin, NamesOfTensors) {
  test::Parsed parsed(importedNetwork);
  EXPECT_EQ(sourceOf(*parsed.module), "blake3:00");
  mlir::Operation *split = parsed.find("s");
  EXPECT_EQ(tensorNameOf(parsed.function().getArgument(0)), "x");
  EXPECT_EQ(tensorNameOf(split->getResult(0)), "s");
  EXPECT_EQ(tensorNameOf(split->getResult(1)), "b");
  EXPECT_EQ(ownTensorName(split->getResult(2)), "");
  setTensorName(split->getOpResult(2), "c");
  EXPECT_EQ(tensorNameOf(split->getResult(2)), "c");
  EXPECT_EQ(tensorNameOf(split->getResult(1)), "b");
}

// The name belongs to the value that has the key.
TEST(Origin, NamesGoWhereKeysGo) {
  test::Parsed parsed(importedNetwork);
  mlir::Operation *split = parsed.find("s"), *y = parsed.find("y"), *z = parsed.find("z");
  setName(y, "y");
  EXPECT_EQ(tensorNameOf(y->getResult(0)), "y_out");
  setName(y, "copy");
  EXPECT_EQ(tensorNameOf(y->getResult(0)), "copy");
  takeResultIdentity(z->getResult(0), split->getResult(1));
  EXPECT_EQ(keyOf(z->getResult(0)), "s:1");
  EXPECT_EQ(tensorNameOf(z->getResult(0)), "b");
  takeResultIdentity(z->getResult(0), split->getResult(0));
  EXPECT_EQ(tensorNameOf(z->getResult(0)), "s");
}

TEST(Origin, AnotherModuleHasAnotherHash) {
  test::Parsed parsed(importedNetwork);
  std::string hash = moduleHash(*parsed.module);
  EXPECT_EQ(hash.size(), 64u);
  EXPECT_EQ(moduleHash(*test::Parsed(importedNetwork).module), hash);
  setName(parsed.find("y"), "other");
  EXPECT_NE(moduleHash(*parsed.module), hash);
}

} // namespace
} // namespace qopt::nn
