#include "runtime/numerics/types/halves.h"

#include <algorithm>

namespace qrt {

Tensor asFloats(const Tensor &tensor) {
  Tensor floats = Tensor::allocate(ElementType::F32, tensor.shape());
  visitValues(tensor, [&](auto values) {
    std::transform(values.begin(), values.end(), floats.mutableValues<float>().begin(),
                   [](auto value) { return float(value); });
  });
  return floats;
}

Tensor widened(const Tensor &tensor) { return isHalf(tensor.type()) ? asFloats(tensor) : tensor; }

} // namespace qrt
