// This file reads a TFLite tensor's quantization and gives the IR's types for it.
#pragma once

#include "importers/tflite/file/model_file.h"
#include "runtime/numerics/types/tensor.h"

#include "mlir/IR/Types.h"

#include <optional>

namespace qopt::tflite {

/// real = scale · (step − zero point); several scales run along `axis` (−1: one for the tensor).
struct Steps {
  llvm::SmallVector<double> scales;
  llvm::SmallVector<int64_t> zeroPoints; // as many
  int64_t axis = -1;
  qrt::ElementType storage = qrt::ElementType::I8; // unpacked
  int64_t least = 0, most = 0;                     // the steps that occur

  bool operator==(const Steps &) const = default;
};

/// Returns none for tensors without scales, whose integers stand for themselves. It returns an
/// error where what is said fits neither the type nor the shape, or is a scheme that is not read.
qrt::Expected<std::optional<Steps>> stepsOf(const schema::Tensor &tensor);

/// The same along another order of the dimensions, of which entry i is dimension `order[i]` before.
Steps permuted(Steps steps, llvm::ArrayRef<int64_t> order);
mlir::Type quantizedType(mlir::MLIRContext *context, const Steps &steps);

/// A constant's steps as products like them: unsigned ones around 128 become signed ones around 0,
/// and where the lowest step does not occur the range says so.
qrt::Tensor asWeights(const qrt::Tensor &steps, Steps &parameters);

} // namespace qopt::tflite
