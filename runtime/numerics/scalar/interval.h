// What the values of a scalar program may be: look-ups and loads are proved to stay inside by it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace qrt {

/// An end of what values may be, scale·N + offset for a batch of N ≥ 1: reals, negative or infinite
/// ones too, and no size (that is an Extent). Of integers both are integers, exact below 2^53: a
/// rounded end could prove an index one past the last.
struct ValueBound {
  double scale = 0, offset = 0;
  constexpr ValueBound(double constant = 0) : offset(constant) {}
  constexpr ValueBound(double scale, double offset) : scale(scale), offset(offset) {}
  constexpr double at(double batch) const { return scale * batch + offset; }
  constexpr bool isConstant() const { return scale == 0; }
  constexpr ValueBound operator+(ValueBound b) const {
    return {scale + b.scale, offset + b.offset};
  }
  constexpr ValueBound operator-(ValueBound b) const {
    return {scale - b.scale, offset - b.offset};
  }
  constexpr ValueBound operator*(double factor) const { return {scale * factor, offset * factor}; }
};

/// For every N; false where it cannot be said (or one is NaN).
constexpr bool isAtMost(ValueBound a, ValueBound b) {
  return a.scale <= b.scale && a.at(1) <= b.at(1);
}
constexpr bool isBelow(ValueBound a, ValueBound b) {
  return a.scale <= b.scale && a.at(1) < b.at(1);
}
/// No greater, or no less, than either at any N.
constexpr ValueBound below(ValueBound a, ValueBound b) {
  double scale = std::min(a.scale, b.scale);
  return {scale, std::min(a.at(1), b.at(1)) - scale};
}
constexpr ValueBound above(ValueBound a, ValueBound b) {
  double scale = std::max(a.scale, b.scale);
  return {scale, std::max(a.at(1), b.at(1)) - scale};
}

/// All values but NaN lie in it.
struct Interval {
  ValueBound low = -std::numeric_limits<double>::infinity();
  ValueBound high = std::numeric_limits<double>::infinity();
  constexpr bool isConstant() const { return low.isConstant() && high.isConstant(); }
  bool isFinite() const { return std::isfinite(low.offset) && std::isfinite(high.offset); }
  /// The one value that it holds, whatever N.
  constexpr bool isPoint() const { return isConstant() && low.offset == high.offset; }
};

