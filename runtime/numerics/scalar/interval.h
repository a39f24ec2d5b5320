// Intervals of the values of a scalar program. They prove that look-ups and loads stay inside.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace qrt {

/// An end of an interval of values, scale·N + offset for a batch of N ≥ 1. It is a real number,
/// negative or infinite ones included, not a size (that is an Extent). For integer values both are
/// integers, exact below 2^53: a rounded end could prove an index one past the last.
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

/// Returns whether a ≤ b for every N; false if that cannot be shown (or one is NaN).
constexpr bool isAtMost(ValueBound a, ValueBound b) {
  return a.scale <= b.scale && a.at(1) <= b.at(1);
}
constexpr bool isBelow(ValueBound a, ValueBound b) {
  return a.scale <= b.scale && a.at(1) < b.at(1);
}
/// A bound that is at no N greater (`below`) or less (`above`) than either operand.
constexpr ValueBound below(ValueBound a, ValueBound b) {
  double scale = std::min(a.scale, b.scale);
  return {scale, std::min(a.at(1), b.at(1)) - scale};
}
constexpr ValueBound above(ValueBound a, ValueBound b) {
  double scale = std::max(a.scale, b.scale);
  return {scale, std::max(a.at(1), b.at(1)) - scale};
}

/// The range of a value; all values but NaN lie in it.
struct Interval {
  ValueBound low = -std::numeric_limits<double>::infinity();
  ValueBound high = std::numeric_limits<double>::infinity();
  constexpr bool isConstant() const { return low.isConstant() && high.isConstant(); }
  bool isFinite() const { return std::isfinite(low.offset) && std::isfinite(high.offset); }
  /// Returns whether the interval holds a single value that does not depend on N.
  constexpr bool isPoint() const { return isConstant() && low.offset == high.offset; }
};

/// Intervals of results from those of operands. The caller rounds results to f32 (monotone, so that
/// bounds stay bounds), and gives up on integers that could wrap. If the ends of a result make no
/// sense (low above high, NaN), nothing is known of it.
namespace interval {
using I = Interval;

constexpr I any(I, I, I) { return {}; }
constexpr I same(I a, I, I) { return a; }
constexpr I truth(I, I, I) { return {0, 1}; }
constexpr I sum(I a, I b, I) { return {a.low + b.low, a.high + b.high}; }
constexpr I difference(I a, I b, I) { return {a.low - b.high, a.high - b.low}; }
/// A bound for the smaller (`lesser`) or greater (`greater`) of two values, each of which bounds
/// it: the tighter one if it is the same at all N, else a finite one, else the one that grows less.
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

/// Applies a function that never decreases to an interval whose ends do not depend on N.
template <typename Function> I monotone(I a, Function function) {
  return a.isConstant() ? I{function(a.low.offset), function(a.high.offset)} : I{};
}
inline I rounded(I a, I, I) {
  return monotone(a, [](double x) { return std::rint(x); });
}
inline I truncated(I a, I, I) {
  return monotone(a, [](double x) { return std::trunc(x); });
}
/// Truncates and clamps to the range of an i32; NaN becomes 0.
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

/// The quotient of integers, rounded towards zero.
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
/// The remainder of integers; it has the sign of the first operand.
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
/// OR and XOR of a and b, which set no bit above the highest one of either.
inline I bitsOfEither(I a, I b, I) {
  ValueBound most = above(a.high, b.high);
  if (!isAtMost(0, a.low) || !isAtMost(0, b.low) || !most.isConstant() || !(most.offset < 0x1p53))
    return {};
  return {0, double(std::bit_ceil(uint64_t(most.offset) + 1) - 1)};
}
constexpr I shifted(I a, I, I) { return isAtMost(0, a.low) ? I{0, a.high} : I{}; }
/// An index clamped to [0, size).
constexpr I guarded(I, I size, I) {
  return {0, isAtMost(1, size.high) ? size.high - 1 : above(size.high - 1, 0)};
}
} // namespace interval

/// A property that is proved of an f32 value: NaN makes no valid index.
enum class Known : uint8_t { Finite, Number /* or infinite */, Nothing };

/// Properties of results from those of operands: sums and products of finite values can overflow to
/// infinity; the sum of two infinities can be NaN.
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
