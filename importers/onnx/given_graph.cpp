// The structures become a model whose constants are references, and their bytes a source of them.
#include "importers/onnx/given_graph.h"

#include "importers/onnx/file/external_data.h"
#include "importers/onnx/import.h"

#include "llvm/ADT/StringMap.h"

namespace qopt::onnx {

using proto::AttributeProto;

namespace {

/// The bytes of a given graph's tensors, by the location that its model names. The graph outlives
/// them: whoever reads needs no copy.
class GivenBytes : public TensorBytes {
public:
  /// Makes `proto` a reference to the tensor's bytes.
  void refer(const GivenTensor &tensor, proto::TensorProto &proto) {
    const std::string location = std::to_string(tensors.size());
    tensors[location] = {tensor.bytes,
                         std::shared_ptr<const void>(tensor.bytes.data(), [](auto) {})};
    proto.set_data_type(tensor.dataType);
    for (int64_t size : tensor.shape)
      proto.add_dims(size);
    proto.set_data_location(proto::TensorProto::EXTERNAL);
    proto::StringStringEntryProto *entry = proto.add_external_data();
    entry->set_key("location");
    entry->set_value(location);
  }

  qrt::Expected<MappedBytes> read(const proto::TensorProto &tensor) override {
    return tensors.lookup(tensor.external_data(0).value());
  }

private:
  llvm::StringMap<MappedBytes> tensors;
};

void write(const GivenGraph &given, proto::GraphProto &graph, GivenBytes &bytes);

/// Writes an attribute's value, whichever it is.
struct AttributeWriter {
  AttributeProto &proto;
  GivenBytes &bytes;

  void operator()(int64_t value) {
    proto.set_type(AttributeProto::INT);
    proto.set_i(value);
  }
  void operator()(float value) {
    proto.set_type(AttributeProto::FLOAT);
    proto.set_f(value);
  }
  void operator()(const std::string &value) {
    proto.set_type(AttributeProto::STRING);
    proto.set_s(value);
  }
  void operator()(const std::vector<int64_t> &values) {
    proto.set_type(AttributeProto::INTS);
    proto.mutable_ints()->Assign(values.begin(), values.end());
  }
  void operator()(const std::vector<float> &values) {
    proto.set_type(AttributeProto::FLOATS);
    proto.mutable_floats()->Assign(values.begin(), values.end());
  }
  void operator()(const std::vector<std::string> &values) {
    proto.set_type(AttributeProto::STRINGS);
    proto.mutable_strings()->Assign(values.begin(), values.end());
  }
  void operator()(const GivenTensor &tensor) {
    proto.set_type(AttributeProto::TENSOR);
    bytes.refer(tensor, *proto.mutable_t());
  }
  void operator()(const std::shared_ptr<const GivenGraph> &graph) {
    proto.set_type(AttributeProto::GRAPH);
    write(*graph, *proto.mutable_g(), bytes);
  }
};

void write(const GivenNode &node, proto::NodeProto &proto, GivenBytes &bytes) {
  proto.set_name(node.name);
  proto.set_op_type(node.type);
  proto.set_domain(node.domain);
  proto.mutable_input()->Assign(node.inputs.begin(), node.inputs.end());
  proto.mutable_output()->Assign(node.outputs.begin(), node.outputs.end());
  for (const GivenAttribute &attribute : node.attributes) {
    AttributeProto &written = *proto.add_attribute();
    written.set_name(attribute.name);
    std::visit(AttributeWriter{written, bytes}, attribute.value);
  }
}

void write(const GivenInput &input, proto::ValueInfoProto &proto) {
  proto.set_name(input.name);
  auto &type = *proto.mutable_type()->mutable_tensor_type();
  type.set_elem_type(input.dataType);
  auto &shape = *type.mutable_shape();
  for (const GivenSize &size : input.shape) {
    auto &dim = *shape.add_dim();
    if (const auto *number = std::get_if<int64_t>(&size))
      dim.set_dim_value(*number);
    else if (const auto &name = std::get<std::string>(size); !name.empty())
      dim.set_dim_param(name);
  }
}

void write(const GivenGraph &given, proto::GraphProto &graph, GivenBytes &bytes) {
  graph.set_name(given.name);
  for (const auto &[name, tensor] : given.constants) {
    proto::TensorProto &constant = *graph.add_initializer();
    constant.set_name(name);
    bytes.refer(tensor, constant);
  }
  for (const GivenInput &input : given.inputs)
    write(input, *graph.add_input());
  for (const std::string &output : given.outputs)
    graph.add_output()->set_name(output);
  for (const GivenNode &node : given.nodes)
    write(node, *graph.add_node(), bytes);
}

} // namespace

static std::shared_ptr<const proto::ModelProto> modelOf(const GivenGraph &given,
                                                        GivenBytes &bytes) {
  auto model = std::make_shared<proto::ModelProto>();
  for (const auto &[domain, version] : given.opsets) {
    proto::OperatorSetIdProto &opset = *model->add_opset_import();
    opset.set_domain(domain);
    opset.set_version(version);
  }
  write(given, *model->mutable_graph(), bytes);
  return model;
}

mlir::OwningOpRef<mlir::ModuleOp> importGiven(mlir::MLIRContext *context, const GivenGraph &graph,
                                              const ImportOptions &options,
                                              ImportFailure &failure) {
  auto bytes = std::make_shared<GivenBytes>();
  auto model = modelOf(graph, *bytes);
  return importGraph(context, model, bytes, graph.name, options, failure);
}

} // namespace qopt::onnx
