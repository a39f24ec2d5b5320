// One layer's way into TFLite: this is what a family's functions write with.
#pragma once

#include "importers/tflite/export/graph/graph_writer.h"
#include "ir/types/quant_type.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace qopt::tflite {

using Tensors = llvm::ArrayRef<TensorIndex>;
using mlir::Value;

inline mlir::Type elementOf(Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType()).getElementType();
}

/// An operator's options, in the union that the file has them in.
template <typename Options> schema::BuiltinOptionsUnion optionsOf(Options said) {
  schema::BuiltinOptionsUnion options;
  options.Set(std::move(said));
  return options;
}

class Layer {
public:
  Layer(GraphWriter &graph, mlir::Operation *op) : graph(graph), op(op) {}

  /// Nothing is written for this layer; the first reason stays.
  void refuse(const llvm::Twine &why);
  const std::string &refusal() const { return why; }
  bool ok() const { return why.empty(); }

  // ---- what is read ----
  TensorIndex in(Value value, const FileOrder &order = {});
  /// The order of the operand of highest rank that lies in one of its own.
  FileOrder commonOrder() const;
  /// An operand in an order of a rank that may be higher than its own: sizes of 1 are put before.
  TensorIndex broadcastIn(Value value, const FileOrder &order);

  // ---- what is written; `name` is a part's, behind the layer's ----
  TensorIndex ints(llvm::StringRef name, llvm::ArrayRef<int64_t> values);
  /// A number without dimensions, of the elements that `like` has: a quantized one as its step.
  TensorIndex scalar(llvm::StringRef name, double value, Value like);
  TensorIndex constant(llvm::StringRef name, mlir::Type element, const qrt::Tensor &elements);

  /// The activation behind the layer that its operator computes, too: a relu or clip that alone
  /// reads its result, under the same type. The layer's result is then that one's.
  schema::ActivationFunctionType takeActivation();
  /// The layer's operator computes this operation, too, which alone reads its result.
  void takeResult(mlir::Operation *reader);
  /// Returns whether a cast to 32 bits alone reads the result; it is the operator's own then.
  bool takeNarrowing();
  /// The result that the layer's operator writes.
  Value result() const { return written ? written : op->getResult(0); }

  /// The operator of the layer itself; its result lies in this order.
  void write(schema::BuiltinOperator code, Tensors inputs, const FileOrder &order = {},
             schema::BuiltinOptionsUnion options = {});
  /// An operator before it: its tensor, of these sizes in the file.
  TensorIndex part(schema::BuiltinOperator code, llvm::StringRef name, Tensors inputs,
                   mlir::Type element, llvm::ArrayRef<nn::Dim> sizes,
                   schema::BuiltinOptionsUnion options = {});
  std::string partName(llvm::StringRef name) const;

  GraphWriter &graph;
  mlir::Operation *op;

private:
  std::string why;
  Value written;
};

/// A list of 32 bits, as operators are asked for places and sizes.
qrt::Tensor narrowInts(llvm::ArrayRef<int64_t> values);
/// One value, of the stored elements of this type: a number's nearest step where it is quantized.
qrt::Tensor storedNumber(mlir::Type element, double value);

} // namespace qopt::tflite
