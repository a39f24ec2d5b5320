// f16 and bf16 as storage of f32: what the loops and kernels of convolutions, products and pools
// read besides the types of their operations, widened where it is loaded.
#pragma once

#include "runtime/numerics/types/tensor.h"

namespace qrt {

constexpr bool isHalf(ElementType type) { return isFloat(type) && bitWidth(type) == 16; }
constexpr bool isReadType(ElementType type) { return isAnchorType(type) || isHalf(type); }
/// What a value of this type is once it is loaded: f32 for a half.
constexpr ElementType widenedType(ElementType type) {
  return isHalf(type) ? ElementType::F32 : type;
}
/// May be read beside `input` in a product: any float beside a float.
constexpr bool isReadFactor(ElementType factor, ElementType input) {
  return isReadType(factor) && isReadType(input) &&
         isFactorType(widenedType(factor), widenedType(input));
}

/// Every element as f32, exactly what a half or a byte is.
Tensor asFloats(const Tensor &tensor);
/// Halves as the f32 that they are, other tensors as they are.
Tensor widened(const Tensor &tensor);

} // namespace qrt
