// Quotients of a scalar program that are rounded to a whole number at once.
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"

#include <vector>

namespace qopt {

/// Returns for each value whether it is x / c with a constant |c| within 2^±60 and nothing reads it
/// but F32ToI32(MinF(MaxF(RintF(x / c) [+ a constant], low), high)), and perhaps a guard in front
/// that puts a constant in place of NaN. exact.h's divideToRound, in place of such a division,
/// gives the same integers.
std::vector<bool> roundedQuotients(const qrt::ScalarProgram &program);

} // namespace qopt
