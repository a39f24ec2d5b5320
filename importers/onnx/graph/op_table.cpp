#include "importers/onnx/graph/op_table.h"

#include "llvm/ADT/StringMap.h"

namespace qopt::onnx {

static const llvm::StringMap<const OpEntry *> &converters() {
  static const llvm::StringMap<const OpEntry *> table = [] {
    llvm::StringMap<const OpEntry *> all;
    for (auto list : {convOps(), matmulOps(), poolOps(), patchOps(), elementwiseOps(),
                      reductionOps(), shapeOps(), boxOps(), shapeComputeOps(), quantizeOps()})
      for (const OpEntry &entry : list)
        all[entry.name] = &entry;
    return all;
  }();
  return table;
}

static bool isDefaultDomain(llvm::StringRef domain) {
  return domain.empty() || domain == "ai.onnx";
}

std::string operatorName(const proto::NodeProto &node) {
  std::string type = node.op_type().empty() ? "a layer without op_type" : node.op_type();
  return isDefaultDomain(node.domain()) ? type : node.domain() + "." + type;
}

Converter *findConverter(const proto::NodeProto &node, int64_t opset) {
  // Before opset 21, 16-bit pairs had to live in ONNX Runtime's own domain.
  bool isPair = node.op_type() == "QuantizeLinear" || node.op_type() == "DequantizeLinear";
  if (!isDefaultDomain(node.domain()) && !(isPair && node.domain() == "com.microsoft"))
    return nullptr;
  const OpEntry *entry = converters().lookup(node.op_type());
  return entry && opset >= entry->since ? entry->convert : nullptr;
}

} // namespace qopt::onnx
