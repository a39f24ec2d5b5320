// Norms before their scale of rows that are stored as halves.
#pragma once

#include "runtime/numerics/loops.h"

namespace qrt {

/// `standardize` (loops.h) of f16 or bf16, each widened.
void standardizeHalves(const Execution &, const StandardizeShape &, int64_t outer, ElementType type,
                       const void *x, const Epilogue &);

} // namespace qrt
