#include "test/importers/onnx/import_fixture.h"
#include "test/importers/onnx/window_loops.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

// Windows 0 1, 1 2, 2 3 in columns: what meets is added.
TEST(OnnxPatches, Col2Im) {
  ModelBuilder m(18);
  m.input("x", {1, 2, 3}).output("y").longs("image", {1}, {4}).longs("block", {1}, {2});
  m.node("Col2Im", {"x", "image", "block"}, {"y"});
  Import import(m);
  expectTensor(import.run({counting({1, 2, 3})}), {1, 1, 4}, {1, 6, 8, 6});
  EXPECT_EQ(import.count("nn.fold_columns"), 1u);
}

TEST(OnnxPatches, Col2ImRefusals) {
  auto failure = [](const Numbers &block, auto set) {
    ModelBuilder m(18);
    m.input("x", {1, 2, 3}).output("y").longs("image", {1}, {4});
    m.longs("block", {int64_t(block.size())}, block);
    NodeBuilder node = m.node("Col2Im", {"x", "image", "block"}, {"y"});
    set(node);
    return Import(m).failure;
  };
  auto nothing = [](NodeBuilder &) {};
  EXPECT_EQ(failure({3}, nothing), ImportFailure::BadFile);
  EXPECT_EQ(failure({2, 2}, nothing), ImportFailure::BadFile);
  EXPECT_EQ(failure({2}, [](NodeBuilder &n) { n.set("strides", Numbers{0}); }),
            ImportFailure::BadFile);
  EXPECT_EQ(failure({257}, nothing), ImportFailure::Unsupported);
}

// Without offsets it is a convolution; with a half, the mean of neighbours.
TEST(OnnxPatches, DeformConv) {
  for (bool isConstant : {false, true}) {
    WindowCase c{{1, 4, 4, 3}, {2, 2, 2, 2}, {1, 1}, {1, 1}, {0, 0, 0, 0}, {1, 2, 3, 2}, 2};
    Floats x = pattern(c.x, 7), w = pattern(c.w, 5);
    ModelBuilder m(19);
    m.input("x", c.x).input("offset", {1, 8, 3, 2}).output("y").floats("b", {2}, {0, 0});
    isConstant ? m.floats("w", c.w, w) : m.input("w", c.w);
    m.node("DeformConv", {"x", "w", "offset", "b"}, {"y"}).set("group", int64_t(2));
    Import import(m);
    std::vector<qrt::Tensor> inputs{tensor(c.x, x), tensor({1, 8, 3, 2}, Floats(48, 0.0f))};
    if (!isConstant)
      inputs.push_back(tensor(c.w, w));
    expectTensor(import.run(inputs), c.y, convolved(c, x, w));
  }
  ModelBuilder m(19);
  m.input("x", {1, 1, 1, 3}).input("offset", {1, 2, 1, 3}).input("mask", {1, 1, 1, 3}).output("y");
  m.floats("w", {1, 1, 1, 1}, {2});
  m.node("DeformConv", {"x", "w", "offset", "", "mask"}, {"y"});
  // Half a pixel to the right: the last one has 0 beside it.
  expectTensor(Import(m).run({tensor({1, 1, 1, 3}, {1, 3, 7}),
                              tensor({1, 2, 1, 3}, {0, 0, 0, 0.5f, 0.5f, 0.5f}),
                              tensor({1, 1, 1, 3}, {1, 0.5f, 1})}),
               {1, 1, 1, 3}, {4, 5, 7});
}

TEST(OnnxPatches, RoiAlign) {
  for (const char *mode : {"avg", "max"}) {
    ModelBuilder m;
    m.input("x", {1, 1, 2, 3}).input("rois", {1, 4}).output("y");
    m.input("batches", {1}, proto::TensorProto::INT64);
    m.node("RoiAlign", {"x", "rois", "batches"}, {"y"})
        .set("mode", std::string(mode))
        .set("sampling_ratio", int64_t(1))
        .set("output_width", int64_t(2))
        .set("coordinate_transformation_mode", std::string("output_half_pixel"));
    // Cells of 1 × 1 from (0, 0): samples at (½, ½) and (½, 1½), a quarter of each corner.
    expectTensor(
        Import(m).run({counting({1, 1, 2, 3}), tensor({1, 4}, {0, 0, 2, 1}), longs({1}, {0})}),
        {1, 1, 1, 2}, mode == std::string("avg") ? Floats{3, 4} : Floats{1.25f, 1.5f});
  }
}

TEST(OnnxPatches, RoiAlignAsManySamplesAsARegionAsksFor) {
  ModelBuilder m;
  m.input("x", {1, 1, 2, 3}).input("rois", {1, 4}).output("y").longs("batches", {1}, {0});
  m.node("RoiAlign", {"x", "rois", "batches"}, {"y"}).named("crop");
  Import import(m);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("sampling_ratio 0"));
  EXPECT_TRUE(import.says("'crop'"));
}
