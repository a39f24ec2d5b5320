#include "runtime/calls/storage.h"

#include "runtime/numerics/types/linear.h"

namespace qrt {

Extent denseBytes(ElementType type, const std::vector<Extent> &shape) {
  Linear bytes = Linear::constant(int64_t(byteWidth(type)));
  for (const Extent &dim : shape)
    bytes = bytes.times(Linear::of(dim));
  return bytes.extent().value_or(Extent());
}

} // namespace qrt
