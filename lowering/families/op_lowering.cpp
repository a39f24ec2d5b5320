#include "lowering/families/op_lowering.h"

#include "lowering/fuse/widening.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// In the families' lower.cpp.
LogicalResult lowerConv2d(ProgramBuilder &, const Region &);
LogicalResult lowerMatmul(ProgramBuilder &, const Region &);
LogicalResult lowerPool2d(ProgramBuilder &, const Region &);
LogicalResult lowerReduction(ProgramBuilder &, const Region &);
LogicalResult lowerSoftmax(ProgramBuilder &, const Region &);
LogicalResult lowerStandardize(ProgramBuilder &, const Region &);
// Any region without an anchor.
LogicalResult lowerElementwise(ProgramBuilder &, const Region &);
LogicalResult lowerReshape(ProgramBuilder &, const Region &);
LogicalResult lowerTranspose(ProgramBuilder &, const Region &);
LogicalResult lowerSlice(ProgramBuilder &, const Region &);
LogicalResult lowerSplit(ProgramBuilder &, const Region &);
LogicalResult lowerConcat(ProgramBuilder &, const Region &);
LogicalResult lowerBitCast(ProgramBuilder &, const Region &);
LogicalResult lowerPad(ProgramBuilder &, const Region &);
LogicalResult lowerScatterElements(ProgramBuilder &, const Region &);
LogicalResult lowerScatterNd(ProgramBuilder &, const Region &);
LogicalResult lowerCumSum(ProgramBuilder &, const Region &);
LogicalResult lowerCumProd(ProgramBuilder &, const Region &);
LogicalResult lowerArgTopK(ProgramBuilder &, const Region &);
LogicalResult lowerRecurrent(ProgramBuilder &, const Region &);
LogicalResult lowerNonMaxSuppression(ProgramBuilder &, const Region &);
LogicalResult lowerNonZero(ProgramBuilder &, const Region &);
LogicalResult lowerExtremes(ProgramBuilder &, const Region &);
LogicalResult lowerHistogram(ProgramBuilder &, const Region &);
qrt::Call draftOfConv2d(Operation *);
std::optional<Layout> wishOfConv2d(Operation *, unsigned index, const Chosen &);
std::optional<Layout> wishOfMatmul(Operation *, unsigned index, const Chosen &);
std::optional<Layout> wishOfPool2d(Operation *, unsigned index, const Chosen &);
std::optional<Layout> wishOfSoftmax(Operation *, unsigned index, const Chosen &);
std::optional<Layout> wishOfReshape(Operation *, unsigned index, const Chosen &);
std::optional<Layout> wishOfTranspose(Operation *, unsigned index, const Chosen &);

template <typename Op>
static OpLowering entry(decltype(OpLowering::lower) lower, decltype(OpLowering::wish) wish,
                        decltype(OpLowering::draft) draft = nullptr) {
  return {TypeID::get<Op>(), lower, wish, draft};
}

static OpLowering widening(OpLowering lowering) {
  lowering.widens = true;
  return lowering;
}

// Every operation that is no elementwise one and no reduction, with what becomes of it.
const OpLowering *loweringOf(Operation *op) {
  static const OpLowering list[] = {
      widening(entry<Conv2dOp>(lowerConv2d, wishOfConv2d, draftOfConv2d)),
      widening(entry<MatmulOp>(lowerMatmul, wishOfMatmul)),
      widening(entry<MaxPool2dOp>(lowerPool2d, wishOfPool2d)),
      widening(entry<AvgPool2dOp>(lowerPool2d, wishOfPool2d)),
      entry<SoftmaxOp>(lowerSoftmax, wishOfSoftmax),
      widening(entry<StandardizeOp>(lowerStandardize, wishAsResult)),
      entry<ReshapeOp>(lowerReshape, wishOfReshape),
      entry<TransposeOp>(lowerTranspose, wishOfTranspose),
      entry<SliceOp>(lowerSlice, wishAsResult),
      entry<SplitOp>(lowerSplit, wishAsResult),
      entry<ConcatOp>(lowerConcat, wishAsResult),
      entry<BitCastOp>(lowerBitCast, wishAsResult),
      entry<PadOp>(lowerPad, wishAsResult),
      entry<ScatterElementsOp>(lowerScatterElements, wishAsResult),
      entry<ScatterNdOp>(lowerScatterNd, noWish),
      entry<CumSumOp>(lowerCumSum, wishAsResult),
      entry<CumProdOp>(lowerCumProd, wishAsResult),
      entry<ArgTopKOp>(lowerArgTopK, wishAsResult),
      entry<RnnOp>(lowerRecurrent, noWish),
      entry<GruOp>(lowerRecurrent, noWish),
      entry<LstmOp>(lowerRecurrent, noWish),
      entry<NonMaxSuppressionOp>(lowerNonMaxSuppression, noWish),
      entry<NonZeroOp>(lowerNonZero, noWish),
      entry<ExtremesOp>(lowerExtremes, noWish),
      entry<HistogramOp>(lowerHistogram, noWish),
  };
  static const OpLowering elementwise = widening({TypeID(), lowerElementwise, wishAsResult});
  static const OpLowering reduction = widening({TypeID(), lowerReduction, noWish});
  auto found = llvm::find_if(
      list, [&](const OpLowering &known) { return known.op == op->getName().getTypeID(); });
  if (found != std::end(list))
    return found;
  if (isa<ReductionOpInterface>(op))
    return &reduction;
  return isElementwise(op) ? &elementwise : nullptr;
}

std::optional<Layout> wishAsResult(Operation *op, unsigned index, const Chosen &chosen) {
  size_t rank = sizesOf(op->getOperand(index)).size();
  const Layout *result = chosen.result;
  // What is read as it is stored lies as its widened value shall.
  if (result && halfOf(op->getResult(0)) == op->getOperand(index))
    return *result;
  // Walks read any strides: the padding is the result's.
  return result && rank == result->order().size() ? std::optional(result->dense()) : std::nullopt;
}

std::optional<Layout> noWish(Operation *, unsigned, const Chosen &) { return std::nullopt; }

} // namespace qopt
