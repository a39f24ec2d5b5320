#include "runtime/calls/storage.h"

namespace qrt {

Extent denseBytes(ElementType type, const std::vector<Extent> &shape) {
  Extent bytes{0, int64_t(byteWidth(type)), 1};
  for (const Extent &dim : shape) {
    int64_t factor = bytes.scale == 0 ? bytes.at(1) : 1;
    if (dim.scale == 0)
      bytes = {bytes.scale * dim.at(1), bytes.offset * dim.at(1),
               bytes.scale == 0 ? 1 : bytes.multiple * dim.at(1)};
    else
      bytes = {dim.scale * factor, dim.offset * factor, dim.multiple * factor};
  }
  // A factor without rounding is no multiple to round up to.
  if (bytes.multiple > 1 && bytes.scale % bytes.multiple == 0 && bytes.offset % bytes.multiple == 0)
    bytes.multiple = 1;
  return bytes;
}

} // namespace qrt
