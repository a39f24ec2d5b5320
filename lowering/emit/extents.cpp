#include "lowering/emit/extents.h"

namespace qopt {

using qrt::Extent;

namespace {

/// An upper bound of `extent` that rounds to nothing.
Extent withoutMultiple(const Extent &extent) {
  return {extent.scale, extent.offset + extent.multiple - 1, 1};
}

int64_t ceilDivide(int64_t a, int64_t b) { return (a + b - 1) / b; }

} // namespace

Extent timesExtent(const Extent &extent, int64_t factor) {
  const Extent bound = withoutMultiple(extent);
  return {bound.scale * factor, bound.offset * factor, 1};
}

std::optional<Extent> timesExtent(const Extent &a, const Extent &b) {
  if (a.scale == 0)
    return timesExtent(b, a.at(0));
  if (b.scale == 0)
    return timesExtent(a, b.at(0));
  return std::nullopt;
}

Extent divideExtent(const Extent &extent, int64_t divisor) {
  const Extent bound = withoutMultiple(extent);
  if (bound.scale % divisor == 0 || bound.scale == 0)
    return {bound.scale / divisor, ceilDivide(bound.offset, divisor), 1};
  return {ceilDivide(bound.scale, divisor), ceilDivide(bound.offset, divisor), 1};
}

Extent roundExtent(const Extent &extent, int64_t multiple) {
  const Extent bound = withoutMultiple(extent);
  return {bound.scale, bound.offset, multiple};
}

} // namespace qopt
