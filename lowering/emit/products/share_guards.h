// Weighting programs of attention say what becomes of shares that are no numbers. Kernels that
// weigh by sums of their own read it here, and do the same.
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"

#include <optional>

namespace qopt {

bool isInput(const qrt::ScalarProgram &program, uint16_t value, qrt::ScalarInputKind kind);
/// Returns the number of an f32 constant; none if the value is no such constant.
std::optional<float> constantAt(const qrt::ScalarProgram &program, uint16_t value);

/// A value, and what stands in its place: 0 where it is NaN, 0 where its key's score is −∞.
struct GuardedShare {
  uint16_t value = 0;
  bool isZeroForNaN = false, isZeroForMasked = false;
};
GuardedShare withoutGuards(const qrt::ScalarProgram &weighting, uint16_t value);

/// Returns the guarded share of a weighting program whose result is the share itself as f32, behind
/// guards at most; none of other programs. A key whose score is −∞ has a share of 0, or of NaN as
/// the rest of its row has.
std::optional<GuardedShare> plainShareOf(const qrt::ScalarProgram &weighting);

} // namespace qopt
