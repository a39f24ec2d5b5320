// The table of the element types of tensors, one row each. Sizes, classes, ranges, names and the
// dispatch to C++ types derive from it.
#pragma once

#include "runtime/numerics/types/narrow_float.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace qrt {

enum class TypeClass : uint8_t { Float, Signed, Unsigned, Boolean };

/// The types of values inside a scalar program.
enum class ScalarType : uint8_t { F32, I32, I64 };
constexpr int scalarTypeCount = 3;

/// Values of less than a byte: the first lies in the lowest bits. Constants only; readers see the
/// unpacked type, which holds all of their values.
template <typename T, int bits> struct Packed {
  static_assert(8 % bits == 0, "whole values in a byte: 1, 2 or 4 bits");
  using Unpacked = T;
};
using Int2 = Packed<int8_t, 2>;
using UInt2 = Packed<uint8_t, 2>;
using Int4 = Packed<int8_t, 4>;
using UInt4 = Packed<uint8_t, 4>;
struct PackedFloat4E2M1FN : Float4E2M1FN {
  using Float4E2M1FN::Float4E2M1FN;
  using Unpacked = Float8E4M3FN;
};

/// X(enumerator, name, class, bits, in C++, type when loaded into a scalar program). F64 is for
/// files and Bool is a byte of 0 or 1. A program holds a u64's bits as an I64; operations that
/// differ for the two have an unsigned form (DivU, RemU, ShrU, UIntToF32).
// clang-format off
#define QRT_ELEMENT_TYPES(X)                                               \
  X(F32,      "f32",      Float,    32, float,        ScalarType::F32)     \
  X(F64,      "f64",      Float,    64, double,       std::nullopt)        \
  X(F16,      "f16",      Float,    16, Float16,      ScalarType::F32)     \
  X(BF16,     "bf16",     Float,    16, BFloat16,     ScalarType::F32)     \
  X(F8E4M3FN, "f8e4m3fn", Float,     8, Float8E4M3FN, ScalarType::F32)     \
  X(F8E5M2,   "f8e5m2",   Float,     8, Float8E5M2,   ScalarType::F32)     \
  X(F8E4M3FNUZ, "f8e4m3fnuz", Float, 8, Float8E4M3FNUZ, ScalarType::F32)   \
  X(F8E5M2FNUZ, "f8e5m2fnuz", Float, 8, Float8E5M2FNUZ, ScalarType::F32)   \
  X(F4E2M1FN, "f4e2m1fn", Float,     4, PackedFloat4E2M1FN, std::nullopt)  \
  X(I2,       "i2",       Signed,    2, Int2,         std::nullopt)        \
  X(U2,       "u2",       Unsigned,  2, UInt2,        std::nullopt)        \
  X(I4,       "i4",       Signed,    4, Int4,         std::nullopt)        \
  X(U4,       "u4",       Unsigned,  4, UInt4,        std::nullopt)        \
  X(I8,       "i8",       Signed,    8, int8_t,       ScalarType::I32)     \
  X(U8,       "u8",       Unsigned,  8, uint8_t,      ScalarType::I32)     \
  X(I16,      "i16",      Signed,   16, int16_t,      ScalarType::I32)     \
  X(U16,      "u16",      Unsigned, 16, uint16_t,     ScalarType::I32)     \
  X(I32,      "i32",      Signed,   32, int32_t,      ScalarType::I32)     \
  X(U32,      "u32",      Unsigned, 32, uint32_t,     ScalarType::I64)     \
  X(I64,      "i64",      Signed,   64, int64_t,      ScalarType::I64)     \
  X(U64,      "u64",      Unsigned, 64, uint64_t,     ScalarType::I64)     \
  X(Bool,     "bool",     Boolean,   8, bool,         ScalarType::I32)
// clang-format on

enum class ElementType : uint8_t {
#define QRT_ENUMERATOR(name, ...) name,
  QRT_ELEMENT_TYPES(QRT_ENUMERATOR)
#undef QRT_ENUMERATOR
};

namespace detail {
template <typename T> struct StorageOf {
  using type = T;
};
template <> struct StorageOf<bool> {
  using type = uint8_t;
};
template <typename T>
  requires requires { typename T::Unpacked; }
struct StorageOf<T> {
  using type = typename T::Unpacked;
};

template <typename T> constexpr std::optional<FloatLayout> layoutOf() {
  if constexpr (requires { T::layout; })
    return T::layout;
  else
    return std::nullopt;
}
} // namespace detail

struct ElementTypeRow {
  std::string_view name;
  TypeClass kind;
  int bits;
  std::optional<ScalarType> loaded;
  std::optional<FloatLayout> narrow; // floats of less than 32 bits
};

inline constexpr ElementTypeRow elementTypeTable[] = {
#define QRT_ROW(name, text, kind, bits, cxx, loaded)                                               \
  {text, TypeClass::kind, bits, loaded, detail::layoutOf<cxx>()},
    QRT_ELEMENT_TYPES(QRT_ROW)
#undef QRT_ROW
};
inline constexpr int elementTypeCount = int(std::size(elementTypeTable));

inline constexpr std::array<ElementType, elementTypeCount> allElementTypes = {
#define QRT_NAME(name, ...) ElementType::name,
    QRT_ELEMENT_TYPES(QRT_NAME)
#undef QRT_NAME
};

/// Returns false for a number, as read from a damaged file, that is no type.
constexpr bool isElementType(ElementType type) { return int(type) < elementTypeCount; }
constexpr const ElementTypeRow &rowOf(ElementType type) { return elementTypeTable[int(type)]; }

