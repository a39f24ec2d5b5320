#include "test/importers/onnx/import_fixture.h"

#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"

#include <limits>

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static Import sliced(const Numbers &input, const Numbers &starts, const Numbers &ends,
                     const Numbers &axes, const Numbers &steps) {
  ModelBuilder m;
  m.input("x", input).output("y");
  auto count = [](const Numbers &list) { return Numbers{int64_t(list.size())}; };
  m.longs("s", count(starts), starts).longs("e", count(ends), ends);
  m.longs("a", count(axes), axes).longs("t", count(steps), steps);
  m.node("Slice", {"x", "s", "e", "a", "t"}, {"y"});
  return Import(m);
}

TEST(OnnxBox, Slice) {
  expectTensor(sliced({2, 3}, {1}, {1000}, {-1}, {1}).run({counting({2, 3})}), {2, 2},
               {2, 3, 5, 6});
  expectTensor(sliced({5}, {-4}, {-1}, {0}, {2}).run({counting({5})}), {2}, {2, 4});
  int64_t lowest = std::numeric_limits<int64_t>::min();
  expectTensor(sliced({4}, {-1}, {lowest}, {0}, {-1}).run({counting({4})}), {4}, {4, 3, 2, 1});
  expectTensor(sliced({4}, {100}, {0}, {0}, {-2}).run({counting({4})}), {2}, {4, 2});
}

TEST(OnnxBox, SliceKeepsTheBatch) {
  int64_t all = std::numeric_limits<int64_t>::max();
  Import import = sliced({-1, 3}, {0, 1}, {all, 2}, {0, 1}, {1, 1});
  expectTensor(import.run({counting({2, 3})}), {2, 1}, {2, 5});
  // A part of it: one program a batch.
  Import part = sliced({-1, 3}, {1}, {all}, {0}, {1});
  expectTensor(part.run({counting({2, 3})}), {1, 3}, {4, 5, 6});
  EXPECT_EQ(part.outputType(0), "tensor<?x3xf32, #nn.dims<N-1>>");
}

