#include "importers/onnx/export/op_table.h"

#include "importers/common/graph/export_table.h"

namespace qopt::onnx {

const ExportEntry *findExport(mlir::Operation *op) {
  static const ExportTable<ExportEntry> table{
      elementwiseExports(), logicExports(),    quantizeExports(), productExports(), windowExports(),
      reductionExports(),   shapeExports(),    moveExports(),     indexedExports(), normExports(),
      recurrentExports(),   resampleExports(), selectExports()};
  return table.find(op);
}

void writePlain(Layer &b) { b.result(b.entry.type, b.inputs()); }

} // namespace qopt::onnx
