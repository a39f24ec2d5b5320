#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

namespace {
struct Call {
  int64_t opset = 19;
  Numbers shape{1, 1, 1, 4};
  Floats scales, roi;
  Numbers sizes;
  std::string mode = "nearest", coordinates = "half_pixel", nearest;
};
} // namespace

static ModelBuilder resizeOf(const Call &call, auto set) {
  ModelBuilder m(call.opset);
  m.input("x", call.shape).output("y");
  std::string scales, sizes, roi;
  if (!call.scales.empty())
    m.floats(scales = "scales", {int64_t(call.scales.size())}, call.scales);
  if (!call.sizes.empty())
    m.longs(sizes = "sizes", {int64_t(call.sizes.size())}, call.sizes);
  if (!call.roi.empty())
    m.floats(roi = "roi", {int64_t(call.roi.size())}, call.roi);
  NodeBuilder node = m.node("Resize", {"x", roi, scales, sizes}, {"y"}).named("up");
  node.set("mode", call.mode).set("coordinate_transformation_mode", call.coordinates);
  if (!call.nearest.empty())
    node.set("nearest_mode", call.nearest);
  set(node);
  return m;
}
static ModelBuilder resizeOf(const Call &call) {
  return resizeOf(call, [](NodeBuilder &) {});
}

// Places 0, 1.33, 2.67 (asymmetric): each mode its own neighbour.
TEST(OnnxResize, NearestModes) {
  const std::pair<const char *, Floats> expected[] = {{"round_prefer_floor", {1, 2, 4}},
                                                      {"round_prefer_ceil", {1, 2, 4}},
                                                      {"floor", {1, 2, 3}},
                                                      {"ceil", {1, 3, 4}}};
  for (const auto &[mode, values] : expected) {
    Import import(resizeOf({.sizes = {1, 1, 1, 3}, .coordinates = "asymmetric", .nearest = mode}));
    expectTensor(import.run({counting({1, 1, 1, 4})}), {1, 1, 1, 3}, values);
  }
  // Places ½ and 2½.
  for (bool ceil : {false, true}) {
    Import import(resizeOf(
        {.scales = {1, 1, 1, 0.5f}, .nearest = ceil ? "round_prefer_ceil" : "round_prefer_floor"}));
    expectTensor(import.run({counting({1, 1, 1, 4})}), {1, 1, 1, 2},
                 ceil ? Floats{2, 4} : Floats{1, 3});
  }
}

// 0.6 is 3/5, whether sizes are known or not: a third place lies on element 5, where an f32 of 0.6
// would put it just before.
TEST(OnnxResize, OpenSizesHaveTheSamePlaces) {
  for (int64_t size : {int64_t(10), int64_t(-1)}) {
    Import import(resizeOf({.shape = {1, 1, 1, size},
                            .scales = {1, 1, 1, 0.6f},
                            .coordinates = "asymmetric",
                            .nearest = "floor"}));
    expectTensor(import.run({counting({1, 1, 1, 10})}), {1, 1, 1, 6}, {1, 2, 4, 6, 7, 9});
  }
}

