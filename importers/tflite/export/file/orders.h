// Orders in which the file has a value's dimensions: images lie channels last there, and
// transposes of the graph are views of what is written.
#pragma once

#include "ir/types/dim_order.h"
#include "ir/types/dims.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace qopt::tflite {

inline int64_t rankOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType()).getRank();
}

/// Dimension i of the file's tensor is dimension order[i] of the value.
using FileOrder = Order;

/// The order of transpose(x, permutation), seen as the tensor that has x in `order`.
FileOrder behindTranspose(const FileOrder &order, llvm::ArrayRef<int64_t> permutation);
/// Dimensions that are larger than 1 come in the same sequence: the elements lie as they do in the
/// value's own order.
bool liesAsItIs(llvm::ArrayRef<nn::Dim> shape, const FileOrder &order);
/// The permutation that leads from a tensor in one order to one in another.
llvm::SmallVector<int64_t> between(const FileOrder &from, const FileOrder &to, int64_t rank);

/// Returns whether the operation reads an image through windows, around which there may be pads.
bool readsThroughWindow(mlir::Operation *op);

/// Values of an entry that should lie channels last: those that operations on images read, or
/// that are computed of such element by element.
class ImageValues {
public:
  explicit ImageValues(mlir::func::FuncOp entry);
  bool contains(mlir::Value value) const { return known.lookup(value); }

private:
  llvm::DenseMap<mlir::Value, bool> known;
};

} // namespace qopt::tflite
