// The entry's values as a TFLite graph has them: each is a tensor in one order of its dimensions.
// Transposes are views, which become operators where a reader wants another order.
#pragma once

#include "importers/tflite/export/file/draft.h"
#include "importers/tflite/export/file/orders.h"
#include "ir/values/keys.h"

#include "llvm/ADT/DenseSet.h"

#include <utility>

namespace qopt::tflite {

/// A tensor of the file that holds a value, and the order that it lies in.
struct WrittenValue {
  TensorIndex tensor = noTensor;
  FileOrder order;
};

class GraphWriter {
public:
  GraphWriter(mlir::func::FuncOp entry, Draft &draft);

  /// The graph's inputs; images are channels last.
  void begin();
  /// The graph's outputs, under their names.
  void end();

  /// The tensor that has the value in this order; operators are added where it lies in another.
  TensorIndex read(mlir::Value value, const FileOrder &order);
  /// The order that a value lies in; none of a constant.
  FileOrder orderOf(mlir::Value value) const;
  /// A tensor for a result, which an operator has to write. `type` says what the file has there.
  TensorIndex define(mlir::Value value, const FileOrder &order);
  /// A value that is another's tensor, in an order of its own.
  void alias(mlir::Value value, mlir::Value of, const FileOrder &order);
  /// A tensor between operators.
  TensorIndex intermediate(const std::string &name, mlir::Type element,
                           llvm::ArrayRef<nn::Dim> sizes);
  TensorIndex constant(const std::string &name, mlir::Type element, const qrt::Tensor &elements);
  /// An operator; refused where the interpreter has no kernel for such elements.
  void addOperator(schema::BuiltinOperator code, llvm::ArrayRef<TensorIndex> inputs,
                   llvm::ArrayRef<TensorIndex> outputs, schema::BuiltinOptionsUnion options = {});
  TensorIndex reshaped(TensorIndex tensor, const std::string &name, mlir::Type element,
                       llvm::ArrayRef<nn::Dim> sizes);

  /// Sizes as a reshape is asked for them; none where two of them are open.
  static std::optional<llvm::SmallVector<int32_t>> requested(llvm::ArrayRef<nn::Dim> sizes);

  bool isImage(mlir::Value value) const { return images.contains(value); }
  /// An operation that another one writes: its activation, or what it is an end of.
  void take(mlir::Operation *op) { taken.insert(op); }
  bool isTaken(mlir::Operation *op) const { return taken.contains(op); }

  /// Returns why something since the last call cannot be written; empty: all can.
  std::string takeRefusal() { return std::exchange(refusal, ""); }
  void refuse(const llvm::Twine &why);

  Draft &draft;

private:
  TensorIndex constantIn(mlir::Value value, const FileOrder &order);
  TensorIndex moved(mlir::Value value, const WrittenValue &from, const FileOrder &order);

  mlir::func::FuncOp entry;
  ImageValues images;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<WrittenValue, 2>> values; // the first: as defined
  llvm::SmallDenseSet<mlir::Operation *> taken;
  std::string refusal;
};

/// The value's key, or its operation's name.
std::string baseName(mlir::Value value);

} // namespace qopt::tflite
