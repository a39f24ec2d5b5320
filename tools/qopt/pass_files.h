// Files that passes read.
#pragma once

#include "mlir/Pass/PassManager.h"

#include <string>
#include <vector>

namespace qopt::tool {

/// What the options of these passes say, each value and what its commas separate. Any of them may
/// be a file that is read, as calibration= and policy= of ours and what a plugin's passes name:
/// options do not say which are.
std::vector<std::string> valuesOfOptions(mlir::OpPassManager &passes);

} // namespace qopt::tool
