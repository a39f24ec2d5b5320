#include "lowering/families/choose.h"

#include "lowering/select/select.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

DraftsByOp draftCalls(func::FuncOp function, const qrt::DeviceDescription &device,
                      qrt::FloatOrder order) {
  DraftsByOp drafts;
  if (!device.takesKernels)
    return drafts;
  for (Operation &op : function.front().without_terminator()) {
    const OpLowering *lowering = isa<ConstantOp>(op) ? nullptr : loweringOf(&op);
    if (lowering && lowering->draft)
      if (std::optional<qrt::Call> draft = asPreferred(lowering->draft(&op), device, order))
        drafts.insert({&op, std::move(*draft)});
  }
  return drafts;
}

// Returns the layouts that the readers of `value` prefer; the readers' own results have theirs
// already.
static SmallVector<Layout> wishesOf(Value value, const llvm::DenseMap<Value, Layout> &layouts,
                                    const ProgramBuilder &builder) {
  SmallVector<Layout> wishes;
  size_t rank = sizesOf(value).size();
  for (OpOperand &use : value.getUses()) {
    Operation *reader = use.getOwner();
    std::optional<Layout> wish;
    if (reader->getNumResults() == 0) { // returned
      wish = Layout::rowMajor(rank);
    } else if (const OpLowering *lowering = loweringOf(reader)) {
      auto result = layouts.find(reader->getResult(0));
      wish = lowering->wish(
          reader, use.getOperandNumber(),
          {result == layouts.end() ? nullptr : &result->second, builder.draftOf(reader)});
    }
    if (wish)
      wishes.push_back(wish->growingFirst(sizesOf(value)));
  }
  return wishes;
}

void chooseLayouts(ProgramBuilder &builder, func::FuncOp function) {
  llvm::DenseMap<Value, Layout> layouts;
  for (Operation &op : llvm::reverse(function.front().without_terminator()))
    for (Value value : op.getResults()) {
      SmallVector<Layout> wishes = wishesOf(value, layouts, builder);
      const Layout *best = nullptr;
      ptrdiff_t most = 0;
      for (const Layout &wish : llvm::reverse(wishes)) // uses are listed last to first
        if (ptrdiff_t votes = llvm::count(wishes, wish); votes > most)
          best = &wish, most = votes;
      if (!best)
        continue;
      layouts.insert({value, *best});
      builder.setWish(value, *best);
    }
}

} // namespace qopt
