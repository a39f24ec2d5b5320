#include "test/importers/onnx/import_fixture.h"

#include "ir/values/keys.h"
#include "runtime/numerics/types/first_along.h"

using namespace qopt;
using namespace qopt::onnx;
using namespace qopt::onnx::test;

// Boxes 0 and 1 overlap, 2 lies elsewhere.
static qrt::Tensor threeBoxes() { return tensor({1, 3, 4}, {0, 0, 4, 4, 0, 1, 4, 5, 6, 6, 9, 9}); }
static qrt::Tensor threeScores() { return tensor({1, 1, 3}, {0.5f, 0.75f, 0.25f}); }

static ModelBuilder detector(const Numbers &most = {10}) {
  ModelBuilder m;
  m.input("boxes", {1, 3, 4}).input("scores", {1, 1, 3}).longs("most", {1}, most);
  m.floats("overlap", {1}, {0.5f}).floats("least", {1}, {0.125f});
  m.node("NonMaxSuppression", {"boxes", "scores", "most", "overlap", "least"}, {"selected"})
      .named("nms");
  return m;
}

static std::vector<std::string> outputNamesOf(Import &import) {
  return import.module ? nn::outputNames(nn::entryOf(*import.module)) : std::vector<std::string>();
}
static std::optional<qrt::PortLength> lengthOf(Import &import, unsigned result) {
  mlir::FunctionOpInterface entry = nn::entryOf(*import.module);
  return nn::lengthOf(entry, result);
}

TEST(OnnxSelect, NonMaxSuppression) {
  ModelBuilder m = detector();
  m.output("selected");
  Import import(m);
  auto results = import.runAll({threeBoxes(), threeScores()});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(integersOf(results[0]), (Numbers{0, 0, 1, 0, 0, 2, -1, -1, -1}));
  EXPECT_EQ(integersOf(results[1]), Numbers{2});
  EXPECT_EQ(outputNamesOf(import), (std::vector<std::string>{"selected", "selected.count"}));
  auto length = lengthOf(import, 0);
  ASSERT_TRUE(length);
  EXPECT_EQ(length->dim, 0u);
  EXPECT_EQ(length->count, 1u);
  EXPECT_FALSE(lengthOf(import, 1));
}

TEST(OnnxSelect, NothingIsChosenWithoutANumberOfBoxes) {
  ModelBuilder m = detector({0});
  m.output("selected");
  Import import(m);
  EXPECT_EQ(import.run({threeBoxes(), threeScores()}).shape(), (qrt::Shape{0, 3}));
  EXPECT_EQ(import.count("nn.non_max_suppression"), 0u);
  ModelBuilder absent;
  absent.input("boxes", {1, 3, 4}).input("scores", {1, 1, 3}).output("y");
  absent.node("NonMaxSuppression", {"boxes", "scores"}, {"y"});
  EXPECT_EQ(Import(absent).run({threeBoxes(), threeScores()}).shape(), (qrt::Shape{0, 3}));
}

// Without a threshold all scores do; without an overlap any overlap is too much.
TEST(OnnxSelect, AbsentThresholds) {
  ModelBuilder m;
  m.input("boxes", {-1, 3, 4}).input("scores", {-1, 1, 3}).longs("most", {}, {2}).output("y");
  m.node("NonMaxSuppression", {"boxes", "scores", "most"}, {"y"})
      .set("center_point_box", int64_t(0));
  Import import(m);
  EXPECT_EQ(integersOf(import.run({threeBoxes(), tensor({1, 1, 3}, {-1, -2, -3})})),
            (Numbers{0, 0, 0, 0, 0, 2}));
  EXPECT_EQ(import.outputType(0), "tensor<?x3xi64, #nn.dims<2*N>>");
}

TEST(OnnxSelect, RefusedNonMaxSuppression) {
  ModelBuilder computed;
  computed.input("boxes", {1, 3, 4}).input("scores", {1, 1, 3}).input("most", {1}, i64).output("y");
  computed.node("NonMaxSuppression", {"boxes", "scores", "most"}, {"y"});
  Import import(computed);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("with a computed max_output_boxes_per_class"));
  ModelBuilder wide;
  wide.input("boxes", {1, 3, 4}).input("scores", {1, 1, 3}).longs("most", {1}, {1}).output("y");
  wide.floats("overlap", {1}, {1.5f});
  wide.node("NonMaxSuppression", {"boxes", "scores", "most", "overlap"}, {"y"});
  EXPECT_EQ(Import(wide).failure, ImportFailure::BadFile);
}

