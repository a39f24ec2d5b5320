#include "lowering/regions/halves.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "runtime/numerics/types/halves.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

Value halfOf(Value value) {
  auto cast = value.getDefiningOp<CastOp>();
  // Saturated, an infinity becomes a number.
  if (!cast || !isF32(cast.getType()) || cast.getSaturate().value_or(false))
    return {};
  std::optional<qrt::ElementType> storage = storageType(cast.getInput().getType());
  return storage && qrt::isHalf(*storage) ? cast.getInput() : Value();
}

bool isFloatOrHalf(Type type) {
  std::optional<qrt::ElementType> storage = isQuantized(type) ? std::nullopt : storageType(type);
  return storage && (*storage == qrt::ElementType::F32 || qrt::isHalf(*storage));
}

} // namespace qopt
