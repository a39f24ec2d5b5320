// Student's t distribution.
#pragma once

#include <cstdint>

namespace qopt::run {

/// How likely a value is beyond t, which is 0 or more, of so many degrees of freedom, 1 or more:
/// one tail of Student's distribution, by its finite series (Abramowitz and Stegun, 26.7.3 and
/// 26.7.4).
double tailOfStudent(double t, int64_t degrees);

} // namespace qopt::run
