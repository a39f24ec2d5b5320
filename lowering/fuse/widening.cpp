#include "lowering/fuse/widening.h"

#include "ir/types/quant_type.h"
#include "lowering/families/op_lowering.h"
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

static bool widens(Operation *reader) {
  const OpLowering *lowering = loweringOf(reader);
  return lowering && lowering->widens;
}

StoredValues readHalvesAsStored(std::vector<Region> &regions) {
  StoredValues stored;
  llvm::erase_if(regions, [&](Region &region) {
    Value half = halfOf(region.root()->getResult(0));
    if (!half)
      return false;
    bool isAlone = !region.anchor && region.bodies.size() == 1;
    bool allWiden = llvm::all_of(region.result().getUsers(), widens);
    if (isAlone || allWiden)
      stored.insert({region.result(), half});
    if (allWiden && !isAlone)
      region.bodies.pop_back();
    return allWiden && isAlone;
  });
  return stored;
}

} // namespace qopt
