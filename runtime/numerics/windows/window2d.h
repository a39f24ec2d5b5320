// Windows of two dimensions.
#pragma once

#include "runtime/numerics/types/fields.h"

#include <array>
#include <cstdint>

namespace qrt {

/// A sliding window over y (index 0) and x (index 1). Padding after the end
/// is implied by the output size.
struct Window2d {
  std::array<int64_t, 2> kernel{1, 1};
  std::array<int64_t, 2> stride{1, 1};
  std::array<int64_t, 2> dilation{1, 1};
  std::array<int64_t, 2> padBegin{0, 0};
  bool operator==(const Window2d &) const = default;
};
QRT_FIELDS(Window2d, kernel, stride, dilation, padBegin)

} // namespace qrt
