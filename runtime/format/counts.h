// How far kernels count.
#pragma once

#include <cstdint>

namespace qrt {

/// The largest number of items, or value of an Extent among arguments, that a launch may have.
/// Kernels count in an int and beyond what is there: they round up to whole tiles, and ask for
/// tiles a few strides ahead. That stays below 2^20.
constexpr int64_t largestCount = INT32_MAX - (int64_t(1) << 20);

} // namespace qrt
