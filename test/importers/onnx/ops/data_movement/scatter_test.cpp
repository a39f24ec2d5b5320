#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

TEST(OnnxScatter, Elements) {
  for (std::string reduction : {"none", "add", "mul", "max", "min"}) {
    ModelBuilder m(18);
    m.input("x", {3}).input("i", {2}, i64).input("u", {2}).output("y");
    m.node("ScatterElements", {"x", "i", "u"}, {"y"}).set("reduction", reduction);
    float expected = reduction == "none"  ? 4
                     : reduction == "add" ? 9
                     : reduction == "mul" ? 24
                     : reduction == "max" ? 4
                                          : 2;
    expectTensor(Import(m).run({counting({3}), longs({2}, {1, -2}), tensor({2}, {3, 4})}), {3},
                 {1, expected, 3});
  }
}

TEST(OnnxScatter, NdAndOldScatter) {
  ModelBuilder m(10);
  m.input("x", {2, 2}).input("i", {1, 2}, i64).input("u", {1, 2}).output("y");
  m.node("Scatter", {"x", "i", "u"}, {"y"}).set("axis", int64_t(0));
  expectTensor(Import(m).run({counting({2, 2}), longs({1, 2}, {1, 0}), tensor({1, 2}, {8, 9})}),
               {2, 2}, {1, 9, 8, 4});
  ModelBuilder nd(16);
  nd.input("x", {2, 2}).input("i", {1, 1}, i64).input("u", {1, 2}).output("y");
  nd.node("ScatterND", {"x", "i", "u"}, {"y"}).set("reduction", std::string("add"));
  expectTensor(Import(nd).run({counting({2, 2}), longs({1, 1}, {1}), tensor({1, 2}, {8, 9})}),
               {2, 2}, {1, 2, 11, 13});
}

TEST(OnnxScatter, Refusals) {
  ModelBuilder m(18);
  m.input("x", {3}).input("i", {2}, i64).input("u", {2}).output("y");
  m.node("ScatterElements", {"x", "i", "u"}, {"y"}).set("reduction", std::string("mean"));
  EXPECT_EQ(Import(m).failure, ImportFailure::BadFile);
}

TEST(OnnxScatter, CumSum) {
  ModelBuilder m;
  m.input("x", {-1, 3}).output("y").longs("axis", {}, {-1});
  m.node("CumSum", {"x", "axis"}, {"y"}).set("reverse", int64_t(1));
  expectTensor(Import(m).run({counting({1, 3})}), {1, 3}, {6, 5, 3});
}

TEST(OnnxScatter, TopK) {
  for (int64_t opset : {9, 11}) {
    ModelBuilder m(opset);
    m.input("x", {-1, 4}).output("v").output("i").longs("k", {1}, {2});
    if (opset == 9)
      m.node("TopK", {"x"}, {"v", "i"}).named("top").set("k", int64_t(2));
    else
      m.node("TopK", {"x", "k"}, {"v", "i"}).named("top").set("largest", int64_t(0));
    Import import(m);
    auto results = import.runAll({tensor({1, 4}, {3, 1, 3, 2})});
    ASSERT_EQ(results.size(), 2u);
    expectTensor(results[0], {1, 2}, opset == 9 ? Floats{3, 3} : Floats{1, 2});
    EXPECT_EQ(integersOf(results[1]), opset == 9 ? (Numbers{0, 2}) : (Numbers{1, 3}));
  }
  ModelBuilder wide;
  wide.input("x", {4}).output("v").longs("k", {1}, {5}).node("TopK", {"x", "k"}, {"v", "i"});
  EXPECT_EQ(Import(wide).failure, ImportFailure::BadFile);
}

TEST(OnnxScatter, IntoACache) {
  auto model = [](const std::string &mode, int64_t place) {
    ModelBuilder m(24);
    m.input("x", {1, 4, 1}).input("u", {1, 2, 1}).output("y").longs("at", {1}, {place});
    m.node("TensorScatter", {"x", "u", "at"}, {"y"}).set("mode", mode);
    return m;
  };
  auto scattered = [&](const std::string &mode, int64_t place) {
    return valuesOf(
        Import(model(mode, place)).run({counting({1, 4, 1}), tensor({1, 2, 1}, {8, 9})}));
  };
  EXPECT_EQ(scattered("linear", 1), (Floats{1, 8, 9, 4}));
  EXPECT_EQ(scattered("circular", 3), (Floats{9, 2, 3, 8}));
  Import wrong(model("ring", 0));
  EXPECT_EQ(wrong.failure, ImportFailure::BadFile);
  EXPECT_TRUE(wrong.says("mode is 'ring'"));
}
