// 2-D pools.
#pragma once

#include "runtime/numerics/elementwise/epilogue.h"
#include "runtime/numerics/types/quantized_input.h"
#include "runtime/numerics/windows/window2d.h"

#include <array>
#include <cstdint>

namespace qrt {

enum class PoolKind : uint8_t { Max, Average };

/// One sample of a 2-D pool, NHWC. Average: the accumulator is the sum, the Count input the number
/// of elements that the position averages.
struct Pool2dShape {
  PoolKind kind = PoolKind::Max;
  std::array<int64_t, 2> in{1, 1}, out{1, 1};
  int64_t channels = 1;
  Window2d window;
  bool countIncludePad = false;
  bool operator==(const Pool2dShape &) const = default;
};
QRT_FIELDS(Pool2dShape, kind, in, out, channels, window, countIncludePad)

/// Max: the accumulator is the largest stored value (padding never wins, NaN
/// does), F32 or I32. Average: the sum of (q − zeroPoint), padding adding
/// nothing; I64 for I16. countIncludePad: Count is the whole window everywhere.
void pool2d(const Execution &, const Pool2dShape &, int64_t samples, QuantizedInput input,
            const void *x, const Epilogue &);

} // namespace qrt
