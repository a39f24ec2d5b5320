#include "test/importers/onnx/import_fixture.h"

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static ModelBuilder model(const std::vector<std::string> &inputs, const Numbers &state) {
  ModelBuilder m(27);
  m.input("x", {1, 2, 3}).output("y").output("present");
  m.floats("w", {2, 1, 2}, {1, -1, 2, 0.5f}).floats("b", {2}, {0.5f, -1});
  if (!state.empty())
    m.input("past", state);
  m.node("CausalConvWithState", inputs, {"y", "present"});
  return m;
}
static const Floats series{1, 2, 3, 4, 5, 6};

TEST(OnnxCausalConv, WithoutAStateItStartsFromZeros) {
  auto outputs = Import(model({"x", "w", "b"}, {})).runAll({tensor({1, 2, 3}, series)});
  ASSERT_EQ(outputs.size(), 2u);
  expectTensor(outputs[0], {1, 2, 3}, {-0.5f, -0.5f, -0.5f, 1, 9.5f, 12});
  expectTensor(outputs[1], {1, 2, 1}, {3, 6});
}

TEST(OnnxCausalConv, StateAndActivation) {
  ModelBuilder m = model({"x", "w", "b", "past"}, {1, 2, 1});
  auto outputs = Import(m).runAll({tensor({1, 2, 3}, series), tensor({1, 2, 1}, {10, 20})});
  ASSERT_EQ(outputs.size(), 2u);
  expectTensor(outputs[0], {1, 2, 3}, {9.5f, -0.5f, -0.5f, 41, 9.5f, 12});
  expectTensor(outputs[1], {1, 2, 1}, {3, 6});

  ModelBuilder swish = model({"x", "w", "b"}, {});
  swish.model.mutable_graph()->mutable_node(0)->add_attribute()->CopyFrom([] {
    proto::AttributeProto attribute;
    attribute.set_name("activation");
    attribute.set_type(proto::AttributeProto::STRING);
    attribute.set_s("silu");
    return attribute;
  }());
  expectTensor(Import(swish).run({tensor({1, 2, 3}, series)}), {1, 2, 3},
               {-0.1887703f, -0.1887703f, -0.1887703f, 0.7310586f, 9.499289f, 11.999926f}, 1e-5f);
}

TEST(OnnxCausalConv, AKernelOfOneElementHasAnEmptyState) {
  ModelBuilder m(27);
  m.input("x", {1, 1, 3}).output("y").output("present").floats("w", {1, 1, 1}, {2});
  m.node("CausalConvWithState", {"x", "w"}, {"y", "present"});
  auto outputs = Import(m).runAll({tensor({1, 1, 3}, {1, 2, 3})});
  ASSERT_EQ(outputs.size(), 2u);
  expectTensor(outputs[0], {1, 1, 3}, {2, 4, 6});
  EXPECT_EQ(outputs[1].shape(), (qrt::Shape{1, 1, 0}));
}

TEST(OnnxCausalConv, WhatIsRefused) {
  ModelBuilder rank(27);
  rank.input("x", {1, 2}).output("y").floats("w", {2, 1, 2}, {1, 1, 1, 1});
  rank.node("CausalConvWithState", {"x", "w"}, {"y", "present"});
  EXPECT_EQ(Import(rank).failure, ImportFailure::BadFile);
}
