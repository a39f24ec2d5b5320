#include "importers/onnx/export/draft.h"

#include "importers/onnx/export/operators.h"
#include "importers/onnx/file/tensor_data.h"

#include <limits>

namespace qopt::onnx {

using proto::AttributeProto;

AttributeProto *Node::add(llvm::StringRef name, AttributeProto::AttributeType type) {
  AttributeProto *attribute = node->add_attribute();
  attribute->set_name(name.str());
  attribute->set_type(type);
  return attribute;
}

Node &Node::set(llvm::StringRef name, int64_t value) {
  add(name, AttributeProto::INT)->set_i(value);
  return *this;
}
Node &Node::set(llvm::StringRef name, float value) {
  add(name, AttributeProto::FLOAT)->set_f(value);
  return *this;
}
Node &Node::set(llvm::StringRef name, llvm::StringRef value) {
  add(name, AttributeProto::STRING)->set_s(value.str());
  return *this;
}
Node &Node::set(llvm::StringRef name, llvm::ArrayRef<int64_t> values) {
  AttributeProto *attribute = add(name, AttributeProto::INTS);
  attribute->mutable_ints()->Add(values.begin(), values.end());
  return *this;
}
Node &Node::set(llvm::StringRef name, llvm::ArrayRef<float> values) {
  AttributeProto *attribute = add(name, AttributeProto::FLOATS);
  attribute->mutable_floats()->Add(values.begin(), values.end());
  return *this;
}
Node &Node::set(llvm::StringRef name, llvm::ArrayRef<std::string> values) {
  AttributeProto *attribute = add(name, AttributeProto::STRINGS);
  for (const std::string &value : values)
    attribute->add_strings(value);
  return *this;
}

std::string Draft::unique(llvm::StringMap<unsigned> &used, llvm::StringRef base) {
  auto [known, isNew] = used.try_emplace(base, 0);
  if (isNew)
    return base.str();
  for (;;) {
    std::string name = (base + "_" + llvm::Twine(++known->second)).str();
    if (used.try_emplace(name, 0).second)
      return name;
    known = used.find(base);
  }
}

Node Draft::node(llvm::StringRef type, llvm::StringRef name, Names inputs, Names outputs) {
  proto::NodeProto *node = graph.add_node();
  node->set_op_type(type.str());
  node->set_name(unique(nodes, name));
  while (!inputs.empty() && inputs.back().empty())
    inputs = inputs.drop_back();
  for (const std::string &input : inputs)
    node->add_input(input);
  for (const std::string &output : outputs)
    node->add_output(output);
  return Node(node);
}

std::string Draft::constant(llvm::StringRef name, const qrt::Tensor &tensor) {
  return constants.emplace_back(uniqueValue(name), tensor).first;
}

// The version of the file format that came with an opset.
static int64_t formatOf(int64_t opset) {
  constexpr int64_t formats[] = {7, 7, 8, 8, 8, 8, 9, 9, 10, 10, 11, 12, 13, 13, 13}; // of 13 to 27
  return formats[opset - leastOpset];
}

static qrt::Status tooLarge() {
  return qrt::invalidArgument(
      "the model is larger than 2 GiB, more than a protobuf message may be");
}

qrt::Expected<proto::ModelProto> Draft::finish() {
  constexpr size_t most = std::numeric_limits<int32_t>::max();
  size_t bytes = 0;
  for (const auto &[name, tensor] : constants)
    if ((bytes += tensor.bytes()) > most)
      return tooLarge();
  for (const auto &[name, tensor] : constants) {
    proto::TensorProto *stored = graph.add_initializer();
    stored->set_name(name);
    stored->set_data_type(dataTypeOf(tensor.type()));
    for (int64_t size : tensor.shape())
      stored->add_dims(size);
    stored->set_raw_data(tensor.data(), tensor.bytes());
  }
  proto::ModelProto model;
  model.set_ir_version(formatOf(assumed));
  proto::OperatorSetIdProto *opset = model.add_opset_import();
  opset->set_domain("");
  opset->set_version(assumed);
  model.mutable_graph()->Swap(&graph);
  if (model.ByteSizeLong() > most)
    return tooLarge();
  return model;
}

} // namespace qopt::onnx
