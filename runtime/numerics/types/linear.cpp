#include "runtime/numerics/types/linear.h"

#include <algorithm>

namespace qrt {
namespace {

using Wide = __int128;

Linear make(Wide scale, Wide offset, Wide multiple, bool valid) {
  auto inRange = [](Wide value) { return value <= extentLimit && value >= -extentLimit; };
  if (!valid || !inRange(scale) || !inRange(offset) || !inRange(multiple))
    return {{}, false};
  if (multiple > 1 && scale % multiple == 0 && offset % multiple == 0)
    multiple = 1; // already there
  return {{int64_t(scale), int64_t(offset), int64_t(multiple)}, true};
}

// An upper bound without rounding up.
Linear upper(const Linear &value) {
  const Extent &size = value.size;
  return make(size.scale, Wide(size.offset) + size.multiple - 1, 1, value.valid);
}

} // namespace

Linear Linear::of(const Extent &extent, bool dynamicBatch) {
  // Extent::at rounds only values that are not negative.
  bool rounds = extent.multiple == 1 ||
                (extent.multiple > 1 && extent.scale >= 0 && extent.offset >= -extent.scale);
  Linear value = make(extent.scale, extent.offset, extent.multiple, rounds);
  if (!value.valid || (dynamicBatch && extent.scale != 0))
    return value;
  return make(0, extent.at(1), 1, true);
}

Linear Linear::plus(int64_t value) const {
  if (value % size.multiple == 0)
    return make(size.scale, Wide(size.offset) + value, size.multiple, valid);
  return upper(*this).plus(value);
}

Linear Linear::plus(const Linear &other) const {
  if (other.isConstant() && other.valid)
    return plus(other.size.offset);
  if (isConstant() && valid)
    return other.plus(size.offset);
  Linear a = upper(*this), b = upper(other);
  return make(Wide(a.size.scale) + b.size.scale, Wide(a.size.offset) + b.size.offset, 1,
              a.valid && b.valid);
}

Linear Linear::times(int64_t factor) const {
  if (factor == 0)
    return make(0, 0, 1, valid);
  return make(Wide(size.scale) * factor, Wide(size.offset) * factor, Wide(size.multiple) * factor,
              valid && factor > 0);
}

Linear Linear::times(const Linear &other) const {
  if (other.isConstant())
    return other.valid ? times(other.size.offset) : other;
  if (isConstant())
    return other.times(*this);
  return {{}, false};
}

bool lessEqual(const Linear &a, const Linear &b) {
  if (!a.valid || !b.valid)
    return false;
  // Rounding up to one multiple keeps order; b never falls below its argument.
  const Linear left = a.size.multiple == b.size.multiple ? a : upper(a);
  return left.valid && left.size.scale <= b.size.scale &&
         left.size.scale + left.size.offset <= b.size.scale + b.size.offset;
}

} // namespace qrt
