// Files that passes read.
#pragma once

#include "mlir/Pass/PassManager.h"

#include <string>
#include <vector>

namespace qopt::tool {

/// Returns the values of these passes' options, each whole and split at its commas. Any of them may
/// be a file that is read, as calibration= and policy= of ours and what a plugin's passes name:
/// options do not say which are.
std::vector<std::string> valuesOfOptions(mlir::OpPassManager &passes);

} // namespace qopt::tool
