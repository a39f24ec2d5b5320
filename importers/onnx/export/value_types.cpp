#include "importers/onnx/export/value_types.h"

#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::onnx {

/// Of steps, the type of the real value that stands for them.
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

void writeValueTypes(const WrittenNames &names, proto::GraphProto &graph) {
  llvm::StringMap<Known> byNode, byName;
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
  // What a layer's own node gives is real; its steps come behind.
  for (const WrittenLayer &layer : names.layers)
    if (layer.op->getNumResults() == 1)
      byNode.try_emplace(layer.node, Known{realType(layer.op->getResult(0).getType()),
                                           openDims.lookup(layer.op->getResult(0))});
  llvm::StringSet<> outputs;
  for (const proto::ValueInfoProto &output : graph.output())
    outputs.insert(output.name());
  for (const proto::NodeProto &node : graph.node())
    for (const std::string &name : node.output()) {
      auto known = byName.find(name);
      const bool isNamed = known != byName.end();
      auto ofNode = isNamed ? byNode.end() : byNode.find(node.name());
      if (outputs.contains(name) || (!isNamed && ofNode == byNode.end()))
        continue;
      const Known &value = isNamed ? known->second : ofNode->second;
      proto::ValueInfoProto &info = *graph.add_value_info();
      info.set_name(name);
      setType(info, value.type, value.openDim);
    }
}

} // namespace qopt::onnx