constexpr std::string_view elementTypeName(ElementType type) { return rowOf(type).name; }
constexpr int bitWidth(ElementType type) { return rowOf(type).bits; }
/// Returns whether a byte holds two values or more.
constexpr bool isPacked(ElementType type) { return bitWidth(type) < 8; }
/// Returns the size of an element in bytes; the type must not be packed.
constexpr size_t byteWidth(ElementType type) {
  assert(!isPacked(type));
  return size_t(bitWidth(type) + 7) / 8;
}
constexpr size_t storedBytes(ElementType type, int64_t elements) {
  return (size_t(elements) * size_t(bitWidth(type)) + 7) / 8;
}
constexpr TypeClass typeClass(ElementType type) { return rowOf(type).kind; }
constexpr bool isFloat(ElementType type) { return typeClass(type) == TypeClass::Float; }
constexpr bool isSigned(ElementType type) { return typeClass(type) == TypeClass::Signed; }
constexpr bool isUnsigned(ElementType type) { return typeClass(type) == TypeClass::Unsigned; }
constexpr bool isInteger(ElementType type) { return isSigned(type) || isUnsigned(type); }
constexpr bool is8Bit(ElementType type) { return isInteger(type) && bitWidth(type) == 8; }

/// Returns the type of a loaded value in a scalar program; none if programs cannot hold the type.
constexpr std::optional<ScalarType> loadedType(ElementType type) { return rowOf(type).loaded; }
/// Returns whether programs hold the type's values in the form in which they are stored.
constexpr bool isLoadedAsStored(ElementType type) {
  return loadedType(type) && bitWidth(type) == (loadedType(type) == ScalarType::I64 ? 64 : 32);
}
constexpr std::string_view scalarTypeName(ScalarType type) {
  constexpr std::string_view names[] = {"f32", "i32", "i64"};
  return names[int(type)];
}

/// Returns the layout of a narrow float's bits; none for other types.
constexpr std::optional<FloatLayout> narrowLayout(ElementType type) { return rowOf(type).narrow; }

/// The lowest and highest value of an integer or boolean type; u64's is limited to an i64's.
constexpr int64_t lowestOf(ElementType type) {
  return isSigned(type) ? int64_t(-1) << (bitWidth(type) - 1) : 0;
}
constexpr int64_t highestOf(ElementType type) {
  if (typeClass(type) == TypeClass::Boolean)
    return 1;
  const bool hasSign = isSigned(type) || bitWidth(type) == 64;
  return int64_t(~uint64_t(0) >> (hasSign ? 65 - bitWidth(type) : 64 - bitWidth(type)));
}

/// Returns whether conv, matmul, pools and reductions accept the type: f32, i8, u8 and i16.
constexpr bool isAnchorType(ElementType type) {
  return type == ElementType::F32 || is8Bit(type) || (isSigned(type) && bitWidth(type) == 16);
}
/// Returns whether `factor` may be multiplied with `input`: f32 with f32, integers with integers
/// that are no narrower.
constexpr bool isFactorType(ElementType factor, ElementType input) {
  return isAnchorType(factor) && isFloat(factor) == isFloat(input) &&
         bitWidth(factor) <= bitWidth(input);
}
/// The types in which these operations sum (`sumType`) and compare (`extremeType`).
constexpr ElementType sumType(ElementType input) {
  if (isFloat(input))
    return ElementType::F32;
  return bitWidth(input) == 16 ? ElementType::I64 : ElementType::I32;
}
constexpr ElementType extremeType(ElementType input) {
  return isFloat(input) ? ElementType::F32 : ElementType::I32;
}

constexpr std::optional<ElementType> parseElementType(std::string_view name) {
  for (ElementType type : allElementTypes)
    if (elementTypeName(type) == name)
      return type;
  return std::nullopt;
}
constexpr std::optional<ElementType> findElementType(TypeClass kind, int bits) {
  for (ElementType type : allElementTypes)
    if (typeClass(type) == kind && bitWidth(type) == bits)
      return type;
  return std::nullopt;
}

/// Returns the type that a reader of this type sees: itself, or a packed type's unpacked one.
constexpr ElementType unpackedType(ElementType type) {
  if (!isPacked(type))
    return type;
  return isFloat(type) ? ElementType::F8E4M3FN : *findElementType(typeClass(type), 8);
}

template <typename T> constexpr ElementType elementTypeOf();
#define QRT_TYPE_OF(name, text, kind, bits, cxx, loaded)                                           \
  template <> constexpr ElementType elementTypeOf<cxx>() { return ElementType::name; }
QRT_ELEMENT_TYPES(QRT_TYPE_OF)
#undef QRT_TYPE_OF

/// A type as an argument. `Storage` is the C++ type of the (unpacked) values: a bool's byte may be
/// neither 0 nor 1.
template <ElementType element, typename T> struct ElementTag {
  static constexpr ElementType type = element;
  using Value = T;
  using Storage = typename detail::StorageOf<T>::type;
};

/// Calls visitor(ElementTag) for `type`; this is the only switch over element types.
template <typename Visitor> decltype(auto) visitElementType(ElementType type, Visitor &&visitor) {
  switch (type) {
#define QRT_VISIT(name, text, kind, bits, cxx, loaded)                                             \
  case ElementType::name: return visitor(ElementTag<ElementType::name, cxx>());
    QRT_ELEMENT_TYPES(QRT_VISIT)
#undef QRT_VISIT
  }
  assert(false && "no element type");
  __builtin_unreachable();
}

} // namespace qrt
