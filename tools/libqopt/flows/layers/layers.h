// Layers with weights: what quantization is worth it for.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace qopt::run {

/// Names of the entry's convolutions and matrix products of constant weights, in their order.
std::vector<std::string> weightedLayers(mlir::ModuleOp module);
/// Return how many of them compute on integers of constant parameters, and of parameters that runs
/// make.
size_t countIntegerLayers(mlir::ModuleOp module);
size_t countDynamicLayers(mlir::ModuleOp module);
/// Tells whether the entry has a layer of this name, with weights or not.
bool hasLayer(mlir::ModuleOp module, llvm::StringRef name);

/// Multiply-adds of the entry's layers, with weights or not, of one sample.
class MultiplyAdds {
public:
  explicit MultiplyAdds(mlir::ModuleOp module);
  /// Percent of all that these layers take.
  double percentOf(llvm::ArrayRef<std::string> layers) const;

private:
  llvm::StringMap<int64_t> byLayer;
  int64_t all = 0;
};

} // namespace qopt::run
