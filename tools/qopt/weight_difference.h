// Describes how far the contents of two constants of one type are apart.
#pragma once

#include "mlir/IR/Value.h"

#include <string>

namespace qopt::tool {

/// "2 of 9 values differ, by 0.5 at most: 1 / 1.5 at [0,2]", in what is stored: steps of a
/// quantized type; empty where every bit is the same.
std::string weightDifference(mlir::Value a, mlir::Value b);

} // namespace qopt::tool
