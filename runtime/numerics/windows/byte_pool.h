// Pools of bytes whose sums fit 16 bits, and maxima: rows of a window folded first, columns then.
// Internal.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/windows/pool2d.h"

namespace qrt {

/// Sums fit, or every window has a maximum; and a folded row fits a cache.
bool foldsBytes(const Pool2dShape &shape, QuantizedInput input);

void poolBytes(const Execution &execution, const Pool2dShape &shape, int64_t samples,
               QuantizedInput input, const void *x, const BlockProgram &program,
               const Epilogue &epilogue);

} // namespace qrt
