// --dynamic-batch: what three samples give together is what each gives alone, or the file is
// refused.
#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static const qopt::ImportOptions freed{.freesBatch = true};

/// The first output at a batch of three, one sample after the other.
static Floats together(const ModelBuilder &m, const Numbers &shape) {
  Import import(m, freed);
  EXPECT_TRUE(import.module) << (import.diagnostics.empty() ? "" : import.diagnostics[0]);
  Numbers batch = shape;
  batch[0] = 3;
  return import.module ? valuesOf(import.run({counting(batch)})) : Floats();
}

static Floats oneByOne(const ModelBuilder &m, const Numbers &shape) {
  Floats all, sample;
  Import import(m);
  qrt::Tensor x = counting(shape);
  for (int i = 0; i < 3; ++i) {
    for (int64_t j = 0; j < x.size(); ++j)
      x.mutableValues<float>()[j] = float(i * x.size() + j + 1);
    sample = valuesOf(import.run({x}));
    all.insert(all.end(), sample.begin(), sample.end());
  }
  return all;
}

static void keepsSamplesApart(const ModelBuilder &m, const Numbers &shape) {
  EXPECT_EQ(together(m, shape), oneByOne(m, shape));
}

static void isRefused(const ModelBuilder &m, const std::string &why) {
  EXPECT_TRUE(Import(m).module) << why;
  Import import(m, freed);
  EXPECT_FALSE(import.module) << why;
  ASSERT_EQ(import.diagnostics.size(), 1u);
  EXPECT_NE(import.diagnostics[0].find(why), std::string::npos) << import.diagnostics[0];
  EXPECT_NE(import.diagnostics[0].find("--dynamic-batch"), std::string::npos);
}

/// x → Reshape to `target` → `type` along `axis` → y.
static ModelBuilder reshaped(const Numbers &shape, const Numbers &target,
                             const std::string &type = "Softmax", int64_t axis = -1) {
  ModelBuilder m;
  m.input("x", shape).output("y").longs("target", {int64_t(target.size())}, target);
  m.node("Reshape", {"x", "target"}, {"r"}).named("view");
  m.node(type, {"r"}, {"y"}).named("last").set("axis", axis);
  return m;
}

TEST(DynamicBatch, ConstantShapesFollowTheBatch) {
  for (const Numbers &target : {Numbers{1, 12},
                                {1, -1},
                                {1, 3, 4},
                                {-1, 4},
                                {-1, 12},
                                {3, 4},
                                {4, -1},
                                {1, 1, 12},
                                {0, -1},
                                {1, 2, -1, 3}}) {
    SCOPED_TRACE(target.size());
    keepsSamplesApart(reshaped({1, 3, 4}, target), {1, 3, 4});
  }
}

TEST(DynamicBatch, AndBackAgain) {
  ModelBuilder m;
  m.input("x", {1, 2, 6}).output("y").longs("rows", {2}, {-1, 3}).longs("back", {2}, {1, 12});
  m.node("Reshape", {"x", "rows"}, {"r"});
  m.node("Softmax", {"r"}, {"s"}).set("axis", int64_t(1));
  m.node("Reshape", {"s", "back"}, {"y"});
  keepsSamplesApart(m, {1, 2, 6});
}

// The batch stands in the middle, as in transformers that put the sequence first.
TEST(DynamicBatch, ABatchBehindTheSequence) {
  auto model = [](const Numbers &target) {
    ModelBuilder m;
    m.input("x", {1, 3, 4}).output("y");
    m.longs("target", {int64_t(target.size())}, target);
    m.node("Transpose", {"x"}, {"t"}).set("perm", Numbers{1, 0, 2});
    m.node("Reshape", {"t", "target"}, {"r"}).named("heads");
    m.node("Softmax", {"r"}, {"s"}).named("soft").set("axis", int64_t(2));
    m.node("Transpose", {"s"}, {"y"}).set("perm", Numbers{1, 0, 2});
    return m;
  };
  keepsSamplesApart(model({3, 2, 2}), {1, 3, 4});
  keepsSamplesApart(model({3, 1, 4}), {1, 3, 4});
  // A row of one sample would be a row of all.
  isRefused(model({1, 3, 4}), "layer 'soft' (softmax)");
}

