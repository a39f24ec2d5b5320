// Checks that ranges can be chosen as somebody asks.
#pragma once

#include "passes/calibrate/calibrators.h"

#include <string>

namespace qopt {

/// Empty, or what is wrong: a method that there is not; bits other than 8 and 16; a percentile
/// outside of [50, 100]; a weight of what is cut off outside of [0.001, 1000]; skipped zeros for a
/// method that counts none. Settings that the method does not read are otherwise let be.
std::string whyUnchoosable(const std::string &method, const CalibrationSettings &settings);

} // namespace qopt
