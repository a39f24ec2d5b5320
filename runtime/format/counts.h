// The range in which kernels count, which limits launches.
#pragma once

#include <cstdint>

namespace qrt {

/// The largest number of a launch's items, and the largest value of an Extent among its arguments.
/// Kernels count in an int and past the end: they round up to whole tiles and look a few strides
/// ahead, by less than 2^20 in all.
constexpr int64_t largestCount = INT32_MAX - (int64_t(1) << 20);

} // namespace qrt