TEST(OnnxSelect, NonZero) {
  ModelBuilder m;
  m.input("x", {2, 2}).output("y").node("NonZero", {"x"}, {"y"}).named("places");
  Import import(m);
  auto results = import.runAll({tensor({2, 2}, {1, 0, 0, 2})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(integersOf(results[0]), (Numbers{0, 1, -1, -1, 0, 1, -1, -1}));
  EXPECT_EQ(integersOf(results[1]), Numbers{2});
  EXPECT_EQ(lengthOf(import, 0)->dim, 1u);
  ModelBuilder scalar;
  scalar.input("x", {}).output("y").node("NonZero", {"x"}, {"y"});
  EXPECT_EQ(Import(scalar).failure, ImportFailure::Unsupported);
}

// The length is known for constants: nothing is padded, and all may read it.
TEST(OnnxSelect, ConstantsKeepTheirLength) {
  ModelBuilder m;
  m.input("x", {4}).longs("mask", {4}, {0, 3, 0, 1}).output("y").output("n");
  m.node("NonZero", {"mask"}, {"places"});
  m.node("Shape", {"places"}, {"n"});
  m.longs("one", {1}, {0}).node("Squeeze", {"places", "one"}, {"flat"});
  m.node("Gather", {"x", "flat"}, {"y"});
  Import import(m);
  auto results = import.runAll({counting({4})});
  ASSERT_EQ(results.size(), 2u);
  expectTensor(results[0], {2}, {2, 4});
  EXPECT_EQ(integersOf(results[1]), (Numbers{1, 2}));
}

// Detectors do this: they take the column of boxes, then the boxes themselves.
TEST(OnnxSelect, RowsAreFollowed) {
  ModelBuilder m = detector();
  m.longs("two", {1}, {2}).longs("one", {1}, {1}).longs("zero", {1}, {0}).longs("three", {1}, {3});
  m.node("Gather", {"selected", "two"}, {"column"}).set("axis", int64_t(1));
  m.node("Squeeze", {"column", "one"}, {"flat"});
  m.node("Gather", {"boxes", "flat"}, {"chosen"}).set("axis", int64_t(1));
  m.node("Slice", {"selected", "two", "three", "one"}, {"sliced"});
  m.node("Unsqueeze", {"sliced", "zero"}, {"lifted"});
  m.node("Transpose", {"lifted"}, {"turned"});
  m.node("Cast", {"turned"}, {"cast"}).set("to", int64_t(proto::TensorProto::FLOAT));
  m.node("Identity", {"cast"}, {"last"});
  m.output("chosen").output("last");
  Import import(m);
  auto results = import.runAll({threeBoxes(), threeScores()});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(outputNamesOf(import), (std::vector<std::string>{"chosen", "last", "chosen.count"}));
  EXPECT_EQ(lengthOf(import, 0)->dim, 1u);
  EXPECT_EQ(lengthOf(import, 1)->dim, 1u);
  EXPECT_EQ(lengthOf(import, 1)->count, 2u);
  // Elements behind the count may have any value.
  qrt::Tensor chosen = qrt::firstAlong(results[0], 1, integersOf(results[2])[0]);
  expectTensor(chosen, {1, 2, 4}, {0, 1, 4, 5, 6, 6, 9, 9});
  expectTensor(qrt::firstAlong(results[1], 1, 2), {1, 2, 1}, {1, 2});
}

// Whoever could make something of the length is told where to cut, by the value's name.
TEST(OnnxSelect, WhoeverCountsIsRefused) {
  auto refused = [](ModelBuilder &m, const std::string &says) {
    Import import(m.output("y"));
    EXPECT_EQ(import.failure, ImportFailure::Unsupported) << says;
    EXPECT_TRUE(import.says(says)) << (import.diagnostics.empty() ? "" : import.diagnostics[0]);
    EXPECT_TRUE(import.says("--outputs=selected ends the graph before it"));
  };
  for (std::string op : {"Shape", "Size", "Softmax", "ReduceSum", "NonZero", "Flatten"}) {
    ModelBuilder m = detector();
    m.node(op, {"selected"}, {"y"}).named("counts");
    refused(m, "not supported: " + op +
                   " (reads 'selected', where the data decide how long "
                   "dimension 0 is, 3 at most");
  }
  ModelBuilder squeeze = detector(), part = detector(), axis = detector(), sum = detector();
  squeeze.node("Squeeze", {"selected"}, {"y"});
  refused(squeeze, "Squeeze (reads");
  part.longs("zero", {1}, {0})
      .longs("two", {1}, {2})
      .node("Slice", {"selected", "zero", "two"}, {"y"});
  refused(part, "Slice (not row by row; reads 'selected'");
  axis.longs("zero", {1}, {0}).node("Gather", {"selected", "zero"}, {"y"});
  refused(axis, "Gather (not row by row");
  sum.node("Concat", {"selected", "selected"}, {"y"}).set("axis", int64_t(0));
  refused(sum, "Concat (not row by row; reads 'selected'");
}

// A size that is written down, a row of another tensor, another length: not what is cut.
TEST(OnnxSelect, OnlyRowsOfOneLengthAreJoined) {
  auto refused = [](ModelBuilder &m, const std::string &says) {
    Import import(m.output("y"));
    EXPECT_EQ(import.failure, ImportFailure::Unsupported) << says;
    EXPECT_TRUE(import.says(says)) << (import.diagnostics.empty() ? "" : import.diagnostics[0]);
  };
  ModelBuilder written = detector(), full = detector(), two = detector(), moved = detector();
  written.longs("s", {2}, {3, -1}).node("Reshape", {"selected", "s"}, {"y"});
  refused(written, "Reshape (not row by row; reads 'selected'");
  full.longs("rows", {3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  full.node("Add", {"selected", "rows"}, {"y"});
  refused(full, "Add (not row by row; reads 'selected'");
  two.node("NonZero", {"scores"}, {"others"});
  two.node("Transpose", {"others"}, {"turned"});
  two.node("Mul", {"selected", "turned"}, {"y"});
  refused(two, "Mul (not row by row");
  moved.longs("s", {2}, {-1, 1}).node("Reshape", {"selected", "s"}, {"y"});
  refused(moved, "Reshape (not row by row");
}

// Two lengths in one result, a length of at most one beside another, sizes copied elsewhere.
TEST(OnnxSelect, LengthsAreNotLost) {
  auto refused = [](ModelBuilder &m, const std::string &op) {
    Import import(m.output("y"));
    EXPECT_EQ(import.failure, ImportFailure::Unsupported) << op;
    EXPECT_TRUE(import.says(op + " (not row by row; reads '")) << op;
  };
  auto places = [](int64_t size) {
    ModelBuilder m;
    m.input("x", {size}).input("w", {size}).node("NonZero", {"x"}, {"z"});
    m.node("NonZero", {"w"}, {"other"});
    return m;
  };
  ModelBuilder pairs = places(5), both = places(1), where = places(1), beside = places(1);
  pairs.node("Transpose", {"z"}, {"column"});
  pairs.node("Add", {"z", "column"}, {"y"});
  refused(pairs, "Add");
  both.node("Add", {"z", "other"}, {"y"});
  refused(both, "Add");
  where.node("Equal", {"z", "z"}, {"c"});
  where.node("Where", {"c", "z", "other"}, {"y"});
  refused(where, "Where");
  beside.longs("one", {1, 1}, {7}).node("Concat", {"z", "one"}, {"y"}).set("axis", int64_t(0));
  refused(beside, "Concat");
  for (Numbers shape : {Numbers{1, 0, -1}, Numbers{-1, 0, 4}, Numbers{4, 4}}) {
    ModelBuilder m = places(4);
    m.longs("flat", {1}, {-1}).node("Reshape", {"z", "flat"}, {"i"});
    m.input("d", {4, 4}).longs("s", {int64_t(shape.size())}, shape);
    m.node("Gather", {"d", "i"}, {"rows"});
    m.node("Reshape", {"rows", "s"}, {"y"});
    refused(m, "Reshape");
  }
  ModelBuilder same = places(3); // one length, twice
  same.output("y").node("Add", {"z", "z"}, {"y"});
  Import import(same);
  auto results = import.runAll({tensor({3}, {1, 0, 2}), tensor({3}, {0, 0, 0})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(integersOf(qrt::firstAlong(results[0], 1, 2)), (Numbers{0, 4}));
}

// Boxes, scaled and with their scores beside them: what stands behind a detector.
TEST(OnnxSelect, RowsAreComputedWith) {
  ModelBuilder m = detector();
  m.longs("two", {1}, {2}).longs("flat", {1}, {-1}).longs("column", {2}, {-1, 1});
  m.floats("half", {1, 4}, {0.5f, 0.5f, 2, 2});
  m.node("Gather", {"selected", "two"}, {"last"}).set("axis", int64_t(1));
  m.node("Reshape", {"last", "flat"}, {"index"});
  m.longs("first", {}, {0}).node("Gather", {"boxes", "first"}, {"image"});
  m.node("Gather", {"image", "index"}, {"chosen"});
  m.node("Mul", {"chosen", "half"}, {"scaled"});
  m.node("GatherND", {"scores", "selected"}, {"score"});
  m.node("Reshape", {"score", "column"}, {"scores_column"});
  m.node("Concat", {"scaled", "scores_column"}, {"rows"}).set("axis", int64_t(-1));
  m.output("y").node("Add", {"rows", "scores_column"}, {"y"});
  Import import(m);
  auto results = import.runAll({threeBoxes(), threeScores()});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(lengthOf(import, 0)->dim, 0u);
  EXPECT_EQ(integersOf(results[1]), Numbers{2});
  expectTensor(qrt::firstAlong(results[0], 0, 2), {2, 5},
               {0.75f, 1.25f, 8.75f, 10.75f, 1.5f, 3.25f, 3.25f, 18.25f, 18.25f, 0.5f});
}

// An index that was computed with need not be there behind the last one.
TEST(OnnxSelect, PlacesBehindTheLastAreThere) {
  ModelBuilder m;
  m.input("x", {3}).output("y").longs("zero", {1}, {0}).node("NonZero", {"x"}, {"selected"});
  m.node("Cast", {"selected"}, {"bytes"}).set("to", int64_t(proto::TensorProto::UINT8));
  m.node("Cast", {"bytes"}, {"i"}).set("to", int64_t(i64));
  m.node("Gather", {"x", "i"}, {"y"});
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("Gather (not row by row; reads 'i'"));
}

// If x has one element, either of two dimensions of 1 may be the open one.
TEST(OnnxSelect, AmbiguousDimensionsAreRefused) {
  ModelBuilder m;
  m.input("x", {1}).output("y").longs("one", {1}, {1}).node("NonZero", {"x"}, {"selected"});
  m.node("Unsqueeze", {"selected", "one"}, {"y"});
  EXPECT_EQ(Import(m).failure, ImportFailure::Unsupported);
}

// The names of a file's own outputs come first.
TEST(OnnxSelect, CountsTakeFreeNames) {
  ModelBuilder m;
  m.input("x", {2}).output("y").output("y.count");
  m.node("NonZero", {"x"}, {"y"});
  m.node("Neg", {"x"}, {"y.count"});
  Import import(m);
  EXPECT_EQ(outputNamesOf(import), (std::vector<std::string>{"y", "y.count", "y.count_"}));
  EXPECT_EQ(lengthOf(import, 0)->count, 2u);
}

// The rows of all samples make one list.
TEST(OnnxSelect, SamplesMeet) {
  ModelBuilder m = detector();
  ImportOptions options;
  options.freesBatch = true;
  Import import(m.output("selected"), options);
  EXPECT_EQ(import.failure, ImportFailure::BadFile);
  EXPECT_TRUE(import.says("layer 'nms' (non_max_suppression) keeps the batch at 1"));
}
