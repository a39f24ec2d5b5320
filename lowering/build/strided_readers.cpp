#include "lowering/build/strided_readers.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

StridedReaders::StridedReaders(ArrayRef<Region> regions, const StoredValues &stored)
    : stored(stored) {
  for (const Region &region : regions) {
    for (Operation *op : region.bodies)
      this->regions[op] = &region;
    if (region.anchor)
      this->regions[region.anchor] = &region;
  }
}

Value StridedReaders::storedOf(Value value) const {
  auto half = stored.find(value);
  return half == stored.end() ? value : half->second;
}

bool StridedReaders::areAllOf(Value value) const {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) { return isOne(use); });
}

bool StridedReaders::isOne(OpOperand &use) const {
  Operation *reader = use.getOwner();
  if (reader->getNumResults() == 0 || isa<ConcatOp>(reader))
    return true;
  const bool widens = isWidening(reader, use.get());
  const Region *region = regionOf(reader);
  if (!region || region->anchor || !isElementwise(reader) ||
      cast<ScalarBodyOpInterface>(reader).loadsOperand(use.getOperandNumber()))
    return widens && areAllOf(reader->getResult(0));
  return !widens || areAllOf(reader->getResult(0));
}

// Returns whether `reader` only widens `value`: who reads the f32 result reads `value` instead.
bool StridedReaders::isWidening(Operation *reader, Value value) const {
  auto half = stored.find(reader->getResult(0));
  return half != stored.end() && half->second == value;
}

} // namespace qopt
