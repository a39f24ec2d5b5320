#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static ModelBuilder model(const std::string &type, const Numbers &rhs, const Floats &values) {
  ModelBuilder m(6);
  m.input("x", {1, 2, 2}).output("y").floats("b", rhs, values);
  m.node(type, {"x", "b"}, {"y"});
  return m;
}
static void set(ModelBuilder &m, const std::string &name, int64_t value) {
  NodeBuilder(*m.model.mutable_graph()->mutable_node(0)).set(name, value);
}

TEST(OnnxOldBroadcast, AlongTheAxisThatIsNamed) {
  ModelBuilder m = model("Sub", {2}, {10, 20});
  set(m, "broadcast", 1);
  set(m, "axis", 1);
  expectTensor(Import(m).run({tensor({1, 2, 2}, {1, 2, 3, 4})}), {1, 2, 2}, {-9, -8, -17, -16});
  ModelBuilder last = model("Pow", {2}, {1, 2});
  set(last, "broadcast", 1);
  expectTensor(Import(last).run({tensor({1, 2, 2}, {1, 2, 3, 4})}), {1, 2, 2}, {1, 4, 3, 16},
               1e-5f);
  ModelBuilder scalar = model("Div", {}, {2});
  set(scalar, "broadcast", 1);
  expectTensor(Import(scalar).run({tensor({1, 2, 2}, {1, 2, 3, 4})}), {1, 2, 2},
               {0.5f, 1, 1.5f, 2});
}

TEST(OnnxOldBroadcast, WhatIsRefused) {
  ModelBuilder beyond = model("Add", {2, 2}, {1, 2, 3, 4});
  set(beyond, "broadcast", 1);
  set(beyond, "axis", 2);
  EXPECT_EQ(Import(beyond).failure, ImportFailure::BadFile);

  ModelBuilder fresh = model("Add", {2}, {1, 2}); // of a later form
  fresh.model.mutable_opset_import(0)->set_version(7);
  set(fresh, "broadcast", 1);
  EXPECT_EQ(Import(fresh).failure, ImportFailure::Unsupported);
}

TEST(OnnxOldForms, BatchNormAndDropout) {
  auto build = [](int64_t isTest) {
    ModelBuilder m(6);
    m.input("x", {1, 1, 1}).output("y").floats("one", {1}, {1}).floats("zero", {1}, {0});
    m.node("BatchNormalization", {"x", "one", "zero", "zero", "one"}, {"n"})
        .set("is_test", isTest)
        .set("epsilon", 0.0f);
    m.node("Dropout", {"n"}, {"y"}).set("is_test", isTest);
    return m;
  };
  expectTensor(Import(build(1)).run({tensor({1, 1, 1}, {3})}), {1, 1, 1}, {3});
  EXPECT_EQ(Import(build(0)).failure, ImportFailure::Unsupported);
}

TEST(OnnxOldForms, TheMaskOfADropout) {
  ModelBuilder m(13);
  m.input("x", {2})
      .output("y")
      .output("mask")
      .floats("r", {}, {0})
      .ints("t", {}, {1}, proto::TensorProto::BOOL);
  m.node("Dropout", {"x", "r", "t"}, {"y", "mask"});
  Import imported(m); // the mask is a constant of its module
  auto outputs = imported.runAll({tensor({2}, {1, 2})});
  ASSERT_EQ(outputs.size(), 2u);
  expectTensor(outputs[0], {2}, {1, 2});
  ASSERT_EQ(outputs[1].type(), qrt::ElementType::Bool);
  EXPECT_TRUE(outputs[1].values<bool>()[0] && outputs[1].values<bool>()[1]);

  ModelBuilder random(13);
  random.input("x", {2})
      .output("y")
      .floats("r", {}, {0.5f})
      .ints("t", {}, {1}, proto::TensorProto::BOOL);
  random.node("Dropout", {"x", "r", "t"}, {"y"});
  EXPECT_EQ(Import(random).failure, ImportFailure::Unsupported);
}
