#include "importers/tflite/export/graph/op_table.h"

#include "importers/common/graph/export_table.h"

namespace qopt::tflite {

const ExportEntry *findExport(mlir::Operation *op) {
  static const ExportTable<ExportEntry> table{
      convExports(),    poolExports(),      productExports(), elementwiseExports(),
      logicExports(),   reductionExports(), shapeExports(),   moveExports(),
      softmaxExports(), resizeExports(),    quantizeExports()};
  return table.find(op);
}

} // namespace qopt::tflite
