// The evaluator: runs any module exactly, float sums in one fixed order. It is
// the oracle of every test, the constant folder, and `--device=reference`.
#pragma once

#include "ir/dialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <functional>
#include <optional>
#include <vector>

namespace qopt::nn {

struct EvaluatorOptions {
  qrt::ThreadPool *pool = nullptr;  // null: one thread
  qrt::Isa isa = qrt::defaultIsa(); // integer and fixed-order float results do not depend on it
  /// Sees every value as it is computed (calibration, compare); may be empty.
  std::function<void(mlir::Value, const qrt::Tensor &)> observe;
};

/// Runs `function` on storage tensors in logical order, one per argument. The
/// sizes follow from the arguments' shapes. Values are released after their
/// last use. Diagnoses (on the function's location) inputs that do not fit.
mlir::FailureOr<std::vector<qrt::Tensor>> evaluate(mlir::func::FuncOp function,
                                                   llvm::ArrayRef<qrt::Tensor> inputs,
                                                   const EvaluatorOptions &options = {});

/// Evaluates one operation on known operands, for folding: a tensor for each result, of its size at
/// `batch`. Fails without a diagnostic if the operation has no evaluation, or if a result grows and
/// there is no batch.
mlir::FailureOr<std::vector<qrt::Tensor>>
evaluateOperation(mlir::Operation *op, llvm::ArrayRef<qrt::Tensor> operands,
                  std::optional<int64_t> batch = std::nullopt);

} // namespace qopt::nn
