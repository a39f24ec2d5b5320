// The batch norm that knows what the network's first layer gave in training.
#pragma once

#include "tools/libqopt/flows/lint_data/moments.h"
#include "tools/libqopt/qopt_mlir.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <string>

namespace qopt::lint {

/// The operand of this batch norm follows from one argument alone, and from no other batch norm.
struct FirstBatchNorm {
  std::string key;
  unsigned argument = 0;
  Expected trained;
};
std::optional<FirstBatchNorm> findFirstBatchNorm(mlir::func::FuncOp entry);

/// The network up to the operand of its first batch norm, on a device.
class FirstLayer {
public:
  /// Null where the network has no such batch norm.
  static qrt::Expected<std::unique_ptr<FirstLayer>>
  create(mlir::ModuleOp module, const std::string &device, const CompileOptions &options);

  const FirstBatchNorm &batchNorm() const { return norm; }
  /// Returns that operand, as a run computes it from the inputs, [rows, channels, …].
  qrt::Expected<qrt::Tensor> run(std::span<const qrt::Tensor> inputs);

private:
  FirstBatchNorm norm;
  std::unique_ptr<CompiledModel> model;
};

} // namespace qopt::lint
