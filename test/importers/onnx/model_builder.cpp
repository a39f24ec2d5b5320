#include "test/importers/onnx/model_builder.h"

namespace qopt::onnx::test {

// ---- models ----

proto::AttributeProto &NodeBuilder::attribute(const std::string &name,
                                              proto::AttributeProto::AttributeType type) {
  proto::AttributeProto &one = *node.add_attribute();
  one.set_name(name);
  one.set_type(type);
  return one;
}

NodeBuilder &NodeBuilder::named(const std::string &name) {
  node.set_name(name);
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, int64_t value) {
  attribute(name, proto::AttributeProto::INT).set_i(value);
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, float value) {
  attribute(name, proto::AttributeProto::FLOAT).set_f(value);
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, const std::string &value) {
  attribute(name, proto::AttributeProto::STRING).set_s(value);
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, const Numbers &values) {
  attribute(name, proto::AttributeProto::INTS).mutable_ints()->Add(values.begin(), values.end());
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, const Floats &values) {
  attribute(name, proto::AttributeProto::FLOATS)
      .mutable_floats()
      ->Add(values.begin(), values.end());
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, const std::vector<std::string> &values) {
  proto::AttributeProto &strings = attribute(name, proto::AttributeProto::STRINGS);
  for (const std::string &value : values)
    strings.add_strings(value);
  return *this;
}
NodeBuilder &NodeBuilder::set(const std::string &name, const proto::TensorProto &value) {
  *attribute(name, proto::AttributeProto::TENSOR).mutable_t() = value;
  return *this;
}

NodeBuilder &NodeBuilder::set(const std::string &name, const proto::GraphProto &value) {
  *attribute(name, proto::AttributeProto::GRAPH).mutable_g() = value;
  return *this;
}

NodeBuilder &NodeBuilder::in(const std::string &domain) {
  node.set_domain(domain);
  return *this;
}

NodeBuilder &NodeBuilder::refer(const std::string &name, const std::string &reference,
                                proto::AttributeProto::AttributeType type) {
  attribute(name, type).set_ref_attr_name(reference);
  return *this;
}

ModelBuilder::ModelBuilder(int64_t opset) {
  model.set_ir_version(8);
  proto::OperatorSetIdProto &entry = *model.add_opset_import();
  entry.set_domain("");
  entry.set_version(opset);
  model.mutable_graph()->set_name("test");
}

ModelBuilder &ModelBuilder::input(const std::string &name, const Numbers &shape, int32_t type) {
  proto::ValueInfoProto &info = *model.mutable_graph()->add_input();
  info.set_name(name);
  auto &tensor = *info.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(type);
  tensor.mutable_shape();
  for (int64_t size : shape) {
    auto &dim = *tensor.mutable_shape()->add_dim();
    if (size == -1)
      dim.set_dim_param("N");
    else
      dim.set_dim_value(size);
  }
  return *this;
}

ModelBuilder &ModelBuilder::output(const std::string &name) {
  model.mutable_graph()->add_output()->set_name(name);
  return *this;
}

static proto::TensorProto &addInitializer(proto::ModelProto &model, const std::string &name,
                                          const Numbers &shape, int32_t type) {
  proto::TensorProto &tensor = *model.mutable_graph()->add_initializer();
  tensor.set_name(name);
  tensor.set_data_type(type);
  tensor.mutable_dims()->Add(shape.begin(), shape.end());
  return tensor;
}

ModelBuilder &ModelBuilder::floats(const std::string &name, const Numbers &shape,
                                   const Floats &values) {
  addInitializer(model, name, shape, proto::TensorProto::FLOAT)
      .mutable_float_data()
      ->Add(values.begin(), values.end());
  return *this;
}
ModelBuilder &ModelBuilder::longs(const std::string &name, const Numbers &shape,
                                  const Numbers &values) {
  addInitializer(model, name, shape, proto::TensorProto::INT64)
      .mutable_int64_data()
      ->Add(values.begin(), values.end());
  return *this;
}
ModelBuilder &ModelBuilder::ints(const std::string &name, const Numbers &shape,
                                 const Numbers &values, int32_t type) {
  addInitializer(model, name, shape, type).mutable_int32_data()->Add(values.begin(), values.end());
  return *this;
}

NodeBuilder ModelBuilder::node(const std::string &type, const std::vector<std::string> &inputs,
                               const std::vector<std::string> &outputs) {
  proto::NodeProto &node = *model.mutable_graph()->add_node();
  node.set_op_type(type);
  for (const std::string &name : inputs)
    node.add_input(name);
  for (const std::string &name : outputs)
    node.add_output(name);
  return NodeBuilder(node);
}

ModelBuilder &ModelBuilder::function(const std::string &name, const ModelBuilder &body,
                                     const std::vector<std::string> &attributes) {
  proto::FunctionProto &function = *model.add_functions();
  function.set_domain("local");
  function.set_name(name);
  const proto::GraphProto &graph = body.model.graph();
  for (const auto &input : graph.input())
    function.add_input(input.name());
  for (const auto &output : graph.output())
    function.add_output(output.name());
  for (const std::string &attribute : attributes)
    function.add_attribute(attribute);
  *function.mutable_node() = graph.node();
  *function.mutable_opset_import() = body.model.opset_import();
  return *this;
}

NodeBuilder microsoftNode(ModelBuilder &m, const std::string &type,
                          const std::vector<std::string> &inputs,
                          const std::vector<std::string> &outputs) {
  return m.node(type, inputs, outputs).in("com.microsoft");
}

} // namespace qopt::onnx::test
