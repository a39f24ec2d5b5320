// This table names what each operation becomes in TFLite: a row each, in its family's list.
#pragma once

#include "importers/tflite/export/graph/layer.h"
#include "ir/ops.h"

namespace qopt::tflite {

struct ExportEntry {
  llvm::StringLiteral operation;
  void (*write)(Layer &);
  /// Tells the operations that have this form; others are expanded if they are composites.
  bool (*takes)(mlir::Operation *) = nullptr;
};

/// Null for operations that have no form of their own.
const ExportEntry *findExport(mlir::Operation *op);

template <auto write, typename Op> void writeAs(Layer &b) { write(b, llvm::cast<Op>(b.op)); }
/// A row whose function takes the operation.
template <typename Op, auto write>
constexpr ExportEntry row(bool (*takes)(mlir::Operation *) = nullptr) {
  return {Op::getOperationName(), writeAs<write, Op>, takes};
}

/// A row of which any operation will do.
template <typename Op, auto write> constexpr ExportEntry plain() {
  return {Op::getOperationName(), write};
}

// One list for each family's file.
llvm::ArrayRef<ExportEntry> convExports();
llvm::ArrayRef<ExportEntry> poolExports();
llvm::ArrayRef<ExportEntry> productExports();
llvm::ArrayRef<ExportEntry> elementwiseExports();
llvm::ArrayRef<ExportEntry> logicExports();
llvm::ArrayRef<ExportEntry> reductionExports();
llvm::ArrayRef<ExportEntry> shapeExports();
llvm::ArrayRef<ExportEntry> moveExports();
llvm::ArrayRef<ExportEntry> softmaxExports();
llvm::ArrayRef<ExportEntry> resizeExports();
llvm::ArrayRef<ExportEntry> quantizeExports();

} // namespace qopt::tflite
