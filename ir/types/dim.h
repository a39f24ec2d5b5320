// A size that may grow with the batch: scale·N + offset. Plain, for hosts that
// see no MLIR header; dims.h reads them from types.
#pragma once

#include "runtime/numerics/types/extent.h"

namespace qopt::nn {

/// Of multiple 1: what is rounded up is storage, not a dimension.
using Dim = qrt::Extent;

inline Dim staticDim(int64_t size) { return {0, size}; }
/// Of what their verifier knows to be small.
inline Dim sum(Dim a, Dim b) { return {a.scale + b.scale, a.offset + b.offset}; }

} // namespace qopt::nn
