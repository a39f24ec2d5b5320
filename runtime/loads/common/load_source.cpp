#include "runtime/loads/common/load_source.h"

namespace qrt {

Status checkTarget(const Shape &shape, Linear &elements) {
  elements = Linear::constant(1);
  QRT_RETURN_IF_ERROR(CallCheck::dimensions({int64_t(shape.size())}, 0));
  for (int64_t dim : shape) {
    QRT_RETURN_IF_ERROR(CallCheck::dimensions({dim}, 1));
    elements = elements.times(dim);
  }
  return {};
}

Status checkAccess(const StridedWalk &walk, const StridedAccess &access, const Linear &elements) {
  if (walk.sizes.empty())
    return invalidArgument("a walk's rank is out of range");
  QRT_RETURN_IF_ERROR(CallCheck::dimensions({walk.sizes[0]}, 0));
  return CallCheck::access(Linear::constant(walk.sizes[0]), walk, access, elements);
}

} // namespace qrt
