// Kernels of attention of bytes compute their programs here in fewer instructions, with the same
// bits.
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"

#include <optional>

namespace qopt {

/// A scoring program that takes its sum as an f32, in place of the i32 that it only converts; none
/// where it reads the integer otherwise. Right where f32 holds every sum.
std::optional<qrt::ScalarProgram> scoringOfFloats(const qrt::ScalarProgram &scoring);

/// A weight that is its share in steps, rint(share / step) clamped to 0 … highest, and 0 where the
/// share is NaN.
struct ShareSteps {
  float step;
  int highest;
};
/// None where a weighting program is something else. What only says again that masked keys and NaN
/// give 0 does not count: a key whose score is −∞ has a share of 0, or of NaN as its row.
std::optional<ShareSteps> shareStepsOf(const qrt::ScalarProgram &weighting);

} // namespace qopt
