// Quotients of a scalar program that are rounded to a whole number at once.
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"

#include <vector>

namespace qopt {

/// Of each value: whether it is x / c with a constant |c| within 2^±60 and nothing reads it but
/// F32ToI32(MinF(MaxF(RintF(x / c) [+ a constant], low), high)), NaN perhaps made 0 before. What
/// exact.h's divideToRound gives in its place is the same in the end.
std::vector<bool> roundedQuotients(const qrt::ScalarProgram &program);

} // namespace qopt
