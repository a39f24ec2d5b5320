// The ONNX form of each operation: a row each, in its family's list.
#pragma once

#include "importers/onnx/export/layer.h"
#include "ir/ops.h"

namespace qopt::onnx {

struct ExportEntry {
  llvm::StringLiteral operation;
  /// ONNX's operator, where it is a single one; what `write` then makes the layer's node of.
  llvm::StringLiteral type;
  void (*write)(Layer &);
  /// Tells whether this form fits an operation; null: it fits all of the kind. Others are expanded
  /// if they are composites.
  bool (*takes)(mlir::Operation *) = nullptr;
  /// It reads or writes steps itself (QuantizeLinear); others compute with real values.
  bool convertsSteps = false;
};

/// Null for operations that have no form of their own.
const ExportEntry *findExport(mlir::Operation *op);

template <auto write, typename Op> void writeAs(Layer &b) { write(b, llvm::cast<Op>(b.op)); }
/// A row whose function takes the operation.
template <typename Op, auto write>
constexpr ExportEntry row(llvm::StringLiteral type = "",
                          bool (*takes)(mlir::Operation *) = nullptr) {
  return {Op::getOperationName(), type, writeAs<write, Op>, takes};
}
/// The operator of all operands.
void writePlain(Layer &b);
template <typename Op> constexpr ExportEntry plain(llvm::StringLiteral type) {
  return {Op::getOperationName(), type, writePlain};
}

// One list for each family's file.
llvm::ArrayRef<ExportEntry> elementwiseExports();
llvm::ArrayRef<ExportEntry> logicExports();
llvm::ArrayRef<ExportEntry> quantizeExports();
llvm::ArrayRef<ExportEntry> productExports();
llvm::ArrayRef<ExportEntry> windowExports();
llvm::ArrayRef<ExportEntry> reductionExports();
llvm::ArrayRef<ExportEntry> shapeExports();
llvm::ArrayRef<ExportEntry> moveExports();
llvm::ArrayRef<ExportEntry> indexedExports();
llvm::ArrayRef<ExportEntry> normExports();
llvm::ArrayRef<ExportEntry> recurrentExports();
llvm::ArrayRef<ExportEntry> resampleExports();
llvm::ArrayRef<ExportEntry> selectExports();

} // namespace qopt::onnx
