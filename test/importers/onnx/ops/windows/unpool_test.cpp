#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

// Pooled in pairs; a larger output keeps them in its first corner.
TEST(OnnxUnpool, MaxUnpool) {
  for (bool larger : {false, true}) {
    ModelBuilder m;
    m.input("x", {-1, 1, 2}).input("i", {-1, 1, 2}, proto::TensorProto::INT64).output("y");
    m.longs("shape", {3}, {2, 1, 5});
    std::vector<std::string> inputs{"x", "i"};
    if (larger)
      inputs.push_back("shape");
    ModelBuilder fixed;
    ModelBuilder &builder = larger ? fixed : m;
    if (larger)
      fixed.input("x", {2, 1, 2})
          .input("i", {2, 1, 2}, proto::TensorProto::INT64)
          .output("y")
          .longs("shape", {3}, {2, 1, 5});
    builder.node("MaxUnpool", inputs, {"y"})
        .set("kernel_shape", Numbers{2})
        .set("strides", Numbers{2});
    qrt::Tensor y =
        Import(builder).run({tensor({2, 1, 2}, {5, 6, 7, 8}), longs({2, 1, 2}, {1, 2, 4, 7})});
    if (larger)
      expectTensor(y, {2, 1, 5}, {0, 5, 6, 0, 0, 7, 0, 0, 8, 0});
    else
      expectTensor(y, {2, 1, 4}, {0, 5, 6, 0, 7, 0, 0, 8});
  }
}

TEST(OnnxUnpool, Refusals) {
  auto failure = [](const Numbers &kernel, const Numbers &pads, const Numbers &shape) {
    ModelBuilder m;
    m.input("x", {1, 1, 2}).input("i", {1, 1, 2}, proto::TensorProto::INT64).output("y");
    m.longs("shape", {int64_t(shape.size())}, shape);
    m.node("MaxUnpool", {"x", "i", "shape"}, {"y"}).set("kernel_shape", kernel).set("pads", pads);
    return Import(m).failure;
  };
  EXPECT_EQ(failure({2}, {0, 0}, {1, 1, 3}), ImportFailure::None);
  EXPECT_EQ(failure({2, 2}, {0, 0}, {1, 1, 3}), ImportFailure::BadFile);
  EXPECT_EQ(failure({2}, {2, 1}, {1, 1, 3}), ImportFailure::BadFile);
  EXPECT_EQ(failure({2}, {0, 0}, {1, 3}), ImportFailure::BadFile);
  EXPECT_EQ(failure({2}, {0, 0}, {1, 1, 2}), ImportFailure::BadFile);
}

// Places that the file holds are looked at as it is read.
TEST(OnnxUnpool, PlacesInTheFile) {
  auto model = [](const Numbers &places) {
    ModelBuilder m;
    m.input("x", {1, 1, 2}).output("y").longs("i", {1, 1, 2}, places);
    m.node("MaxUnpool", {"x", "i"}, {"y"})
        .set("kernel_shape", Numbers{2})
        .set("strides", Numbers{2});
    return m;
  };
  expectTensor(Import(model({1, 2})).run({tensor({1, 1, 2}, {5, 6})}), {1, 1, 4}, {0, 5, 6, 0});
  Import outside(model({1, 4}));
  EXPECT_EQ(outside.failure, ImportFailure::BadFile);
  EXPECT_TRUE(outside.says("place 4 lies outside its 4 elements"));
}
