#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

// The image is 1 2 3 / 4 5 6; the samples lie in the middle, between the first two, and outside.
TEST(OnnxSample, GridSample) {
  for (int64_t opset : {16, 20})
    for (bool border : {false, true}) {
      ModelBuilder m(opset);
      m.input("x", {1, 1, 2, 3}).input("grid", {1, 1, 3, 2}).output("y");
      m.node("GridSample", {"x", "grid"}, {"y"})
          .set("mode", std::string(opset < 20 ? "bilinear" : "linear"))
          .set("padding_mode", std::string(border ? "border" : "zeros"))
          .set("align_corners", int64_t(1));
      expectTensor(
          Import(m).run({counting({1, 1, 2, 3}), tensor({1, 1, 3, 2}, {0, 0, -0.5f, -1, 5, 1})}),
          {1, 1, 1, 3}, {3.5f, 1.5f, border ? 6.f : 0.f});
    }
}

TEST(OnnxSample, GridSampleRefusals) {
  auto failure = [](const std::string &mode, const std::string &padding, const Numbers &shape) {
    ModelBuilder m(20);
    Numbers grid = shape;
    grid.erase(grid.begin() + 1);
    grid.push_back(int64_t(shape.size()) - 2);
    m.input("x", shape).input("grid", grid).output("y");
    m.node("GridSample", {"x", "grid"}, {"y"}).set("mode", mode).set("padding_mode", padding);
    return Import(m).failure;
  };
  EXPECT_EQ(failure("cubic", "zeros", {1, 1, 2, 3}), ImportFailure::None);
  EXPECT_EQ(failure("lanczos", "zeros", {1, 1, 2, 3}), ImportFailure::BadFile);
  EXPECT_EQ(failure("cubic", "mirror", {1, 1, 2, 3}), ImportFailure::BadFile);
  EXPECT_EQ(failure("cubic", "zeros", {1, 1, 2, 3, 4}), ImportFailure::Unsupported);
  EXPECT_EQ(failure("nearest", "zeros", {1, 1, 2, 3, 4, 5}), ImportFailure::Unsupported);
}

// The identity names each element's own place: edges with corners, else centers.
TEST(OnnxSample, AffineGrid) {
  for (bool corners : {false, true}) {
    ModelBuilder m(20);
    m.input("theta", {-1, 2, 3}).output("y").longs("size", {4}, {1, 1, 1, 2});
    m.node("AffineGrid", {"theta", "size"}, {"y"}).set("align_corners", int64_t(corners));
    Import import(m);
    float y = corners ? -1 : 0, x = corners ? 1 : 0.5f;
    expectTensor(import.run({tensor({1, 2, 3}, {1, 0, 0, 0, 1, 0})}), {1, 1, 2, 2}, {-x, y, x, y});
    // Twice x and y, moved.
    expectTensor(import.run({tensor({1, 2, 3}, {0, 2, 1, 2, 0, 3})}), {1, 1, 2, 2},
                 {2 * y + 1, 3 - 2 * x, 2 * y + 1, 3 + 2 * x});
  }
  ModelBuilder m(20);
  m.input("theta", {1, 2, 3}).output("y").longs("size", {5}, {1, 1, 1, 2, 3});
  m.node("AffineGrid", {"theta", "size"}, {"y"});
  EXPECT_EQ(Import(m).failure, ImportFailure::BadFile);
}

TEST(OnnxSample, Det) {
  ModelBuilder m;
  m.input("x", {-1, 2, 2}).output("y");
  m.node("Det", {"x"}, {"y"});
  expectTensor(Import(m).run({tensor({2, 2, 2}, {1, 2, 3, 4, 2, 0, 0, 3})}), {2}, {-2, 6});
  for (bool large : {false, true}) {
    ModelBuilder other;
    other.input("x", large ? Numbers{7, 7} : Numbers{2, 3}).output("y");
    other.node("Det", {"x"}, {"y"}).named("volume");
    Import import(other);
    EXPECT_EQ(import.failure, large ? ImportFailure::Unsupported : ImportFailure::BadFile);
    EXPECT_TRUE(import.says("'volume'"));
  }
}
