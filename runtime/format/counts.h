// Kernels count so far, and no launch may ask for more.
#pragma once

#include <cstdint>

namespace qrt {

/// A launch may have at most so many items, and no larger value of an Extent among its arguments.
/// Kernels count in an int and beyond what is there: they round up to whole tiles, and ask for
/// tiles a few strides ahead. That stays below 2^20.
constexpr int64_t largestCount = INT32_MAX - (int64_t(1) << 20);

} // namespace qrt
