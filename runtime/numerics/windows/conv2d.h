// 2-D convolutions: their shapes, packed weights and loop. `samples` is the run-time batch extent.
#pragma once

#include "runtime/numerics/elementwise/epilogue.h"
#include "runtime/numerics/matmul/packed_weights.h"
#include "runtime/numerics/types/quantized_input.h"
#include "runtime/numerics/types/walk.h"
#include "runtime/numerics/windows/window2d.h"

#include <array>
#include <cstdint>

namespace qrt {

/// One sample of a 2-D convolution; activations NHWC, input pixels `inPitch` elements apart (0:
/// inChannels; elements between are ignored), weights OIHW with I = inChannels / groups.
struct Conv2dShape {
  std::array<int64_t, 2> in{1, 1}; // height, width
  std::array<int64_t, 2> out{1, 1};
  int64_t inChannels = 1, outChannels = 1, groups = 1;
  Window2d window;
  int64_t inPitch = 0;
  int64_t pixelPitch() const { return inPitch ? inPitch : inChannels; }
  bool operator==(const Conv2dShape &) const = default;
};
QRT_FIELDS(Conv2dShape, in, out, inChannels, outChannels, groups, window, inPitch)

/// `weights`: OIHW, a factor (isReadFactor) of the input, or i16 of −255 … 255 beside bytes. Float
/// sums in fixed order run over (ky, kx, input channel).
PackedWeightsPtr packConv2d(const Execution &, const Conv2dShape &, QuantizedInput input,
                            QuantizedInput weightType, const void *weights,
                            PackedFor = PackedFor::Run);
/// For conv2d in f32 by other terms, products of transformed tiles (windows/tiled_conv2d.h).
PackedWeightsPtr packTiledConv2d(const Execution &, const Conv2dShape &, const float *weights,
                                 PackedFor = PackedFor::Run);
/// `input` as it was packed for; its zero point may be another.
void conv2d(const Execution &, const Conv2dShape &, int64_t samples, QuantizedInput input,
            const void *x, const PackedWeights &weights, const Epilogue &);

} // namespace qrt
