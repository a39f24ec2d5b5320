// Operations of scalar programs, and of types' storage, over lanes of values. Internal.
#pragma once

#include "runtime/numerics/execution/isa_table.h"
#include "runtime/numerics/scalar/scalar_program.h"

namespace qrt {

/// One operation of a scalar program over `lanes` values. `target` is none of
/// the operands.
using LaneFn = void (*)(void *target, const void *a, const void *b, const void *c, int64_t lanes);

/// clamp(rint(t) + zero) to storage integers in one sweep; the bounds and the
/// zero are floats, as the program has them.
struct QuantizeBounds {
  float zero, lower, upper;
};
using QuantizeFn = void (*)(void *target, const float *t, QuantizeBounds, int64_t lanes);

struct LaneKernels {
  /// Indexed by operation and by the type of its typingOperand; null if the operation does not
  /// exist for it.
  LaneFn lane[scalarOpCount][scalarTypeCount];
  LaneFn roundTo[elementTypeCount]; // narrow floats
  LaneFn multiplyInt;               // f32(i32 a) · b
  LaneFn multiplySum;               // f32(i32 a + i32 c) · b
  LaneFn fixedScale;                // ShrRoundI(MulHighI(i32 a, i32 b), i32 c)
  LaneFn atLeast;                   // max(a, b) where b is neither NaN nor +0
  LaneFn atMost;                    // min(a, b) where b is neither NaN nor −0
  LaneFn relu;                      // max(a, +0)
  void (*load[elementTypeCount])(void *target, const void *source, int64_t count);
  void (*store[elementTypeCount])(void *target, const void *source, int64_t count);
  QuantizeFn quantize[elementTypeCount]; // I8, U8, I16
};
const LaneKernels &laneKernels(Isa isa);

QRT_DECLARE_ISA_FILL(LaneKernels, fillLanes)

} // namespace qrt
