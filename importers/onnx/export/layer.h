// One layer's way into ONNX: what a family's functions write with.
#pragma once

#include "importers/onnx/export/graph_writer.h"
#include "ir/types/quant_type.h"

#include "mlir/IR/TypeUtilities.h"

namespace qopt::onnx {

using Ints = llvm::SmallVector<int64_t, 6>;
struct ExportEntry;

class Layer {
public:
  Layer(GraphWriter &graph, mlir::Operation *op, const ExportEntry &entry)
      : graph(graph), op(op), entry(entry) {}

  int64_t opset() const { return graph.draft.opset(); }
  /// Nothing is written in ONNX for this layer; the first reason stays.
  void refuse(const llvm::Twine &why);
  const std::string &refusal() const { return why; }

  // ---- what is read: real values, "" for an absent one ----
  std::string in(unsigned operand) { return in(op->getOperand(operand)); }
  std::string in(mlir::Value value);
  std::vector<std::string> inputs();
  /// Integers as the i64, or of other `bits`, that ONNX wants there.
  std::string index(mlir::Value value, unsigned bits = 64);

  // ---- what is written; `name` is a part's, behind the layer's ----
  std::string constant(llvm::StringRef name, const qrt::Tensor &tensor);
  std::string ints(llvm::StringRef name, llvm::ArrayRef<int64_t> values);
  std::string integer(llvm::StringRef name, int64_t value); // without dimensions
  /// A number without dimensions, of the elements that `like` has.
  std::string scalar(llvm::StringRef name, double value, mlir::Value like);
  std::string scalarInteger(llvm::StringRef name, int64_t value, mlir::Value like);
  /// A shape: numbers, or computed from what inputs bring.
  std::string sizes(llvm::StringRef name, llvm::ArrayRef<nn::Dim> shape);

  /// The node of the layer itself, on elements of the first operand unless `elements` are
  /// another's.
  Node result(llvm::StringRef type, Names inputs, mlir::Value elements = {});
  /// The same with every result.
  Node results(llvm::StringRef type, Names inputs);
  /// A node before it, and its value's name.
  Node part(llvm::StringRef type, llvm::StringRef name, Names inputs, mlir::Value elements = {});
  /// One on sizes and places, for which every opset has everything.
  Node indexPart(llvm::StringRef type, llvm::StringRef name, Names inputs);
  /// The layer's node where ONNX computes it under `other` with other elements.
  void castResult(const std::string &other);
  /// A row's operator must take these elements.
  void checkElements(llvm::StringRef type, mlir::Value elements);
  std::string partName(llvm::StringRef name) const;
  /// Steps that QuantizeLinear does not make (i32) are copied as they are, not as the reals that
  /// they stand for.
  bool copiesSteps() const;

  GraphWriter &graph;
  mlir::Operation *op;
  const ExportEntry &entry;

private:
  std::string define(mlir::Value value);
  void finish(mlir::Value value);
  Node write(llvm::StringRef type, llvm::StringRef name, Names inputs, Names outputs,
             mlir::Value elements);
  std::string why;
  bool hasParts = false;
};

/// Returns the type that a value is computed with: f32 for steps.
qrt::ElementType elementOf(mlir::Value value);
inline int64_t rankOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType()).getRank();
}
inline Ints toInts(llvm::ArrayRef<int64_t> values) { return Ints(values.begin(), values.end()); }

} // namespace qopt::onnx
