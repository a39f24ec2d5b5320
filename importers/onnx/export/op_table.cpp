#include "importers/onnx/export/op_table.h"

#include "llvm/ADT/StringMap.h"

namespace qopt::onnx {

static const llvm::StringMap<const ExportEntry *> &entries() {
  static const llvm::StringMap<const ExportEntry *> table = [] {
    llvm::StringMap<const ExportEntry *> all;
    for (auto list :
         {elementwiseExports(), logicExports(), quantizeExports(), productExports(),
          windowExports(), reductionExports(), shapeExports(), moveExports(), indexedExports(),
          normExports(), recurrentExports(), resampleExports(), selectExports()})
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

void writePlain(Layer &b) { b.result(b.entry.type, b.inputs()); }

} // namespace qopt::onnx
