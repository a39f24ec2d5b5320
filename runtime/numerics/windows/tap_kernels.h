// Windows of rows of channels: sums, maxima, products. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"
#include "runtime/numerics/types/element_type.h"

namespace qrt {

/// acc[c] over a ny × nx window of rows of `channels` elements; strides count
/// elements. Weights, for depthwise convolution: f32, or i32.
struct TapArgs {
  const void *x;
  int64_t ny, nx, strideY, strideX, channels;
  int32_t zeroPoint;
  const void *weights;
  int64_t weightStrideY, weightStrideX;
  void *acc;
};
using TapFn = void (*)(const TapArgs &);

enum class TapKind : uint8_t { Sum, Max, Dot, DotFast };
constexpr int tapKinds = 4;

struct TapKernels {
  TapFn tap[tapKinds][elementTypeCount]; // sums of I16 are I64
};
const TapKernels &tapKernels(Isa isa);

QRT_DECLARE_ISA_FILL(TapKernels, fillTaps)

} // namespace qrt
