// f16 and bf16 as storage of f32. The loops and kernels of convolutions, products and pools read
// them besides their own types and widen each element as it is loaded.
#pragma once

#include "runtime/numerics/types/tensor.h"

namespace qrt {

constexpr bool isHalf(ElementType type) { return isFloat(type) && bitWidth(type) == 16; }
constexpr bool isReadType(ElementType type) { return isAnchorType(type) || isHalf(type); }
/// Returns the type of a loaded value: f32 for a half, else the type itself.
constexpr ElementType widenedType(ElementType type) {
  return isHalf(type) ? ElementType::F32 : type;
}
/// Returns whether `factor` may be multiplied with `input`: any float with any float.
constexpr bool isReadFactor(ElementType factor, ElementType input) {
  return isReadType(factor) && isReadType(input) &&
         isFactorType(widenedType(factor), widenedType(input));
}

/// Converts every element to f32, which is exact for halves and bytes.
Tensor asFloats(const Tensor &tensor);
/// Converts a tensor of halves to f32 and returns any other tensor unchanged.
Tensor widened(const Tensor &tensor);

} // namespace qrt