// Elements of a sample would no longer lie together: right for one sample, wrong for three.
TEST(DynamicBatch, ScrambledSamplesAreRefused) {
  ModelBuilder m;
  m.input("x", {1, 4}).output("y").longs("flat", {1}, {-1}).longs("rows", {2}, {-1, 4});
  m.node("Transpose", {"x"}, {"t"}).set("perm", Numbers{1, 0});
  m.node("Reshape", {"t", "flat"}, {"f"}).named("scrambled");
  m.node("Reshape", {"f", "rows"}, {"y"});
  isRefused(m, "layer 'scrambled' (reshape) keeps the batch at 1: it joins the samples");
}

TEST(DynamicBatch, LayersThatJoinSamplesAreRefused) {
  isRefused(reshaped({1, 4}, {-1}, "Softmax", 0), "layer 'last' (softmax)");
  isRefused(reshaped({1, 4}, {1, 4}, "Softmax", 0), "layer 'last' (softmax)");
  isRefused(reshaped({1, 4}, {1, 4}, "ArgMax", 0), "'last");

  ModelBuilder first; // the first sample, of one
  first.input("x", {1, 4}).output("y").longs("zero", {}, {0});
  first.node("Gather", {"x", "zero"}, {"y"}).named("first");
  isRefused(first, "'first'");

  ModelBuilder squeezed;
  squeezed.input("x", {1, 4}).output("y").longs("zero", {1}, {0});
  squeezed.node("Squeeze", {"x", "zero"}, {"y"}).named("squeezed");
  isRefused(squeezed, "'squeezed'");

  ModelBuilder twice;
  twice.input("x", {1, 4}).output("y");
  twice.node("Concat", {"x", "x"}, {"y"}).named("twice").set("axis", int64_t(0));
  isRefused(twice, "'twice'");

  ModelBuilder tiled;
  tiled.input("x", {1, 4}).output("y").longs("repeats", {2}, {2, 1});
  tiled.node("Tile", {"x", "repeats"}, {"y"}).named("tiled");
  isRefused(tiled, "'tiled'");

  ModelBuilder triangle; // a row's place decides
  triangle.input("x", {1, 4}).output("y");
  triangle.node("Trilu", {"x"}, {"y"}).named("cut").set("upper", int64_t(0));
  isRefused(triangle, "'cut'");

  ModelBuilder gram; // samples against each other
  gram.input("x", {1, 4}).output("y");
  gram.node("Transpose", {"x"}, {"t"}).set("perm", Numbers{1, 0});
  gram.node("MatMul", {"x", "t"}, {"y"}).named("gram");
  isRefused(gram, "'gram'");
}

TEST(DynamicBatch, OtherDimensionsMayBeChosenFrom) {
  ModelBuilder m;
  m.input("x", {1, 4}).output("y").longs("places", {2}, {3, 0}).longs("repeats", {2}, {1, 2});
  m.node("Gather", {"x", "places"}, {"g"}).set("axis", int64_t(1));
  m.node("Tile", {"g", "repeats"}, {"t"});
  m.node("Concat", {"t", "x"}, {"y"}).set("axis", int64_t(1));
  keepsSamplesApart(m, {1, 4});
}

TEST(DynamicBatch, ShapesThatTheModelComputesGrowByThemselves) {
  ModelBuilder m;
  m.input("x", {1, 3, 4}).output("y").longs("rest", {1}, {-1}).longs("zero", {1}, {0});
  m.node("Shape", {"x"}, {"shape"});
  m.node("Gather", {"shape", "zero"}, {"n"});
  m.node("Concat", {"n", "rest"}, {"target"}).set("axis", int64_t(0));
  m.node("Reshape", {"x", "target"}, {"r"});
  m.node("Softmax", {"r"}, {"y"});
  keepsSamplesApart(m, {1, 3, 4});
}