// An end that is a number, or a start counted from the end, of a dimension that is open.
TEST(OnnxBox, SlicesOfOpenDimensionsAreClamped) {
  auto first = [](int64_t start, int64_t end) {
    return Import(sliced({-1}, {start}, {end}, {0}, {1}));
  };
  int64_t all = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(first(0, 1).outputType(0), "tensor<1xf32>");
  EXPECT_EQ(first(-1, all).outputType(0), "tensor<1xf32>");
  expectTensor(first(0, 4).run({counting({2})}), {2}, {1, 2});
  expectTensor(first(0, 4).run({counting({5})}), {4}, {1, 2, 3, 4});
  expectTensor(first(1, 4).run({counting({2})}), {1}, {2});
  EXPECT_EQ(first(2, 1).outputType(0), "tensor<0xf32>");
  expectTensor(first(-4, all).run({counting({2})}), {2}, {1, 2});
  expectTensor(first(-4, all).run({counting({6})}), {4}, {3, 4, 5, 6});
  expectTensor(first(-4, -1).run({counting({2})}), {1}, {1});
  expectTensor(first(-4, 3).run({counting({2})}), {2}, {1, 2});
  expectTensor(first(-4, 3).run({counting({6})}), {1}, {3});
  EXPECT_EQ(first(-1, -4).outputType(0), "tensor<0xf32>");
  // Backwards nothing is clamped: what lies before the beginning is not there.
  Import backwards = sliced({-1}, {-3}, {-4}, {0}, {-1});
  expectTensor(backwards.run({counting({4})}), {1}, {2});
  EXPECT_TRUE(
      mlir::failed(qopt::nn::evaluate(qopt::nn::entryOf(*backwards.module), {counting({2})})));
  // A slice backwards from before the beginning has the first element.
  int64_t lowest = std::numeric_limits<int64_t>::min();
  expectTensor(sliced({-1}, {lowest}, {lowest}, {0}, {-1}).run({counting({3})}), {1}, {1});
  Import crossing = sliced({-1}, {3}, {all}, {0}, {-1});
  EXPECT_EQ(crossing.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(crossing.says("Slice (backwards, with bounds that vary"));
  // Every second of the first four.
  expectTensor(sliced({-1}, {0}, {4}, {0}, {2}).run({counting({3})}), {2}, {1, 3});
}

// 1 − N is 0 at N = 1, and else counted from the end.
TEST(OnnxBox, BoundsOfEitherSignAreRefused) {
  ModelBuilder m;
  m.input("x", {-1}).output("y").longs("one", {1}, {1}).longs("zero", {1}, {0});
  m.node("Shape", {"x"}, {"n"});
  m.node("Sub", {"one", "n"}, {"end"});
  m.node("Slice", {"x", "zero", "end"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("Slice (with bounds that vary with the input's shape; give --shape)"));
}

TEST(OnnxBox, SliceByAttributes) {
  ModelBuilder m(9);
  m.input("x", {4}).output("y");
  m.node("Slice", {"x"}, {"y"}).set("starts", Numbers{1}).set("ends", Numbers{3});
  expectTensor(Import(m).run({counting({4})}), {2}, {2, 3});
}

TEST(OnnxBox, SliceRefusals) {
  EXPECT_EQ(sliced({4}, {0}, {4}, {0}, {0}).failure, ImportFailure::BadFile);
  EXPECT_EQ(sliced({4}, {0, 1}, {4}, {0}, {1}).failure, ImportFailure::BadFile);
  EXPECT_EQ(sliced({4}, {0}, {4}, {1}, {1}).failure, ImportFailure::BadFile);
  EXPECT_EQ(sliced({4}, {3}, {2}, {0}, {1}).outputType(0), "tensor<0xf32>");
  int64_t lowest = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(sliced({4}, {3}, {2}, {0}, {lowest}).failure, ImportFailure::BadFile);
}

TEST(OnnxBox, SplitEvenlyAndByParts) {
  for (int64_t opset : {11, 13, 18}) {
    ModelBuilder m(opset);
    m.input("x", {-1, 4}).output("a").output("b").longs("parts", {2}, {1, 3});
    if (opset < 13)
      m.node("Split", {"x"}, {"a", "b"}).set("axis", int64_t(1)).set("split", Numbers{1, 3});
    else
      m.node("Split", {"x", "parts"}, {"a", "b"}).named("cut").set("axis", int64_t(1));
    Import import(m);
    auto outputs = import.runAll({counting({1, 4})});
    ASSERT_EQ(outputs.size(), 2u);
    expectTensor(outputs[0], {1, 1}, {1});
    expectTensor(outputs[1], {1, 3}, {2, 3, 4});
    EXPECT_EQ(import.count("nn.split"), 1u);
    if (opset >= 13) {
      EXPECT_EQ(import.keys(), (std::vector<std::string>{"cut", "cut:1"}));
    }
  }
  ModelBuilder even(11);
  even.input("x", {4}).output("b").node("Split", {"x"}, {"a", "b"});
  expectTensor(Import(even).run({counting({4})}), {2}, {3, 4});
  ModelBuilder uneven(18);
  uneven.input("x", {5}).output("a").output("c");
  uneven.node("Split", {"x"}, {"a", "b", "c"}).set("num_outputs", int64_t(3));
  auto outputs = Import(uneven).runAll({counting({5})});
  ASSERT_EQ(outputs.size(), 2u);
  expectTensor(outputs[0], {2}, {1, 2});
  expectTensor(outputs[1], {1}, {5});
}

// An output without a name, one that nobody reads, and a single part.
TEST(OnnxBox, SplitsWithoutReaders) {
  ModelBuilder m(13);
  m.input("x", {2, 4}).output("c").longs("parts", {3}, {1, 1, 2});
  m.node("Split", {"x", "parts"}, {"a", "", "c"}).named("cut").set("axis", int64_t(-1));
  Import import(m);
  expectTensor(import.run({counting({2, 4})}), {2, 2}, {3, 4, 7, 8});
  EXPECT_EQ(import.keys(), (std::vector<std::string>{"cut", "cut:1", "cut:2"}));
  ModelBuilder whole(18);
  whole.input("x", {3}).output("y");
  whole.node("Split", {"x"}, {"y"}).set("num_outputs", int64_t(1));
  expectTensor(Import(whole).run({counting({3})}), {3}, {1, 2, 3});
}

TEST(OnnxBox, SplitRefusals) {
  for (const Numbers &parts : {Numbers{1, 1}, Numbers{5, -1}, Numbers{4}}) {
    ModelBuilder m(11);
    m.input("x", {4}).output("a").node("Split", {"x"}, {"a", "b"}).set("split", parts);
    EXPECT_EQ(Import(m).failure, ImportFailure::BadFile);
  }
  ModelBuilder odd(11);
  odd.input("x", {3}).output("a").node("Split", {"x"}, {"a", "b"});
  EXPECT_EQ(Import(odd).failure, ImportFailure::BadFile);
  ModelBuilder batch(11);
  batch.input("x", {-1, 3}).output("a").node("Split", {"x"}, {"a", "b"});
  EXPECT_EQ(Import(batch).failure, ImportFailure::Unsupported);
}
