// What a tensor's stored integers stand for. Plain, for hosts that see no MLIR
// header; quant_type.h reads them from types.
#pragma once

#include "runtime/numerics/tensor.h"

#include <algorithm>
#include <cstdint>

namespace qopt::nn {

/// real = scale·(q − zeroPoint); the scale is an f32 held in a double.
struct QuantParams {
  double scale = 1;
  int64_t zeroPoint = 0;
  int64_t min = -128, max = 127; // storage range
  qrt::ElementType storage = qrt::ElementType::I8;
  bool operator==(const QuantParams &) const = default;
  /// Steps of a stored value from real zero, at most.
  int64_t reach() const { return std::max(max - zeroPoint, zeroPoint - min); }
};

} // namespace qopt::nn
