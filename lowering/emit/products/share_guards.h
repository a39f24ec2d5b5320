// Weighting programs of attention say what becomes of shares that are no numbers. Kernels that
// weigh by sums of their own read it here, and do the same.
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"

#include <optional>

namespace qopt {

bool isInput(const qrt::ScalarProgram &program, uint16_t value, qrt::ScalarInputKind kind);
/// Of an f32 constant.
std::optional<float> constantAt(const qrt::ScalarProgram &program, uint16_t value);

/// A value, and what stands in its place: 0 where it is NaN, 0 where its key's score is −∞.
struct GuardedShare {
  uint16_t value = 0;
  bool isZeroForNaN = false, isZeroForMasked = false;
};
GuardedShare withoutGuards(const qrt::ScalarProgram &weighting, uint16_t value);

/// Of a weighting program that gives the share itself as f32, but for guards; else none. A key
/// whose score is −∞ has a share of 0, or of NaN as its row.
std::optional<GuardedShare> plainShareOf(const qrt::ScalarProgram &weighting);

} // namespace qopt
