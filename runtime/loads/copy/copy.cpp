#include "runtime/loads/copy/copy.h"

#include "runtime/numerics/moves/strided_copy.h"

namespace qrt {

Status check(const Tensor &source, const LoadCopy &load) {
  Linear target;
  QRT_RETURN_IF_ERROR(checkTarget(load.targetShape, target));
  QRT_RETURN_IF_ERROR(checkAccess(load.walk, load.from, Linear::constant(source.size())));
  return checkAccess(load.walk, load.to, target);
}

void fill(const LoadSource &source, const LoadCopy &load, Tensor &target) {
  stridedCopy(source.execution, load.walk, byteWidth(load.type), source.value.data(), load.from,
              target.mutableData(), load.to);
}

} // namespace qrt
