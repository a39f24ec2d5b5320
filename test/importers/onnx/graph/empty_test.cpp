// Tensors without elements: what is made of them, and where they disappear.
#include "test/importers/onnx/import_fixture.h"

#include <cmath>

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static constexpr float infinity = INFINITY;

// A reduction over dimension 1, which has no elements, of two rows; added to an input.
static Import reduced(const std::string &type) {
  ModelBuilder m;
  m.input("x", {2, 0}).input("z", {2, 1}).output("y").longs("axes", {1}, {1});
  m.node(type, {"x"}, {"r"}).set("axes", Numbers{1});
  m.node("Add", {"r", "z"}, {"y"});
  return Import(m);
}

TEST(OnnxEmpty, ReductionsGiveWhatChangesNothing) {
  qrt::Tensor none = counting({2, 0}), zeros = tensor({2, 1}, {0, 0});
  expectTensor(reduced("ReduceL1").run({none, zeros}), {2, 1}, {0, 0});
  expectTensor(reduced("ReduceProd").run({none, zeros}), {2, 1}, {1, 1});
  EXPECT_EQ(valuesOf(reduced("ReduceMax").run({none, zeros}))[1], -infinity);
  EXPECT_EQ(valuesOf(reduced("ReduceMin").run({none, zeros}))[0], infinity);
  EXPECT_EQ(valuesOf(reduced("ReduceLogSum").run({none, zeros}))[0], -infinity);
  EXPECT_TRUE(std::isnan(valuesOf(reduced("ReduceMean").run({none, zeros}))[0]));
}

TEST(OnnxEmpty, NoPlaceOfAnExtreme) {
  ModelBuilder m;
  m.input("x", {2, 0}).output("y");
  m.node("ArgMax", {"x"}, {"y"}).named("place").set("axis", int64_t(1));
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("place"));
  EXPECT_TRUE(import.says("there is no place among no elements"));
}

TEST(OnnxEmpty, PartsDisappearFromAConcat) {
  ModelBuilder m;
  m.input("x", {2, 3}).input("past", {2, 0}).output("y");
  m.node("Concat", {"past", "x"}, {"y"}).set("axis", int64_t(1));
  Import import(m);
  expectTensor(import.run({counting({2, 3}), counting({2, 0})}), {2, 3}, {1, 2, 3, 4, 5, 6});
}

TEST(OnnxEmpty, PartsOfASplitAndOfASlice) {
  ModelBuilder m;
  m.input("x", {3}).output("a").output("b").output("c").longs("parts", {2}, {0, 3});
  m.longs("at", {1}, {2});
  m.node("Split", {"x", "parts"}, {"a", "b"});
  m.node("Slice", {"x", "at", "at"}, {"c"});
  Import import(m);
  std::vector<qrt::Tensor> outputs = import.runAll({counting({3})});
  ASSERT_EQ(outputs.size(), 3u);
  expectTensor(outputs[0], {0}, {});
  expectTensor(outputs[1], {3}, {1, 2, 3});
  expectTensor(outputs[2], {0}, {});
}
