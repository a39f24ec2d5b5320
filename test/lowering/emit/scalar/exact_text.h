// The text of exact.h as kernels of GPUs have it, compiled for the host: tests try what kernels
// run, and no copy of it.
#pragma once

#include <bit>
#include <cmath>

namespace qopt::test::exact_text {

using u32 = unsigned;
using u64 = unsigned long long;
using i32 = int;
using f32 = float;

inline f32 mulF(f32 a, f32 b) { return a * b; }
inline f32 fmaF(f32 a, f32 b, f32 c) { return std::fma(a, b, c); }
inline f32 absF(f32 a) { return std::fabs(a); }
inline f32 sqrt(f32 a) { return std::sqrt(a); }

#define DEVICE [[maybe_unused]] static inline
#define AS_F32(bits) std::bit_cast<f32>(u32(bits))
#define AS_U32(value) std::bit_cast<u32>(f32(value))
#define LEADING_ZEROS(x) std::countl_zero(u32(x))
#include "lowering/kernels/common/exact.h"
#undef DEVICE
#undef AS_F32
#undef AS_U32
#undef LEADING_ZEROS

} // namespace qopt::test::exact_text
