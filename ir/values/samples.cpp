#include "ir/values/samples.h"

#include "ir/ops.h"

using namespace mlir;

namespace qopt::nn {

std::optional<SampleDim> sampleDimOf(Value value) {
  std::optional<SampleDim> found;
  for (auto [i, dim] : llvm::enumerate(symbolicShape(value))) {
    if (dim.isStatic())
      continue;
    std::optional<qrt::Extent> extent = dim.extent();
    if (found || !extent || extent->scale < 1 || extent->offset != 0 || extent->multiple != 1)
      return std::nullopt;
    found = SampleDim{int64_t(i), extent->scale};
  }
  return found;
}

// Samples lie one behind the other among the same elements in front.
static std::optional<int64_t> reshapedSamples(ReshapeOp op, SampleDim of) {
  SymbolicShape from = symbolicShape(op.getInput()), to = symbolicShape(op.getType());
  const std::optional<SampleDim> result = sampleDimOf(op.getResult());
  if (!result)
    return std::nullopt;
  std::optional<Dim> before = productOf(ArrayRef(from).take_front(of.dim)),
                     behind = productOf(ArrayRef(to).take_front(result->dim));
  return before && before == behind ? std::optional(result->dim) : std::nullopt;
}

static bool isWholeAlong(SliceOp op, int64_t dim) {
  return op.getStarts()[dim] == 0 && op.getSteps()[dim] == 1 &&
         symbolicShape(op.getInput())[dim] == symbolicShape(op.getType())[dim];
}

static std::optional<int64_t> gatheredSamples(GatherOp op, unsigned operand, SampleDim of) {
  const int64_t axis = op.getAxis(), chosen = int64_t(symbolicShape(op.getIndices()).size());
  if (operand == 1)
    return axis + of.dim;
  if (of.dim == axis)
    return std::nullopt;
  return of.dim < axis ? of.dim : of.dim - 1 + chosen;
}

std::optional<int64_t> movedSamples(Operation *op, unsigned operand, SampleDim of) {
  auto unless = [&](bool isCut) { return isCut ? std::nullopt : std::optional(of.dim); };
  if (auto reshape = dyn_cast<ReshapeOp>(op))
    return reshapedSamples(reshape, of);
  if (auto transpose = dyn_cast<TransposeOp>(op))
    return llvm::find(transpose.getPermutation(), of.dim) - transpose.getPermutation().begin();
  if (auto slice = dyn_cast<SliceOp>(op))
    return unless(!isWholeAlong(slice, of.dim));
  if (auto split = dyn_cast<SplitOp>(op))
    return unless(int64_t(split.getAxis()) == of.dim);
  if (auto concat = dyn_cast<ConcatOp>(op))
    return unless(int64_t(concat.getAxis()) == of.dim);
  if (auto gather = dyn_cast<GatherOp>(op))
    return gatheredSamples(gather, operand, of);
  return std::nullopt;
}

} // namespace qopt::nn
