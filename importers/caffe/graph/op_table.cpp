#include "importers/caffe/graph/op_table.h"

#include "llvm/ADT/StringMap.h"

namespace qopt::caffe {

static const llvm::StringMap<const OpEntry *> &entries() {
  static const llvm::StringMap<const OpEntry *> table = [] {
    llvm::StringMap<const OpEntry *> all;
    for (auto list :
         {convOps(), poolOps(), productOps(), activationOps(), arithmeticOps(), normOps(),
          shapeOps(), moveOps(), reductionOps(), detectionOps(), recurrentOps(), mixtureOps()})
      for (const OpEntry &entry : list)
        all[entry.type] = &entry;
    return all;
  }();
  return table;
}

Converter *findConverter(llvm::StringRef type) {
  const OpEntry *entry = entries().lookup(type);
  return entry ? entry->convert : nullptr;
}

size_t blobCount(const proto::LayerParameter &layer) {
  const OpEntry *entry = entries().lookup(layer.type());
  return entry && entry->blobs ? entry->blobs(layer) : 0;
}

std::vector<std::string> layerTypes() {
  std::vector<std::string> types;
  for (const auto &entry : entries())
    types.push_back(entry.first().str());
  llvm::sort(types);
  return types;
}

} // namespace qopt::caffe
