// The range of a value that functions alone read.
#pragma once

#include "passes/calibrate/calibrators.h"
#include "passes/calibrate/reader_functions.h"

namespace qopt {

/// Returns the range with which the functions' results lose least: the sum over functions of the
/// results' squared error over their squares, of all values that were counted, each in the middle
/// of its bin. Results of values that are cut off count `clipWeight` times. Each end is sought by
/// itself, for a function may be flat on one side. Needs a histogram.
Range functionRange(const TensorStatistics &seen, const CalibrationSettings &settings,
                    std::span<const ReaderFunction> functions);

} // namespace qopt
