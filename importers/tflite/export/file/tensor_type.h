// The file's tensors of the IR's types.
#pragma once

#include "importers/tflite/export/file/draft.h"
#include "importers/tflite/export/file/orders.h"

#include "mlir/IR/Types.h"

namespace qopt::tflite {

/// A tensor of this element type and these sizes, which are the file's; `why` says what of the type
/// the file has not.
schema::TensorT tensorOf(const std::string &name, mlir::Type element, llvm::ArrayRef<nn::Dim> sizes,
                         std::string &why);
/// The element type along another order of dimensions: an axis of scales moves.
mlir::Type elementInOrder(mlir::Type element, const FileOrder &order);

} // namespace qopt::tflite
