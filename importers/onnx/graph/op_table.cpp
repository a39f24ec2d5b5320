#include "importers/onnx/graph/op_table.h"

#include "llvm/ADT/StringMap.h"

namespace qopt::onnx {

static bool isDefaultDomain(llvm::StringRef domain) {
  return domain.empty() || domain == "ai.onnx";
}

static std::string keyOf(llvm::StringRef domain, llvm::StringRef name) {
  return isDefaultDomain(domain) ? name.str() : (domain + "." + name).str();
}

static const llvm::StringMap<const OpEntry *> &converters() {
  static const llvm::StringMap<const OpEntry *> table = [] {
    llvm::StringMap<const OpEntry *> all;
    for (auto list :
          {convOps(), matmulOps(), poolOps(), elementwiseOps(), logicOps(), reductionOps(), normOps(),
           microsoftOps(), einsumOps(), attentionOps(), microsoftAttentionOps(), rotaryOps(),
           lossOps(), shapeOps(), boxOps(), shapeComputeOps(), quantizeOps(), qlinearOps(), qlinearProductOps(), causalConvOps(), padOps(), moveOps(),
           generateOps(), scatterOps(), patchOps()})
      for (const OpEntry &entry : list)
        all[keyOf(entry.domain, entry.name)] = &entry;
    return all;
  }();
  return table;
}

std::string operatorName(const proto::NodeProto &node) {
  return keyOf(node.domain(), node.op_type().empty() ? "a layer without op_type" : node.op_type());
}

Converter *findConverter(const proto::NodeProto &node, int64_t opset) {
  const OpEntry *entry = converters().lookup(keyOf(node.domain(), node.op_type()));
  return entry && opset >= entry->since ? entry->convert : nullptr;
}

} // namespace qopt::onnx
