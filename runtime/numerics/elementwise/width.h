// Elements moved as they are stored: only their width matters. Internal.
#pragma once

#include <cstddef>
#include <cstdint>

namespace qrt {

/// visitor(a value of the unsigned type of `width` bytes: 1, 2, 4 or 8).
template <typename Visitor> void visitWidth(size_t width, Visitor &&visitor) {
  switch (width) {
  case 1: return visitor(uint8_t());
  case 2: return visitor(uint16_t());
  case 4: return visitor(uint32_t());
  default: return visitor(uint64_t());
  }
}

} // namespace qrt
