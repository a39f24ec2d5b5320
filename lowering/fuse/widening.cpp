#include "lowering/fuse/widening.h"

#include "ir/ops.h"
#include "lowering/families/op_lowering.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static bool widens(Operation *reader) {
  const OpLowering *lowering = loweringOf(reader);
  return lowering && lowering->widens;
}

// Products of floats go past tensor cores, and other anchors read twice as much.
static bool isForHalves(Operation *reader) {
  return isa<AnchorOpInterface>(reader) && widens(reader);
}

StoredValues readHalvesAsStored(std::vector<Region> &regions) {
  StoredValues stored;
  std::vector<Region> kept;
  for (Region &region : regions) {
    Value half = halfOf(region.root()->getResult(0));
    if (!half) {
      kept.push_back(std::move(region));
      continue;
    }
    auto users = region.result().getUsers();
    const bool isAlone = !region.anchor && region.bodies.size() == 1;
    const bool allWiden = llvm::all_of(users, widens);
    const bool parts = !isAlone && (allWiden || llvm::any_of(users, isForHalves));
    if (isAlone || parts)
      stored.insert({region.result(), half});
    Region widening{nullptr, {region.root()}};
    if (parts)
      region.bodies.pop_back();
    if (!isAlone)
      kept.push_back(std::move(region));
    if (!allWiden && (isAlone || parts))
      kept.push_back(std::move(widening));
  }
  regions = std::move(kept);
  return stored;
}

} // namespace qopt
