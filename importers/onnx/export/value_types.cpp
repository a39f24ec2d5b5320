#include "importers/onnx/export/value_types.h"

#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::onnx {

/// Returns the type of the real value that stands for steps; other types as they are.
static Type realType(Type type) {
  auto quantized = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(type));
  return quantized ? nn::tensorType(nn::symbolicShape(type), quantized.getExpressedType()) : type;
}

namespace {
/// A value's type, and the dimension of which the data decide how much there is.
struct Known {
  Type type;
  std::optional<int64_t> openDim;
};
} // namespace

/// Returns what is known of the values that nodes give: by the value's name, and by the node.
static std::pair<llvm::StringMap<Known>, llvm::StringMap<Known>>
knownOf(const WrittenNames &names) {
  llvm::StringMap<Known> byName, byNode;
  llvm::DenseMap<Value, std::optional<int64_t>> openDims;
  for (const WrittenName &name : names.values) {
    if (name.isTransposed)
      continue;
    openDims[name.value] = name.openDim;
    if (!name.stored.empty())
      byName.try_emplace(name.stored, Known{name.value.getType(), name.openDim});
    if (!name.real.empty())
      byName.try_emplace(name.real, Known{realType(name.value.getType()), name.openDim});
  }
  // A layer's own node gives real values; its steps come behind.
  for (const WrittenLayer &layer : names.layers)
    if (layer.op->getNumResults() == 1)
      byNode.try_emplace(layer.node, Known{realType(layer.op->getResult(0).getType()),
                                           openDims.lookup(layer.op->getResult(0))});
  return {std::move(byName), std::move(byNode)};
}

/// A constant's real values, as a bias of 32 bits is dequantized, whose steps are none of the
/// entry's values.
static void setRealType(proto::ValueInfoProto &info, const proto::TensorProto &steps) {
  auto &tensor = *info.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(proto::TensorProto::FLOAT);
  auto &shape = *tensor.mutable_shape();
  for (int64_t size : steps.dims())
    shape.add_dim()->set_dim_value(size);
}

void writeValueTypes(const WrittenNames &names, proto::GraphProto &graph) {
  const auto [byName, byNode] = knownOf(names);
  llvm::StringSet<> outputs;
  for (const proto::ValueInfoProto &output : graph.output())
    outputs.insert(output.name());
  llvm::StringMap<const proto::TensorProto *> constants;
  for (const proto::TensorProto &constant : graph.initializer())
    constants[constant.name()] = &constant;
  auto add = [&](const std::string &name) -> proto::ValueInfoProto & {
    proto::ValueInfoProto &info = *graph.add_value_info();
    info.set_name(name);
    return info;
  };
  for (const proto::NodeProto &node : graph.node())
    for (const std::string &name : node.output())
      if (outputs.contains(name))
        continue;
      else if (auto known = byName.find(name); known != byName.end())
        setType(add(name), known->second.type, known->second.openDim);
      else if (auto known = byNode.find(node.name()); known != byNode.end())
        setType(add(name), known->second.type, known->second.openDim);
      else if (node.op_type() == "DequantizeLinear")
        if (const proto::TensorProto *steps = constants.lookup(node.input(0)))
          setRealType(add(name), *steps);
}

} // namespace qopt::onnx
