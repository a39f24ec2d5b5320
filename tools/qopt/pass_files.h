// Files that passes read.
#pragma once

#include "mlir/Pass/PassManager.h"

#include <string>
#include <vector>

namespace qopt::tool {

/// What the options of these passes say, each value and what its commas separate: those that are
/// files are read, as calibration= and policy= of ours and whatever a plugin's passes name.
std::vector<std::string> valuesOfOptions(mlir::OpPassManager &passes);

} // namespace qopt::tool