// 11 · f32(13/11) rounds to just below 13, and a declared size is that of f32.
TEST(OnnxResize, SizesAreThoseOfTheFilesScale) {
  auto scaled = [](int64_t size, float scale) {
    return Import(resizeOf({.shape = {1, 1, 1, size}, .scales = {1, 1, 1, scale}}));
  };
  EXPECT_EQ(scaled(11, 13 / 11.f).outputType(0), "tensor<1x1x1x12xf32>");
  EXPECT_EQ(scaled(7, 31 / 7.f).outputType(0), "tensor<1x1x1x30xf32>");
  EXPECT_EQ(scaled(10, 0.6f).outputType(0), "tensor<1x1x1x6xf32>");
  Import open = scaled(-1, 13 / 11.f);
  EXPECT_EQ(open.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(open.says("give --shape"));
}

// If 5 elements are resized by 1.25, the first place is 0 exactly, half an element past the offset.
TEST(OnnxResize, SymmetricPlacesAreWhole) {
  Import import(resizeOf({.shape = {1, 1, 1, 5},
                          .scales = {1, 1, 1, 1.25f},
                          .coordinates = "half_pixel_symmetric",
                          .nearest = "ceil"}));
  expectTensor(import.run({counting({1, 1, 1, 5})}), {1, 1, 1, 6}, {1, 2, 3, 4, 5, 5});
}

TEST(OnnxResize, DimensionsOfScaleOneStay) {
  Import import(resizeOf({.shape = {2, 1, 1, 2},
                          .scales = {1, 1, 1, 2},
                          .coordinates = "tf_half_pixel_for_nn",
                          .nearest = "ceil"}));
  expectTensor(import.run({counting({2, 1, 1, 2})}), {2, 1, 1, 4}, {2, 2, 2, 2, 4, 4, 4, 4});
}

// ONNX's own data of opset 10: up where it shrinks, down where it grows.
TEST(OnnxResize, NearestOfOpset10) {
  ModelBuilder m(10);
  m.input("x", {1, 1, 2, 4}).output("y").floats("scales", {4}, {1, 1, 0.6f, 0.6f});
  m.node("Resize", {"x", "scales"}, {"y"}).set("mode", std::string("nearest"));
  expectTensor(Import(m).run({counting({1, 1, 2, 4})}), {1, 1, 1, 2}, {1, 3});
  ModelBuilder up(10);
  up.input("x", {1, 1, 1, 2}).output("y").floats("scales", {4}, {1, 1, 1, 1.5f});
  up.node("Resize", {"x", "scales"}, {"y"}).set("mode", std::string("nearest"));
  expectTensor(Import(up).run({counting({1, 1, 1, 2})}), {1, 1, 1, 3}, {1, 1, 2});
}

// 1 2 3 4 at twice the size.
TEST(OnnxResize, Coordinates) {
  const std::pair<const char *, Floats> expected[] = {
      {"half_pixel", {1, 1.25f, 1.75f, 2.25f, 2.75f, 3.25f, 3.75f, 4}},
      {"pytorch_half_pixel", {1, 1.25f, 1.75f, 2.25f, 2.75f, 3.25f, 3.75f, 4}},
      {"half_pixel_symmetric", {1, 1.25f, 1.75f, 2.25f, 2.75f, 3.25f, 3.75f, 4}},
      {"asymmetric", {1, 1.5f, 2, 2.5f, 3, 3.5f, 4, 4}},
      {"tf_half_pixel_for_nn", {1.25f, 1.75f, 2.25f, 2.75f, 3.25f, 3.75f, 4, 4}},
      {"align_corners", {1, 10 / 7.f, 13 / 7.f, 16 / 7.f, 19 / 7.f, 22 / 7.f, 25 / 7.f, 4}}};
  for (const auto &[mode, values] : expected) {
    Import import(resizeOf({.scales = {1, 1, 1, 2}, .mode = "linear", .coordinates = mode}));
    expectTensor(import.run({counting({1, 1, 1, 4})}), {1, 1, 1, 8}, values);
  }
}

// One element: PyTorch takes the first, others the middle.
TEST(OnnxResize, OneElement) {
  Call call{.sizes = {1, 1, 1, 1}, .mode = "linear"};
  expectTensor(Import(resizeOf(call)).run({counting({1, 1, 1, 4})}), {1, 1, 1, 1}, {2.5f});
  call.coordinates = "pytorch_half_pixel";
  expectTensor(Import(resizeOf(call)).run({counting({1, 1, 1, 4})}), {1, 1, 1, 1}, {1});
  call.coordinates = "align_corners";
  expectTensor(Import(resizeOf(call)).run({counting({1, 1, 1, 4})}), {1, 1, 1, 1}, {1});
}

// The middle half, and one that begins before the image.
TEST(OnnxResize, Regions) {
  Call call{.roi = {0, 0, 0, 0.25f, 1, 1, 1, 0.75f},
            .sizes = {1, 1, 1, 3},
            .mode = "linear",
            .coordinates = "tf_crop_and_resize"};
  expectTensor(Import(resizeOf(call)).run({counting({1, 1, 1, 4})}), {1, 1, 1, 3},
               {1.75f, 2.5f, 3.25f});
  call.roi[3] = -0.5f;
  call.roi[7] = 0.5f;
  Import import(resizeOf(call, [](NodeBuilder &n) { n.set("extrapolation_value", 9.f); }));
  expectTensor(import.run({counting({1, 1, 1, 4})}), {1, 1, 1, 3}, {9, 1, 2.5f});
}

// The weights in the middle of four elements are a/8 for those outside and ½ − a/8 for those
// inside.
TEST(OnnxResize, Cubic) {
  Call call{.sizes = {1, 1, 1, 1}, .mode = "cubic"};
  expectTensor(Import(resizeOf(call)).run({tensor({1, 1, 1, 4}, {8, 0, 0, 0})}), {1, 1, 1, 1},
               {-0.75f});
  Import import(resizeOf(call, [](NodeBuilder &n) { n.set("cubic_coeff_a", -0.5f); }));
  expectTensor(import.run({tensor({1, 1, 1, 4}, {8, 0, 8, 0})}), {1, 1, 1, 1}, {-0.5f + 4.5f});
}

// Half as large: a triangle twice as wide.
TEST(OnnxResize, Antialias) {
  Import import(resizeOf({.sizes = {1, 1, 1, 2}, .mode = "linear"},
                         [](NodeBuilder &n) { n.set("antialias", int64_t(1)); }));
  // Weights ¼ ¾ ¾ ¼ around ½, the first drawn in from outside: (¼ + ¾ + 2·¾ + 3·¼) / 2.
  expectTensor(import.run({counting({1, 1, 1, 4})}), {1, 1, 1, 2}, {1.625f, 3.375f});
}

TEST(OnnxResize, AxesAndAspect) {
  Call call{.shape = {1, 1, 2, 4}, .sizes = {7, 3}};
  for (bool larger : {false, true}) {
    Import import(resizeOf(call, [&](NodeBuilder &n) {
      n.set("axes", Numbers{3, -2});
      n.set("keep_aspect_ratio_policy", std::string(larger ? "not_larger" : "not_smaller"));
    }));
    // 7/4 and 3/2: 3 × 6, or 4 × 7.
    EXPECT_EQ(import.outputType(0), larger ? "tensor<1x1x3x6xf32>" : "tensor<1x1x4x7xf32>");
  }
}

// 5 × 7 to at most 10 × 10 is 7 × 10, both sampled with the scale 10/7.
TEST(OnnxResize, OneScaleKeepsTheAspect) {
  Call call{
      .shape = {1, 1, 5, 7}, .sizes = {10, 10}, .mode = "linear", .coordinates = "asymmetric"};
  Import import(resizeOf(call, [](NodeBuilder &n) {
    n.set("axes", Numbers{2, 3}).set("keep_aspect_ratio_policy", std::string("not_larger"));
  }));
  std::vector<float> rows, expected;
  for (int i = 0; i < 35; ++i)
    rows.push_back(float(i / 7));
  for (int y = 0; y < 7; ++y)
    for (int x = 0; x < 10; ++x)
      expected.push_back(std::min(4.0f, float(y * 0.7)));
  expectTensor(import.run({tensor({1, 1, 5, 7}, rows)}), {1, 1, 7, 10}, expected, 1e-6f);
}

// Tables that repeat say it for every size.
TEST(OnnxResize, SizesThatInputsBring) {
  Import import(resizeOf({.shape = {1, 1, -1, 2}, .scales = {1, 1, 2, 1}, .mode = "linear"}));
  expectTensor(import.run({counting({1, 1, 2, 2})}), {1, 1, 4, 2},
               {1, 2, 1.5f, 2.5f, 2.5f, 3.5f, 3, 4});
  Import half(resizeOf({.shape = {1, 1, 1, -1}, .scales = {1, 1, 1, 0.5f}}));
  expectTensor(half.run({counting({1, 1, 1, 5})}), {1, 1, 1, 2}, {1, 3});
}

TEST(OnnxResize, Identity) {
  Import import(resizeOf({.sizes = {1, 1, 1, 4}, .mode = "cubic"}));
  EXPECT_EQ(import.count("nn.resample"), 0u);
}

TEST(OnnxResize, OlderForms) {
  for (int64_t opset : {7, 9, 10}) {
    ModelBuilder m(opset);
    m.input("x", {1, 1, 2, 2}).output("y").floats("scales", {4}, {1, 1, 1, 2});
    const char *type = opset < 10 ? "Upsample" : "Resize";
    if (opset == 7)
      m.node(type, {"x"}, {"y"})
          .set("scales", Floats{1, 1, 1, 2})
          .set("mode", std::string("linear"));
    else
      m.node(type, {"x", "scales"}, {"y"}).set("mode", std::string("linear"));
    expectTensor(Import(m).run({counting({1, 1, 2, 2})}), {1, 1, 2, 4},
                 {1, 1.5f, 2, 2, 3, 3.5f, 4, 4});
  }
}

TEST(OnnxResize, Refusals) {
  auto failure = [](const Call &call) { return Import(resizeOf(call)).failure; };
  EXPECT_EQ(failure({.scales = {1, 1, 1, 2}, .mode = "lanczos"}), ImportFailure::BadFile);
  EXPECT_EQ(failure({.scales = {1, 1, 1, 2}, .coordinates = "middle"}), ImportFailure::BadFile);
  EXPECT_EQ(failure({.scales = {1, 1, 2}}), ImportFailure::BadFile);
  EXPECT_EQ(failure({.scales = {1, 1, 1, -2}}), ImportFailure::BadFile);
  EXPECT_EQ(failure({.scales = {1, 1, 1, 2}, .sizes = {1, 1, 1, 8}}), ImportFailure::BadFile);
  EXPECT_EQ(failure({}), ImportFailure::BadFile);
  EXPECT_EQ(failure({.scales = {1, 1, 1, 0.125f}}), ImportFailure::Unsupported);
  Import import(
      resizeOf({.shape = {1, 1, 1, -1}, .scales = {1, 1, 1, 2}, .coordinates = "align_corners"}));
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("--shape"));
  EXPECT_TRUE(import.says("'up'"));
}
