// Layers with weights: what quantization is worth it for.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace qopt::run {

/// Names of the entry's convolutions and matrix products of constant weights, in their order.
std::vector<std::string> weightedLayers(mlir::ModuleOp module);
/// How many of them compute on integers of constant parameters, and of parameters that runs make.
size_t countIntegerLayers(mlir::ModuleOp module);
size_t countDynamicLayers(mlir::ModuleOp module);
/// Percent of the entry's multiply-adds, with weights or not, that these layers take.
double percentOfMultiplyAdds(mlir::ModuleOp module, llvm::ArrayRef<std::string> layers);
/// Whether the entry has a layer of this name, with weights or not.
bool hasLayer(mlir::ModuleOp module, llvm::StringRef name);

} // namespace qopt::run
