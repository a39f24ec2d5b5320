// An EachSample holds a value that no input decides, though it grows with the batch: masks and
// places that exporters build for each sample. Private to --fold-constants.
#pragma once

#include "ir/values/samples.h"
#include "runtime/numerics/types/tensor.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace qopt {

/// A value at a batch of 1, and what each element gains from one sample to the next (integers,
/// which wrap): sample n of the dimension that grows holds first + n·step. Without a step all are
/// the same.
struct EachSample {
  qrt::Tensor first;
  std::optional<qrt::Tensor> step;
};

class EachSamples {
public:
  /// Returns the result of `op`, where constants and what is known already prove it; results of
  /// more bytes than `mostBytes` stay unknown. It is kept where it grows; else the caller replaces
  /// the operation by it.
  std::optional<EachSample> learn(mlir::Operation *op, int64_t mostBytes);
  const EachSample *find(mlir::Value value) const;

private:
  llvm::DenseMap<mlir::Value, EachSample> known;
};

} // namespace qopt
