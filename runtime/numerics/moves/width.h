// Elements moved as they are stored: only their width matters. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

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

/// Moves `count` elements apart by `stride` together.
inline void gather(size_t width, void *target, const void *source, int64_t count, int64_t stride) {
  if (stride == 1)
    return void(std::memcpy(target, source, size_t(count) * width));
  visitWidth(width, [&](auto unit) {
    auto *t = static_cast<decltype(unit) *>(target);
    auto *s = static_cast<const decltype(unit) *>(source);
    for (int64_t i = 0; i < count; ++i)
      t[i] = s[i * stride];
  });
}

/// Elements from where each lies, together.
inline void gather(size_t width, void *target, const void *source, const int64_t *places,
                   int64_t count) {
  visitWidth(width, [&](auto unit) {
    auto *t = static_cast<decltype(unit) *>(target);
    auto *s = static_cast<const decltype(unit) *>(source);
    for (int64_t i = 0; i < count; ++i)
      t[i] = s[places[i]];
  });
}

} // namespace qrt
