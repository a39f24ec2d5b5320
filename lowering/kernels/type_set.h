// Sets of element types, as kernels say which they take.
#pragma once

#include "runtime/numerics/types/halves.h"
#include "runtime/numerics/types/tensor.h"

#include <cstdint>
#include <initializer_list>

namespace qopt {

class TypeSet {
public:
  constexpr TypeSet() = default;
  constexpr TypeSet(std::initializer_list<qrt::ElementType> types) {
    for (qrt::ElementType type : types)
      bits |= 1u << unsigned(type);
  }
  template <typename Predicate> static constexpr TypeSet where(Predicate holds) {
    TypeSet set;
    for (qrt::ElementType type : qrt::allElementTypes)
      if (holds(type))
        set.bits |= 1u << unsigned(type);
    return set;
  }
  constexpr bool contains(qrt::ElementType type) const { return bits >> unsigned(type) & 1u; }

  uint32_t bits = 0; // public, so that a set may be a template's argument
};

/// Buffers hold these types: packed values are constants, unpacked at load.
inline constexpr TypeSet storedTypes =
    TypeSet::where([](qrt::ElementType type) { return !qrt::isPacked(type); });
/// Scalar programs hold these types.
inline constexpr TypeSet scalarTypes =
    TypeSet::where([](qrt::ElementType type) { return qrt::loadedType(type).has_value(); });
/// Convolutions, products and pools read these types.
inline constexpr TypeSet anchorTypes = TypeSet::where(qrt::isReadType);
inline constexpr TypeSet byteTypes{qrt::ElementType::I8, qrt::ElementType::U8};

} // namespace qopt
