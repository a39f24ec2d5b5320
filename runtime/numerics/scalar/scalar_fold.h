// Scalar operations over constants. Internal to runtime/numerics.
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"

namespace qrt {

/// Applies `op` to constants (types and bits of its operands) with the
/// arithmetic of the lane loops; false where the result has no value.
bool foldScalar(ScalarOp op, const ScalarType *types, const uint64_t *bits, uint64_t &result);

} // namespace qrt
