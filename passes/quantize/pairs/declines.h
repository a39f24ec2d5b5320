// Declines collects why operations between pairs stay float.
#pragma once

#include "passes/quantize/summary.h"

#include "ir/interfaces.h"

#include "mlir/IR/PatternMatch.h"

namespace qopt {

/// The reason that a layer's last trial gave is why it stays float.
class Declines {
public:
  llvm::LogicalResult decline(mlir::Operation *op, mlir::PatternRewriter &rewriter,
                              const llvm::Twine &reason);
  FloatReasons reasons;
};

/// Empty, or what of the steps that an operation is to read none computes with, in a user's words.
std::string whyNotComputed(llvm::ArrayRef<mlir::Value> operands, const nn::QuantizationRule &rule);

} // namespace qopt
