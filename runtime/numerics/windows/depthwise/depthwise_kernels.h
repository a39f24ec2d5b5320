// Rows of depthwise convolutions. Internal.
#pragma once

#include "runtime/numerics/execution/finish.h"
#include "runtime/numerics/execution/isa_table.h"

namespace qrt {

/// Computes acc[pixel][c] for consecutive output pixels in one row of a depthwise convolution.
/// rows[ky][i] points to the first channel of the input pixel i columns after the first window's
/// left edge, or of a pixel that stands for the padding.
struct DepthwiseArgs {
  const void *const *const *rows;
  int64_t pixels, channels;
  int64_t height, width;    // taps of the window
  int64_t stride, dilation; // of columns
  /// [ky][kx][channels] of f32. Quads: [channels / (4·vectorLanes), rounded up][ky / 4, rounded
  /// up][kx] [4·vectorLanes] quads of s8; a quad runs along ky and is zero past the window's end.
  const void *weights;
  /// For bytes only. `init` is added to the sums and is padded to whole vectors of channels (quads:
  /// to four vectors); `flip` is XORed to all bytes of an input, for an unsigned one.
  const int32_t *init;
  int32_t flip;
  void *woven; // of quads: DepthwiseKernels::wovenBytes of room
  void *acc;
  const Finish *finish; // instead of acc, where DepthwiseKernels::finishes; null: none

  /// Returns the number of input pixels from the first to the last that `pixels` windows cover.
  int64_t positions() const { return (pixels - 1) * stride + (width - 1) * dilation + 1; }
};
using DepthwiseFn = void (*)(const DepthwiseArgs &);

/// Null where the taps (tap_kernels.h) do as well.
struct DepthwiseKernels {
  DepthwiseFn floats[elementTypeCount][2]; // f32, f16, bf16; the order is fixed, or fast
  DepthwiseFn quads;                       // of bytes
  /// For windows in which a loaded pixel serves all windows that cover it, and for windows of one
  /// row (isOfBytesAsF32 in windows/depthwise.cpp): on sets where quads take more than one
  /// instruction, and on all for weights that are no signed bytes.
  DepthwiseFn bytesAsF32;
  bool finishes;                                // floats by Bound, integers by Requantize
  bool hasQuadProducts;                         // one instruction multiplies a quad
  int64_t (*wovenBytes)(const DepthwiseArgs &); // that rows of bytes take; null without quads
};
const DepthwiseKernels &depthwiseKernels(Isa isa);

QRT_DECLARE_ISA_FILL(DepthwiseKernels, fillDepthwise)
QRT_DECLARE_ISA_FILL(DepthwiseKernels, fillDepthwiseBytes)
QRT_DECLARE_ISA_FILL_OF_BYTES(DepthwiseKernels, fillDepthwiseQuads)

} // namespace qrt
