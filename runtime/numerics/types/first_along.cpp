#include "runtime/numerics/types/first_along.h"

#include <cassert>
#include <cstring>

namespace qrt {

Tensor firstAlong(const Tensor &tensor, size_t dim, int64_t count) {
  Shape shape = tensor.shape();
  assert(dim < shape.size() && count >= 0 && count <= shape[dim]);
  const int64_t all = std::exchange(shape[dim], count);
  Tensor first = Tensor::allocate(tensor.type(), shape);
  size_t outer = 1, inner = byteWidth(tensor.type());
  for (size_t d = 0; d < shape.size(); ++d)
    if (d != dim)
      (d < dim ? outer : inner) *= size_t(shape[d]);
  const auto *source = static_cast<const char *>(tensor.data());
  auto *target = static_cast<char *>(first.mutableData());
  const size_t kept = size_t(count) * inner;
  for (size_t i = 0; i < outer && kept != 0; ++i)
    std::memcpy(target + i * kept, source + i * size_t(all) * inner, kept);
  return first;
}

} // namespace qrt
