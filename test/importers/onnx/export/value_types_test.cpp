// Types of values between nodes: told where they are asked for, of steps and of reals.
#include "importers/onnx/export/export.h"
#include "test/importers/onnx/import_fixture.h"

namespace qopt::onnx::test {
namespace {

/// y = x + Relu(DequantizeLinear(QuantizeLinear(x))).
proto::ModelProto exported(bool tellsTypes) {
  ModelBuilder m;
  m.input("x", {3, 2}).output("y");
  m.floats("s", {}, {0.5f}).ints("z", {}, {0}, proto::TensorProto::INT8);
  m.node("QuantizeLinear", {"x", "s", "z"}, {"q"}).named("steps");
  m.node("DequantizeLinear", {"q", "s", "z"}, {"d"}).named("real");
  m.node("Relu", {"d"}, {"r"}).named("bounded");
  m.node("Add", {"x", "r"}, {"y"}).named("sum");
  Import source(m);
  ExportOptions options{/*pairs=*/true, "1"};
  options.tellsTypes = tellsTypes;
  auto model = exportModule(*source.module, options);
  proto::ModelProto written;
  EXPECT_TRUE(model.ok()) << model.status().message();
  if (model) {
    EXPECT_EQ(model->check(model->bytes).message(), "");
    written.ParseFromString(model->bytes);
  }
  return written;
}

TEST(ValueTypes, OfEachNodeButOutputs) {
  const proto::ModelProto model = exported(true);
  std::map<std::string, const proto::ValueInfoProto *> told;
  for (const proto::ValueInfoProto &info : model.graph().value_info())
    told[info.name()] = &info;
  int steps = 0;
  for (const proto::NodeProto &node : model.graph().node()) {
    const std::string &name = node.output(0);
    EXPECT_EQ(told.count(name), name == "y" ? 0u : 1u) << name;
    if (name == "y")
      continue;
    const bool isSteps = node.op_type() == "QuantizeLinear";
    steps += isSteps;
    const auto &type = told[name]->type().tensor_type();
    EXPECT_EQ(type.elem_type(), isSteps ? proto::TensorProto::INT8 : proto::TensorProto::FLOAT)
        << name;
    ASSERT_EQ(type.shape().dim_size(), 2) << name;
    EXPECT_EQ(type.shape().dim(0).dim_value(), 3) << name;
    EXPECT_EQ(type.shape().dim(1).dim_value(), 2) << name;
  }
  EXPECT_GE(steps, 1);
}

TEST(ValueTypes, AreLeftOutOtherwise) { EXPECT_EQ(exported(false).graph().value_info_size(), 0); }

} // namespace
} // namespace qopt::onnx::test
