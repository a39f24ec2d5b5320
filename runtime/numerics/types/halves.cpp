#include "runtime/numerics/types/halves.h"

#include <algorithm>

namespace qrt {

Tensor widened(const Tensor &tensor) {
  if (!isHalf(tensor.type()))
    return tensor;
  Tensor wide = Tensor::allocate(ElementType::F32, tensor.shape());
  visitValues(tensor, [&](auto values) {
    std::transform(values.begin(), values.end(), wide.mutableValues<float>().begin(),
                   [](auto value) { return float(value); });
  });
  return wide;
}

} // namespace qrt
