// The element types of tensors, said once: one row each. Sizes, classes, ranges, names and the
// dispatch to C++ types are derived from it.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace qrt {

enum class TypeClass : uint8_t { Float, Signed, Unsigned, Boolean };

/// Types that values have inside a scalar program.
enum class ScalarType : uint8_t { F32, I32, I64 };
constexpr int scalarTypeCount = 3;

/// X(enumerator, name, class, bits, in C++, type when loaded into a scalar program).
/// F64 is for files and Bool is a byte of 0 or 1.
// clang-format off
#define QRT_ELEMENT_TYPES(X)                                \
  X(F32,  "f32",  Float,    32, float,    ScalarType::F32)  \
  X(F64,  "f64",  Float,    64, double,   std::nullopt)     \
  X(I8,   "i8",   Signed,    8, int8_t,   ScalarType::I32)  \
  X(U8,   "u8",   Unsigned,  8, uint8_t,  ScalarType::I32)  \
  X(I16,  "i16",  Signed,   16, int16_t,  ScalarType::I32)  \
  X(U16,  "u16",  Unsigned, 16, uint16_t, ScalarType::I32)  \
  X(I32,  "i32",  Signed,   32, int32_t,  ScalarType::I32)  \
  X(I64,  "i64",  Signed,   64, int64_t,  ScalarType::I64)  \
  X(Bool, "bool", Boolean,   8, bool,     ScalarType::I32)
// clang-format on

enum class ElementType : uint8_t {
#define QRT_ENUMERATOR(name, ...) name,
  QRT_ELEMENT_TYPES(QRT_ENUMERATOR)
#undef QRT_ENUMERATOR
};

struct ElementTypeRow {
  std::string_view name;
  TypeClass kind;
  int bits;
  std::optional<ScalarType> loaded;
};

inline constexpr ElementTypeRow elementTypeTable[] = {
#define QRT_ROW(name, text, kind, bits, cxx, loaded) {text, TypeClass::kind, bits, loaded},
    QRT_ELEMENT_TYPES(QRT_ROW)
#undef QRT_ROW
};
inline constexpr int elementTypeCount = int(std::size(elementTypeTable));

inline constexpr std::array<ElementType, elementTypeCount> allElementTypes = {
#define QRT_NAME(name, ...) ElementType::name,
    QRT_ELEMENT_TYPES(QRT_NAME)
#undef QRT_NAME
};

/// False for a number that a damaged file calls a type.
constexpr bool isElementType(ElementType type) { return int(type) < elementTypeCount; }
constexpr const ElementTypeRow &rowOf(ElementType type) { return elementTypeTable[int(type)]; }

constexpr std::string_view elementTypeName(ElementType type) { return rowOf(type).name; }
constexpr int bitWidth(ElementType type) { return rowOf(type).bits; }
constexpr size_t byteWidth(ElementType type) { return size_t(rowOf(type).bits) / 8; }
constexpr TypeClass typeClass(ElementType type) { return rowOf(type).kind; }
constexpr bool isFloat(ElementType type) { return typeClass(type) == TypeClass::Float; }
constexpr bool isSigned(ElementType type) { return typeClass(type) == TypeClass::Signed; }
constexpr bool isUnsigned(ElementType type) { return typeClass(type) == TypeClass::Unsigned; }
constexpr bool isInteger(ElementType type) { return isSigned(type) || isUnsigned(type); }
constexpr bool is8Bit(ElementType type) { return isInteger(type) && bitWidth(type) == 8; }

/// What a value is inside a scalar program; none for types that programs do not hold.
constexpr std::optional<ScalarType> loadedType(ElementType type) { return rowOf(type).loaded; }
/// Programs hold such values as they are stored.
constexpr bool isLoadedAsStored(ElementType type) {
  return loadedType(type) && bitWidth(type) == (loadedType(type) == ScalarType::I64 ? 64 : 32);
}
constexpr std::string_view scalarTypeName(ScalarType type) {
  constexpr std::string_view names[] = {"f32", "i32", "i64"};
  return names[int(type)];
}

/// The ends of an integer or boolean type.
constexpr int64_t lowestOf(ElementType type) {
  return isSigned(type) ? int64_t(-1) << (bitWidth(type) - 1) : 0;
}
constexpr int64_t highestOf(ElementType type) {
  if (typeClass(type) == TypeClass::Boolean)
    return 1;
  return int64_t(~uint64_t(0) >> (isSigned(type) ? 65 - bitWidth(type) : 64 - bitWidth(type)));
}

/// What conv, matmul, pools and reductions take: f32, i8, u8 and i16.
constexpr bool isAnchorType(ElementType type) {
  return type == ElementType::F32 || is8Bit(type) || (isSigned(type) && bitWidth(type) == 16);
}
/// What they sum in, and what they compare in.
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

template <typename T> constexpr ElementType elementTypeOf();
#define QRT_TYPE_OF(name, text, kind, bits, cxx, loaded)                                           \
  template <> constexpr ElementType elementTypeOf<cxx>() { return ElementType::name; }
QRT_ELEMENT_TYPES(QRT_TYPE_OF)
#undef QRT_TYPE_OF

/// A type as an argument. `Storage` is how C++ reads the bytes (a bool's may be neither 0 nor 1).
template <ElementType element, typename T> struct ElementTag {
  static constexpr ElementType type = element;
  using Value = T;
  using Storage = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;
};

/// visitor(ElementTag) for `type`: the one switch over element types.
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
