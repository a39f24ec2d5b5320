// A pointwise convolution followed by a depthwise one, computed row by row: the rows between them
// stay in a core's cache (docs/decisions/runtime/fused-convolutions.md).
#pragma once

#include "runtime/numerics/windows/conv2d.h"

namespace qrt {

/// One of the two convolutions.
struct Conv2dStage {
  const Conv2dShape &shape;
  QuantizedInput input;
  const PackedWeights &weights;
  const Epilogue &epilogue;
};

/// Returns whether the shapes can be fused: `second` has this input type and these weights.
bool canFuse(const Conv2dShape &first, const Conv2dShape &second, QuantizedInput input,
             QuantizedInput weightType);
/// Returns whether fusing such shapes pays: threads have so many rows that those computed by two of
/// them do not matter, and the tensor between, of `bytes`, fills at least a quarter of their
/// caches. Never for signals: one row is the whole tensor between, or rows are single pixels.
bool isFusionWorth(const Conv2dShape &second, int64_t samples, int64_t threads, int64_t bytes,
                   int64_t cacheBytes);

/// Computes the same values as conv2d of each. first.epilogue has no tensors, and its output is not
/// written. Returns false, having done nothing, if the weights have no kernel that takes rows.
bool fusedConv2d(const Execution &, int64_t samples, const void *x, const Conv2dStage &first,
                 const Conv2dStage &second);

} // namespace qrt
