// A pointwise convolution and a depthwise one of its result, row by row: what lies between stays in
// a core's cache (docs/decisions/runtime/fused-convolutions.md).
#pragma once

#include "runtime/numerics/windows/conv2d.h"

namespace qrt {

/// One of the two.
struct Conv2dStage {
  const Conv2dShape &shape;
  QuantizedInput input;
  const PackedWeights &weights;
  const Epilogue &epilogue;
};

/// Of shapes: whether `second`, of such an input and weights, may follow `first`.
bool canFuse(const Conv2dShape &first, const Conv2dShape &second, QuantizedInput input,
             QuantizedInput weightType);
/// Of such shapes: whether threads have rows enough that those which two of them compute do not
/// matter, and whether what lies between, `bytes` of it, is more than their caches hold. Never of
/// signals: their one row is all that lies between, or their rows are of single pixels.
bool isFusionWorth(const Conv2dShape &second, int64_t samples, int64_t threads, int64_t bytes,
                   int64_t cacheBytes);

/// The same values as conv2d of each. first.epilogue has no tensors, and its output is not written.
/// False, and nothing done: the weights have no kernel that takes rows.
bool fusedConv2d(const Execution &, int64_t samples, const void *x, const Conv2dStage &first,
                 const Conv2dStage &second);

} // namespace qrt
