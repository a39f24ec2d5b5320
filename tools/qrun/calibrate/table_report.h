// A calibration as JSON for programs.
#pragma once

#include "passes/calibrate/calibration.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

/// "samples", "calibrator" and "scheme" (null where ranges came from elsewhere), "bits", "partial",
/// "results": [{"value", "min", "max", "chosen"}]
void writeCalibration(llvm::json::OStream &json, const Calibration &calibration);

} // namespace qopt::run
