// An export is read again: what a file says otherwise is named, whatever wrote it.
#include "importers/onnx/export/export.h"
#include "test/importers/onnx/import_fixture.h"

namespace qopt::onnx::test {
namespace {

/// y = Transpose(DequantizeLinear(w)) + Relu(x), w of two rows of their own scales and zero points.
class ReadBack : public testing::Test {
protected:
  ReadBack() {
    ModelBuilder m;
    m.input("x", {3, 2}).output("y");
    m.ints("w", {2, 3}, {1, 2, 3, 4, 5, 6}, proto::TensorProto::INT8);
    m.floats("s", {2}, {0.5f, 0.25f}).ints("z", {2}, {3, -5}, proto::TensorProto::INT8);
    m.node("DequantizeLinear", {"w", "s", "z"}, {"d"}).named("real").set("axis", int64_t(0));
    m.node("Transpose", {"d"}, {"t"}).named("turned").set("perm", Numbers{1, 0});
    m.node("Relu", {"x"}, {"r"}).named("bounded");
    m.node("Add", {"t", "r"}, {"y"}).named("sum");
    source = std::make_unique<Import>(m);
    auto model = exportModule(*source->module, {});
    if (model)
      exported = std::move(*model);
    written.ParseFromString(exported.bytes);
  }
  std::string check(const proto::ModelProto &model) {
    return exported.check(model.SerializeAsString()).message();
  }
  static proto::NodeProto &node(proto::ModelProto &model, const std::string &name) {
    for (proto::NodeProto &one : *model.mutable_graph()->mutable_node())
      if (one.name() == name)
        return one;
    ADD_FAILURE() << "no node " << name;
    return *model.mutable_graph()->mutable_node(0);
  }
  static proto::TensorProto &tensor(proto::ModelProto &model, const std::string &end) {
    for (proto::TensorProto &one : *model.mutable_graph()->mutable_initializer())
      if (llvm::StringRef(one.name()).ends_with(end))
        return one;
    ADD_FAILURE() << "no initializer " << end;
    return *model.mutable_graph()->mutable_initializer(0);
  }
  std::unique_ptr<Import> source;
  ExportedModel exported;
  proto::ModelProto written;
};

TEST_F(ReadBack, WhatWasWrittenIsTheSame) { EXPECT_EQ(check(written), ""); }

TEST_F(ReadBack, ZeroPointsScalesAndBytes) {
  proto::ModelProto other = written;
  tensor(other, "_zero_point").mutable_raw_data()->assign(2, '\0');
  std::string why = check(other);
  EXPECT_NE(why.find("zero point 0 is 3 / 0"), std::string::npos) << why;
  other = written;
  float scales[] = {0.5f, 0.5f};
  tensor(other, "_scale").set_raw_data(scales, sizeof scales);
  why = check(other);
  EXPECT_NE(why.find("scale 1 is"), std::string::npos) << why;
  other = written;
  for (proto::TensorProto &one : *other.mutable_graph()->mutable_initializer())
    if (one.dims_size() == 2)
      one.mutable_raw_data()->back() ^= 1;
  why = check(other);
  EXPECT_NE(why.find("other elements"), std::string::npos) << why;
}

// Weights of a product are written with their rows as columns.
TEST(ReadBackOfProducts, TurnedWeights) {
  ModelBuilder m;
  m.input("x", {1, 2, 3}).output("y").floats("w", {2, 3}, {1, 2, 3, 4, 5, 6});
  m.node("FusedMatMul", {"x", "w"}, {"y"})
      .named("product")
      .in("com.microsoft")
      .set("transB", int64_t(1));
  Import source(m);
  auto exported = exportModule(*source.module, {});
  ASSERT_TRUE(exported) << exported.status().message();
  EXPECT_EQ(exported->check(exported->bytes).message(), "");
  proto::ModelProto other;
  other.ParseFromString(exported->bytes);
  for (proto::TensorProto &one : *other.mutable_graph()->mutable_initializer())
    if (one.dims_size() == 2) {
      float straight[] = {1, 2, 3, 4, 5, 6};
      one.set_raw_data(straight, sizeof straight);
    }
  std::string why = exported->check(other.SerializeAsString()).message();
  EXPECT_NE(why.find("constant 'w': other elements"), std::string::npos) << why;
}

TEST_F(ReadBack, LayersWithTheirOperandsAndAttributes) {
  proto::ModelProto other = written;
  node(other, "bounded").set_op_type("Neg");
  std::string why = check(other);
  EXPECT_NE(why.find("layer 'bounded': nn.relu / nn.neg"), std::string::npos) << why;
  other = written;
  proto::NodeProto &sum = node(other, "sum");
  sum.mutable_input()->SwapElements(0, 1);
  why = check(other);
  EXPECT_NE(why.find("layer 'sum': operand 0 is layer 'turned' / layer 'bounded'"),
            std::string::npos)
      << why;
  other = written;
  node(other, "turned").mutable_attribute(0)->set_ints(0, 0);
  why = check(other);
  EXPECT_NE(why.find("cannot be read back"), std::string::npos) << why;
  EXPECT_NE(why.find("layer 'turned'"), std::string::npos) << why;
  EXPECT_NE(exported.check(exported.bytes.substr(0, 50)).message().find("reads back otherwise"),
            std::string::npos);
}

} // namespace
} // namespace qopt::onnx::test
