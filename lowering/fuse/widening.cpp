#include "lowering/fuse/widening.h"

#include "lowering/families/op_lowering.h"

using namespace mlir;

namespace qopt {

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
