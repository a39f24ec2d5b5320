#include "ir/values/keys.h"

#include "test/ir/parsed.h"

#include <gtest/gtest.h>

namespace qopt::nn {
namespace {

constexpr const char *keyedNetwork = R"(
func.func @main(%x: tensor<1xf32> {nn.name = "in", nn.range = #nn.range<-1.0, 2.0>}, %u: tensor<1xf32>) -> tensor<1xf32> {
  %a = nn.relu %x {nn.name = "a"} : (tensor<1xf32>) -> tensor<1xf32>
  %b = nn.exp %a {nn.name = "b", nn.absorbed = ["old", "a"], nn.range = #nn.range<0.5, 1.0>} : (tensor<1xf32>) -> tensor<1xf32>
  %c = nn.exp %b : (tensor<1xf32>) -> tensor<1xf32>
  return %c : tensor<1xf32>
})";

TEST(Keys, OfValues) {
  test::Parsed parsed(keyedNetwork);
  EXPECT_EQ(keyOf(parsed.find("a")->getResult(0)), "a");
  EXPECT_EQ(keyOf(parsed.function().getArgument(0)), "in");
  EXPECT_EQ(keyOf(parsed.function().getArgument(1)), "");
  mlir::Operation *last = parsed.function().front().getTerminator()->getOperand(0).getDefiningOp();
  EXPECT_EQ(keyOf(last->getResult(0)), "");
  EXPECT_EQ(layerName(last), "nn.exp");
  EXPECT_EQ(layerName(parsed.find("b")), "b");
}

TEST(Keys, RangesOfResultsAndArguments) {
  test::Parsed parsed(keyedNetwork);
  mlir::Value argument = parsed.function().getArgument(0), a = parsed.find("a")->getResult(0);
  EXPECT_EQ(rangeOf(argument)->getMax(), 2.0);
  EXPECT_FALSE(rangeOf(a));
  EXPECT_FALSE(rangeOf(parsed.function().getArgument(1)));
  setRange(a, -0.1, 0.1);
  setRange(argument, 0, 3);
  EXPECT_EQ(rangeOf(a)->getMin(), -0.1);
  EXPECT_EQ(rangeOf(argument)->getMax(), 3.0);
}

constexpr const char *parts = R"(
func.func @main(%x: tensor<3xf32> {nn.name = "in"}) -> tensor<1xf32> {
  %s:3 = nn.split %x {axis = 0 : i64, sizes = array<i64: 1, 1, 1>, nn.name = "s", nn.absorbed = ["cut"], nn.range = [unit, #nn.range<0.5, 1.0>, unit]} : (tensor<3xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
  %y = nn.relu %s#0 {nn.name = "s:3"} : (tensor<1xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
})";

TEST(Keys, OfSeveralResults) {
  test::Parsed parsed(parts);
  mlir::Operation *split = parsed.find("s");
  EXPECT_EQ(keyOf(split->getResult(0)), "s");
  EXPECT_EQ(keyOf(split->getResult(2)), "s:2");
  ValuesByKey values(parsed.function());
  EXPECT_EQ(values.find("in"), parsed.function().getArgument(0));
  EXPECT_EQ(values.find("s"), split->getResult(0));
  EXPECT_EQ(values.find("s:1"), split->getResult(1));
  EXPECT_EQ(values.find("s:3"), parsed.find("s:3")->getResult(0));
  EXPECT_FALSE(values.find("s:4"));
  EXPECT_FALSE(values.find(""));
  EXPECT_EQ(values.absorberOf("cut"), "s");
  EXPECT_EQ(values.absorberOf("cut:1"), "s");
  EXPECT_EQ(values.absorberOf("s"), "");
}

TEST(Keys, RangesOfSeveralResults) {
  test::Parsed parsed(parts);
  mlir::Operation *split = parsed.find("s");
  EXPECT_FALSE(rangeOf(split->getResult(0)));
  EXPECT_EQ(rangeOf(split->getResult(1))->getMin(), 0.5);
  setRange(split->getResult(2), -3, 4);
  EXPECT_FALSE(rangeOf(split->getResult(0)));
  EXPECT_EQ(rangeOf(split->getResult(1))->getMax(), 1.0);
  EXPECT_EQ(rangeOf(split->getResult(2))->getMin(), -3.0);
  split->removeAttr(rangeAttr);
  setRange(split->getResult(0), 0, 1);
  EXPECT_EQ(rangeOf(split->getResult(0))->getMax(), 1.0);
  EXPECT_FALSE(rangeOf(split->getResult(1)));
}

TEST(Keys, NamesReserveTheKeysOfAllResults) {
  test::Parsed parsed(parts);
  NameTable table(parsed.function());
  EXPECT_EQ(table.unique("s:1"), "s:1_1"); // a further result has that key
  EXPECT_EQ(table.unique("t", 3), "t");
  EXPECT_EQ(table.unique("t:2"), "t:2_1");
  EXPECT_EQ(table.unique("t:3"), "t:3");
  EXPECT_EQ(table.unique("u:1"), "u:1");
  EXPECT_EQ(table.unique("u", 2), "u_1"); // whose result 1 would be u:1
  EXPECT_EQ(table.unique("u"), "u");
}

TEST(Keys, AbsorbListsEachLayerOnce) {
  test::Parsed parsed(keyedNetwork);
  mlir::Operation *a = parsed.find("a"), *b = parsed.find("b");
  absorb(a, b); // b's own list names a itself
  auto names = a->getAttrOfType<mlir::ArrayAttr>(absorbedAttr);
  mlir::OpBuilder builder(&parsed.context);
  EXPECT_EQ(names, builder.getStrArrayAttr({"old", "b"}));
  absorb(a, b);
  EXPECT_EQ(a->getAttr(absorbedAttr), names);
}

TEST(Keys, NameTableHandsOutNewNames) {
  test::Parsed parsed(keyedNetwork);
  NameTable table(parsed.function());
  EXPECT_EQ(table.unique("new"), "new");
  EXPECT_EQ(table.unique("new"), "new_1");
  EXPECT_EQ(table.unique("a"), "a_1");
  EXPECT_EQ(table.unique("in"), "in_1");
  EXPECT_EQ(table.unique("a_1"), "a_1_1");
}

std::string entryName(const std::string &text) {
  test::Parsed parsed(text);
  mlir::ScopedDiagnosticHandler quiet(&parsed.context, [](mlir::Diagnostic &) {});
  mlir::func::FuncOp entry = entryOf(*parsed.module);
  return entry ? entry.getName().str() : "none";
}

TEST(Keys, Entry) {
  EXPECT_EQ(entryName("func.func @a() { return }"), "a");
  EXPECT_EQ(entryName("func.func @a() { return }\nfunc.func private @declared()"), "a");
  EXPECT_EQ(entryName("func.func @a() { return }\nfunc.func @b() attributes {nn.entry} { return }"),
            "b");
  EXPECT_EQ(entryName("func.func @a() { return }\nfunc.func @b() { return }"), "none");
  EXPECT_EQ(entryName("module {}"), "none");
  // A function whose arguments cannot be bound is no entry.
  EXPECT_EQ(entryName("func.func @a(%x: tensor<?xf32>) { return }"), "none");
  EXPECT_EQ(entryName("func.func @a(%x: f32) { return }"), "none");
  // Two marked ones are as bad as none.
  EXPECT_EQ(entryName("func.func @a() attributes {nn.entry} { return }\n"
                      "func.func @b() attributes {nn.entry} { return }"),
            "none");
}

// The verifier looks at keys from a named argument on; an entry's have to be unique anyway.
TEST(Keys, AnEntryNamesEveryLayerOnce) {
  auto twoLayers = [](const std::string &second) {
    return "func.func @a(%x: tensor<1xf32>) {\n"
           "  %y = nn.relu %x {nn.name = \"a\"} : (tensor<1xf32>) -> tensor<1xf32>\n"
           "  %z = nn.relu %y {nn.name = \"" +
           second + "\"} : (tensor<1xf32>) -> tensor<1xf32>\n  return }";
  };
  EXPECT_EQ(entryName(twoLayers("b")), "a");
  EXPECT_EQ(entryName(twoLayers("a")), "none");
}

} // namespace
} // namespace qopt::nn
