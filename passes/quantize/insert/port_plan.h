// io=quantized: what an entry takes and returns as integers.
#pragma once

#include "passes/quantize/insert/plan.h"

namespace qopt {

/// Every f32 argument and result becomes quantized, by its own parameters: a dequantize behind an
/// argument, a quantize before a result, which the conversions inside then cancel.
class PortPlan {
public:
  /// Fails with a diagnostic where a port's range is not known.
  mlir::LogicalResult build(mlir::func::FuncOp function, const QuantPlan &plan);
  /// After the operations inside were made integer.
  void apply(mlir::func::FuncOp function) const;

private:
  llvm::SmallVector<std::optional<nn::QuantParams>> arguments, results;
};

} // namespace qopt
