#include "lowering/families/op_lowering.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// In the families' lower.cpp.
LogicalResult lowerConv2d(ProgramBuilder &, const Region &);
LogicalResult lowerMatmul(ProgramBuilder &, const Region &);
LogicalResult lowerPool2d(ProgramBuilder &, const Region &);
LogicalResult lowerReduction(ProgramBuilder &, const Region &);
LogicalResult lowerSoftmax(ProgramBuilder &, const Region &);
// Any region without an anchor.
LogicalResult lowerElementwise(ProgramBuilder &, const Region &);
LogicalResult lowerReshape(ProgramBuilder &, const Region &);
LogicalResult lowerTranspose(ProgramBuilder &, const Region &);
LogicalResult lowerSlice(ProgramBuilder &, const Region &);
LogicalResult lowerSplit(ProgramBuilder &, const Region &);
LogicalResult lowerConcat(ProgramBuilder &, const Region &);
LogicalResult lowerPad(ProgramBuilder &, const Region &);
std::optional<Layout> wishOfConv2d(Operation *, unsigned index, const Layout *);
std::optional<Layout> wishOfMatmul(Operation *, unsigned index, const Layout *);
std::optional<Layout> wishOfPool2d(Operation *, unsigned index, const Layout *);
std::optional<Layout> wishOfSoftmax(Operation *, unsigned index, const Layout *);
std::optional<Layout> wishOfTranspose(Operation *, unsigned index, const Layout *);

template <typename Op>
static OpLowering entry(decltype(OpLowering::lower) lower, decltype(OpLowering::wish) wish) {
  return {TypeID::get<Op>(), lower, wish};
}

// Every operation that is no elementwise one and no reduction, with what becomes of it.
const OpLowering *loweringOf(Operation *op) {
  static const OpLowering list[] = {
      entry<Conv2dOp>(lowerConv2d, wishOfConv2d),
      entry<MatmulOp>(lowerMatmul, wishOfMatmul),
      entry<MaxPool2dOp>(lowerPool2d, wishOfPool2d),
      entry<AvgPool2dOp>(lowerPool2d, wishOfPool2d),
      entry<SoftmaxOp>(lowerSoftmax, wishOfSoftmax),
      entry<ReshapeOp>(lowerReshape, wishRowMajor),
      entry<TransposeOp>(lowerTranspose, wishOfTranspose),
      entry<SliceOp>(lowerSlice, wishAsResult),
      entry<SplitOp>(lowerSplit, wishAsResult),
      entry<ConcatOp>(lowerConcat, wishAsResult),
      entry<PadOp>(lowerPad, wishAsResult),
  };
  static const OpLowering elementwise{TypeID(), lowerElementwise, wishAsResult};
  static const OpLowering reduction{TypeID(), lowerReduction, noWish};
  auto found = llvm::find_if(
      list, [&](const OpLowering &known) { return known.op == op->getName().getTypeID(); });
  if (found != std::end(list))
    return found;
  if (isa<ReductionOpInterface>(op))
    return &reduction;
  return isElementwise(op) ? &elementwise : nullptr;
}

std::optional<Layout> wishAsResult(Operation *op, unsigned index, const Layout *result) {
  size_t rank = symbolicShape(op->getOperand(index)).size();
  return result && rank == result->order().size() ? std::optional(*result) : std::nullopt;
}

std::optional<Layout> wishRowMajor(Operation *op, unsigned index, const Layout *) {
  return Layout::rowMajor(symbolicShape(op->getOperand(index)).size());
}

std::optional<Layout> noWish(Operation *, unsigned, const Layout *) { return std::nullopt; }

// What the readers of `value` would like, the readers having chosen already.
static SmallVector<Layout> wishesOf(Value value, const llvm::DenseMap<Value, Layout> &chosen) {
  SmallVector<Layout> wishes;
  size_t rank = symbolicShape(value).size();
  for (OpOperand &use : value.getUses()) {
    Operation *reader = use.getOwner();
    std::optional<Layout> wish;
    if (reader->getNumResults() == 0) { // returned
      wish = Layout::rowMajor(rank);
    } else if (const OpLowering *lowering = loweringOf(reader)) {
      auto result = chosen.find(reader->getResult(0));
      const Layout *wished = result == chosen.end() ? nullptr : &result->second;
      wish = lowering->wish(reader, use.getOperandNumber(), wished);
    }
    if (wish)
      wishes.push_back(wish->growingFirst(symbolicShape(value)));
  }
  return wishes;
}

void chooseLayouts(ProgramBuilder &builder, func::FuncOp function) {
  llvm::DenseMap<Value, Layout> chosen;
  for (Operation &op : llvm::reverse(function.front().without_terminator()))
    for (Value value : op.getResults()) {
      SmallVector<Layout> wishes = wishesOf(value, chosen);
      const Layout *best = nullptr;
      ptrdiff_t most = 0;
      for (const Layout &wish : llvm::reverse(wishes)) // uses are listed last to first
        if (ptrdiff_t votes = llvm::count(wishes, wish); votes > most)
          best = &wish, most = votes;
      if (!best)
        continue;
      chosen.insert({value, *best});
      builder.setWish(value, *best);
    }
}

} // namespace qopt
