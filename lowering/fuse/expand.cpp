#include "lowering/fuse/expand.h"

#include "ir/ops/expansion.h"
#include "lowering/families/op_lowering.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

static SmallVector<CompositeOpInterface> compositesOf(func::FuncOp function) {
  SmallVector<CompositeOpInterface> found;
  function.walk([&](CompositeOpInterface op) {
    if (isExpandable(op) && !loweringOf(op))
      found.push_back(op);
  });
  return found;
}

OwningOpRef<func::FuncOp> expandComposites(func::FuncOp function) {
  if (compositesOf(function).empty())
    return nullptr;
  OwningOpRef<func::FuncOp> copy = function.clone();
  NameTable names(*copy);
  // Parts may be composites themselves.
  for (auto found = compositesOf(*copy); !found.empty(); found = compositesOf(*copy))
    for (CompositeOpInterface op : found)
      expandInPlace(op, names);
  return copy;
}

} // namespace qopt
