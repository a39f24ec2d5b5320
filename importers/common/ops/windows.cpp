#include "importers/common/ops/windows.h"

#include <algorithm>

namespace qopt {

ImageWindow ImageWindow::along(size_t first, size_t count) const {
  auto part = [&](llvm::ArrayRef<int64_t> values) {
    return llvm::SmallVector<int64_t>(values.slice(first, count));
  };
  ImageWindow result{part(kernel), part(strides), part(dilations), part(pads)};
  result.pads.append(part(llvm::ArrayRef(pads).drop_front(rank())));
  return result;
}

std::pair<int64_t, int64_t> samePads(const WindowAxis &axis, bool extraLow) {
  int64_t outputs = (axis.size + axis.stride - 1) / axis.stride;
  int64_t total = std::max<int64_t>((outputs - 1) * axis.stride + axis.reach() - axis.size, 0);
  int64_t low = extraLow ? (total + 1) / 2 : total / 2;
  return {low, total - low};
}

int64_t ceilExtension(const WindowAxis &axis) {
  int64_t padded = axis.size + axis.padLow + axis.padHigh;
  int64_t span = padded - axis.reach();
  if (span < 0 || span % axis.stride == 0)
    return 0;
  int64_t last = (span / axis.stride + 1) * axis.stride; // where the extra window starts
  return last >= axis.size + axis.padLow ? 0 : last + axis.reach() - padded;
}

} // namespace qopt
