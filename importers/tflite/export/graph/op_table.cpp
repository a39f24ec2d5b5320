#include "importers/tflite/export/graph/op_table.h"

#include "llvm/ADT/StringMap.h"

namespace qopt::tflite {

static const llvm::StringMap<const ExportEntry *> &entries() {
  static const llvm::StringMap<const ExportEntry *> table = [] {
    llvm::StringMap<const ExportEntry *> all;
    for (auto list : {convExports(), poolExports(), productExports(), elementwiseExports(),
                      logicExports(), reductionExports(), shapeExports(), moveExports(),
                      softmaxExports(), resizeExports(), quantizeExports()})
      for (const ExportEntry &entry : list)
        all[entry.operation] = &entry;
    return all;
  }();
  return table;
}

const ExportEntry *findExport(mlir::Operation *op) {
  const ExportEntry *entry = entries().lookup(op->getName().getStringRef());
  return entry && (!entry->takes || entry->takes(op)) ? entry : nullptr;
}

} // namespace qopt::tflite
