// Kernels of the table in kernels.h that move elements, or fold integers in any order. Internal.
#pragma once

#include <cstdint>

namespace qrt {

/// bytes[i] = table[bytes[i]], of 256 entries.
using TranslateFn = void (*)(uint8_t *bytes, int64_t count, const uint8_t *table);

/// to[i · planes + p] = from[p · planeStride + i].
using InterleaveFn = void (*)(void *to, const void *from, int64_t planeStride, int64_t count);
constexpr int interleavedPlanes = 4; // at most

/// Windows of integers, along one axis at a time: out[p][i] folds from[p·pixelStride + t·tapStride
/// + i] over the taps t, for `count` elements i of each pixel p; strides count elements.
struct FoldArgs {
  const void *from;
  int64_t taps, tapStride;
  int64_t pixels, pixelStride, count;
  void *out;
  int64_t outStride;
  int32_t zeroPoint; // of sums of bytes: subtracted from each
};
using FoldFn = void (*)(const FoldArgs &);

} // namespace qrt