/// Results' intervals from operands'. What rounds to f32 is rounded by the caller (monotone, so
/// that bounds stay bounds), and integers that could wrap are anything. Where the ends of a result
/// make no sense (low above high, NaN), nothing is known of it.
namespace interval {
using I = Interval;

constexpr I any(I, I, I) { return {}; }
constexpr I same(I a, I, I) { return a; }
constexpr I truth(I, I, I) { return {0, 1}; }
constexpr I sum(I a, I b, I) { return {a.low + b.low, a.high + b.high}; }
constexpr I difference(I a, I b, I) { return {a.low - b.high, a.high - b.low}; }
/// Either bounds the extreme of two: the one that says more where one does, else one that is no
/// infinity, else that which grows less.
inline ValueBound lesser(ValueBound a, ValueBound b) {
  if (isAtMost(a, b) || isAtMost(b, a))
    return isAtMost(a, b) ? a : b;
  if (std::isinf(a.offset) || std::isinf(b.offset))
    return std::isinf(a.offset) ? b : a;
  return a.scale < b.scale ? a : b;
}
inline ValueBound greater(ValueBound a, ValueBound b) {
  if (isAtMost(a, b) || isAtMost(b, a))
    return isAtMost(b, a) ? a : b;
  if (std::isinf(a.offset) || std::isinf(b.offset))
    return std::isinf(a.offset) ? b : a;
  return b.scale < a.scale ? a : b;
}
inline I least(I a, I b, I) { return {below(a.low, b.low), lesser(a.high, b.high)}; }
inline I greatest(I a, I b, I) { return {greater(a.low, b.low), above(a.high, b.high)}; }
constexpr I either(I, I b, I c) { return {below(b.low, c.low), above(b.high, c.high)}; }

/// A function that never falls, of what does not grow with N.
template <typename Function> I monotone(I a, Function function) {
  return a.isConstant() ? I{function(a.low.offset), function(a.high.offset)} : I{};
}
inline I rounded(I a, I, I) {
  return monotone(a, [](double x) { return std::rint(x); });
}
inline I truncated(I a, I, I) {
  return monotone(a, [](double x) { return std::trunc(x); });
}
/// Truncated, kept in an i32; NaN's is 0.
inline I saturated(I a, I, I) {
  I kept = monotone(a, [](double x) { return std::clamp(std::trunc(x), -0x1p31, 0x1p31 - 1); });
  return {below(kept.low, 0), above(kept.high, 0)};
}
constexpr I narrowed(I a, I, I) {
  if (!a.isConstant())
    return a;
  return {std::clamp(a.low.offset, -0x1p31, 0x1p31 - 1),
          std::clamp(a.high.offset, -0x1p31, 0x1p31 - 1)};
}

inline I product(I a, I b, I) {
  auto scaled = [](I x, double c) {
    return c < 0 ? I{x.high * c, x.low * c} : I{x.low * c, x.high * c};
  };
  if (b.isPoint())
    return scaled(a, b.low.offset);
  if (a.isPoint())
    return scaled(b, a.low.offset);
  if (!a.isFinite() || !b.isFinite() || !a.isConstant() || !b.isConstant())
    return {};
  auto [low, high] = std::minmax({a.low.offset * b.low.offset, a.low.offset * b.high.offset,
                                  a.high.offset * b.low.offset, a.high.offset * b.high.offset});
  return {low, high};
}

/// Of integers, towards zero.
inline I quotient(I a, I b, I) {
  if (isAtMost(0, a.low) && isAtMost(1, b.low) && !b.isPoint())
    return {0, a.high};
  double c = b.low.offset;
  if (!b.isPoint() || c < 1)
    return {};
  if (a.isConstant())
    return {std::trunc(a.low.offset / c), std::trunc(a.high.offset / c)};
  if (!isAtMost(0, a.low))
    return {};
  // floor((s·N + o) / c) with integer coefficients: its value at N = 1, and a step for each more.
  auto atOne = [&](ValueBound x) { return std::floor(x.at(1) / c); };
  double least = std::floor(a.low.scale / c), most = std::ceil(a.high.scale / c);
  return {ValueBound(least, atOne(a.low) - least), ValueBound(most, atOne(a.high) - most)};
}
/// Of integers, with the sign of the first.
constexpr I remainder(I a, I b, I) {
  if (!isAtMost(1, b.low))
    return {};
  ValueBound most = b.high - 1;
  if (!isAtMost(0, a.low))
    return {ValueBound(0) - most, most};
  return {0, isAtMost(a.high, most) ? a.high : most};
}
constexpr I conjunction(I a, I b, I) {
  bool isA = isAtMost(0, a.low), isB = isAtMost(0, b.low);
  if (!isA && !isB)
    return {};
  return {0, isA && (!isB || isAtMost(a.high, b.high)) ? a.high : b.high};
}
/// Or and exclusive or set no bit that neither has.
inline I bitsOfEither(I a, I b, I) {
  ValueBound most = above(a.high, b.high);
  if (!isAtMost(0, a.low) || !isAtMost(0, b.low) || !most.isConstant() || !(most.offset < 0x1p53))
    return {};
  return {0, double(std::bit_ceil(uint64_t(most.offset) + 1) - 1)};
}
constexpr I shifted(I a, I, I) { return isAtMost(0, a.low) ? I{0, a.high} : I{}; }
/// An index kept below a size.
constexpr I guarded(I, I size, I) {
  return {0, isAtMost(1, size.high) ? size.high - 1 : above(size.high - 1, 0)};
}
} // namespace interval

/// What an f32 value is known to be: NaN's integer is no index.
enum class Known : uint8_t { Finite, Number /* or infinite */, Nothing };

/// What results are known to be from operands: sums and products of finite values overflow at
/// most; two infinities may meet as NaN.
namespace known {
using K = Known;
constexpr K finite(K, K, K) { return K::Finite; }
constexpr K nothing(K, K, K) { return K::Nothing; }
constexpr K same(K a, K, K) { return a; }
constexpr K either(K a, K b, K) { return std::max(a, b); }
constexpr K choice(K, K b, K c) { return std::max(b, c); }
constexpr K sum(K a, K b, K) {
  return std::min(a, b) == K::Finite && std::max(a, b) != K::Nothing ? K::Number : K::Nothing;
}
constexpr K product(K a, K b, K) { return std::max(a, b) == K::Finite ? K::Number : K::Nothing; }
constexpr K fused(K a, K b, K c) {
  return std::max(a, b) == K::Finite && c != K::Nothing ? K::Number : K::Nothing;
}
} // namespace known

} // namespace qrt
