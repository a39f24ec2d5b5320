// Gets the values that layers read, as results of a network on a device.
#pragma once

#include "tools/libqopt/qopt_mlir.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace qopt {

class MeasuredInputs {
public:
  using Made = qrt::Expected<std::unique_ptr<MeasuredInputs>>;
  /// The values themselves.
  static Made whole(mlir::ModuleOp module, std::vector<mlir::Value> values,
                    const std::string &device, const CompileOptions &options);
  /// Measures the values' nn.extremes along `axisOf(value)`.
  static Made extremes(mlir::ModuleOp module, std::vector<mlir::Value> values,
                       llvm::function_ref<int64_t(mlir::Value)> axisOf, const std::string &device,
                       const CompileOptions &options);

  /// Returns the values, which are of the module that was handed in.
  const std::vector<mlir::Value> &values() const { return asked; }
  /// A tensor for each.
  qrt::Expected<std::vector<qrt::Tensor>> run(std::span<const qrt::Tensor> inputs) const;
  /// The largest batch, at most `wanted`, whose run keeps within `bytes`.
  int64_t batchWithin(int64_t bytes, int64_t wanted) const;
  /// Rows of the inputs that are samples.
  int64_t samplesIn(std::span<const qrt::Tensor> inputs) const;

  /// A value of f32, each symbol of its sizes being `batch`.
  static int64_t bytes(mlir::Value value, int64_t batch);
  /// The key of a value whose samples do not lie one after the other in a batch; "" of none.
  static std::string mixesSamples(mlir::func::FuncOp entry, const std::vector<mlir::Value> &values);

private:
  MeasuredInputs(mlir::ModuleOp module, std::vector<mlir::Value> values);
  /// A copy's entry returns these instead of its own results; values are mapped in it.
  using AddResults = llvm::function_ref<std::vector<mlir::Value>(
      MeasuredInputs &made, mlir::func::FuncOp entry, const mlir::IRMapping &mapping)>;
  static Made make(mlir::ModuleOp module, std::vector<mlir::Value> values,
                   const std::string &device, const CompileOptions &options, AddResults add);

  std::vector<mlir::Value> asked;
  std::optional<unsigned> sampled;                // the input whose rows are samples
  size_t outputs = 0;                             // these lie before; 0 where values are returned
  std::vector<std::optional<unsigned>> arguments; // those at hand: an argument's own
  std::unique_ptr<CompiledModel> model;
};

} // namespace qopt
