// nn.precisions of an entry: in which precision a network's file has its layers computed, by key.
// Of the formats that are read, OpenCL Caffe's says so (compute_data_type).
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>
#include <optional>
#include <string>

namespace qopt::nn {

inline constexpr llvm::StringLiteral precisionsAttr = "nn.precisions";

enum class StatedPrecision { Float, Half, Int8, Int16 };

/// "float", "half", "int8", "int16".
llvm::StringRef precisionName(StatedPrecision precision);
std::optional<StatedPrecision> parsePrecision(llvm::StringRef name);

using StatedPrecisions = std::map<std::string, StatedPrecision>;
/// Returns the precisions stated in the file; empty if there are none. Keys may be of layers that
/// are gone.
StatedPrecisions statedPrecisions(mlir::func::FuncOp entry);
/// Does nothing if `precisions` is empty.
void setStatedPrecisions(mlir::func::FuncOp entry, const StatedPrecisions &precisions);

/// nn.precisions as it must stand: a dictionary of these names, on a function.
mlir::LogicalResult verifyPrecisions(mlir::Operation *op, mlir::Attribute value);

} // namespace qopt::nn
