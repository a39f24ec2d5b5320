// Float types of 4 to 16 bits: conversions of their bits to f32 and back.
// lowering/kernels/common/portable.h does the same on devices. Everything is inlined or evaluated
// at compile time: per-ISA objects include it and must not share a copy.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace qrt {

/// The codes of a float type that are not numbers. Kernels use these values.
enum class Specials : int {
  None = 0,           // OCP's FN of 4 bits: every code is a number
  NaN = 1,            // OCP's FN of 8 bits: all ones
  NaNAsMinusZero = 2, // FNUZ: the code of −0, and a bias of one more
  Ieee = 3,           // the largest exponent: infinity and NaN
};

/// The bits of a float type below its sign.
struct FloatLayout {
  int exponentBits = 0, mantissaBits = 0;
  Specials specials = Specials::Ieee;
  constexpr int bias() const {
    return (1 << (exponentBits - 1)) - (specials == Specials::NaNAsMinusZero ? 0 : 1);
  }
  constexpr uint32_t allOnes() const { return (1u << (exponentBits + mantissaBits)) - 1; }
  constexpr bool hasInfinities() const { return specials == Specials::Ieee; }
  /// Returns the code after the largest number's.
  constexpr uint32_t overflow() const {
    if (hasInfinities())
      return allOnes() >> mantissaBits << mantissaBits;
    return specials == Specials::NaN ? allOnes() : allOnes() + 1;
  }
  constexpr float largest() const;
  constexpr bool operator==(const FloatLayout &) const = default;
};

#define QRT_ALWAYS_INLINE constexpr inline __attribute__((always_inline))

/// Returns the exact value of a code.
QRT_ALWAYS_INLINE float widenFloat(FloatLayout layout, uint32_t code) {
  const int shift = 23 - layout.mantissaBits;
  const uint32_t magnitude = code & layout.allOnes();
  const uint32_t sign = (code >> (layout.exponentBits + layout.mantissaBits)) << 31;
  uint32_t bits = magnitude << shift;
  if (layout.exponentBits < 8) {
    // Subnormals are normal floats: their integer times their unit.
    const float unit =
        std::bit_cast<float>(uint32_t(127 + 1 - layout.bias() - layout.mantissaBits) << 23);
    const uint32_t subnormal = std::bit_cast<uint32_t>(float(int32_t(magnitude)) * unit);
    bits += uint32_t(127 - layout.bias()) << 23;
    bits = magnitude >> layout.mantissaBits == 0 ? subnormal : bits;
    const uint32_t special =
        layout.hasInfinities() ? 0x7f800000u | magnitude << shift : 0x7fc00000u;
    bits = magnitude >= layout.overflow() ? special : bits;
    if (layout.specials == Specials::NaNAsMinusZero)
      bits = code == layout.allOnes() + 1 ? 0x7fc00000u : bits;
  }
  return std::bit_cast<float>(sign | bits);
}

/// Returns the nearest code, ties to even. A value that rounds past the largest number becomes
/// infinity; NaN in a type without infinities; that number in a type without NaN, in which NaN
/// becomes −0 as in ONNX's data. (To saturate, clamp the value first.)
QRT_ALWAYS_INLINE uint32_t narrowFloat(FloatLayout layout, float value) {
  const int shift = 23 - layout.mantissaBits;
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t magnitude = bits & 0x7fffffffu;
  const uint32_t signBit = layout.allOnes() + 1, sign = bits >> 31 ? signBit : 0;
  uint32_t code = (magnitude + ((1u << (shift - 1)) - 1) + (magnitude >> shift & 1)) >> shift;
  if (layout.exponentBits < 8) {
    code -= uint32_t(127 - layout.bias()) << layout.mantissaBits;
    // Below the smallest normal number f32's own addition rounds to the unit of subnormals.
    const uint32_t units = uint32_t(127 + 23 + 1 - layout.bias() - layout.mantissaBits) << 23;
    const float rounded = std::bit_cast<float>(magnitude) + std::bit_cast<float>(units);
    const bool isSubnormal = magnitude < uint32_t(127 + 1 - layout.bias()) << 23;
    code = isSubnormal ? std::bit_cast<uint32_t>(rounded) - units : code;
    code = int32_t(code) > int32_t(layout.overflow()) ? layout.overflow() : code;
  }
  const bool isNaN = magnitude > 0x7f800000u;
  switch (layout.specials) {
  case Specials::Ieee:
    return sign | (isNaN ? layout.overflow() | 1u << (layout.mantissaBits - 1) : code);
  case Specials::NaN: return sign | (isNaN ? layout.overflow() : code);
  case Specials::NaNAsMinusZero:
    return isNaN || code >= signBit ? signBit : code == 0 ? 0 : sign | code;
  case Specials::None: break;
  }
  return isNaN ? signBit : sign | (code >= signBit ? layout.allOnes() : code);
}

constexpr float FloatLayout::largest() const { return widenFloat(*this, overflow() - 1); }

/// A stored value of such a type.
template <int exponentBits, int mantissaBits, Specials specials = Specials::Ieee>
struct NarrowFloat {
  static constexpr FloatLayout layout = {exponentBits, mantissaBits, specials};
  std::conditional_t<(exponentBits + mantissaBits > 7), uint16_t, uint8_t> bits = 0;

  NarrowFloat() = default;
  QRT_ALWAYS_INLINE explicit NarrowFloat(float value)
      : bits(static_cast<decltype(bits)>(narrowFloat(layout, value))) {}
  QRT_ALWAYS_INLINE operator float() const { return widenFloat(layout, bits); }
};

using Float16 = NarrowFloat<5, 10>;
using BFloat16 = NarrowFloat<8, 7>;
using Float8E4M3FN = NarrowFloat<4, 3, Specials::NaN>;
using Float8E5M2 = NarrowFloat<5, 2>;
using Float8E4M3FNUZ = NarrowFloat<4, 3, Specials::NaNAsMinusZero>;
using Float8E5M2FNUZ = NarrowFloat<5, 2, Specials::NaNAsMinusZero>;
using Float4E2M1FN = NarrowFloat<2, 1, Specials::None>;

#undef QRT_ALWAYS_INLINE

} // namespace qrt
