#include "lowering/families/op_lowering.h"

#include "ir/ops/geometry.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

namespace {
// A reduction as [outer, reduced, inner] of one layout of its input.
struct SplitAxes {
  Layout layout;
  SmallVector<int64_t, 4> outer, inner; // logical input dimensions kept
};
} // namespace

// The reduced dimensions must lie side by side and in their order: sums say in which they add.
static std::optional<SplitAxes> splitIn(const Layout &layout, ArrayRef<int64_t> axes) {
  SplitAxes split{layout, {}, {}};
  SmallVector<int64_t, 4> reduced;
  for (int64_t dim : layout.order()) {
    if (llvm::is_contained(axes, dim)) {
      if (!split.inner.empty())
        return std::nullopt;
      reduced.push_back(dim);
    } else {
      (reduced.empty() ? split.outer : split.inner).push_back(dim);
    }
  }
  return llvm::equal(reduced, axes) ? std::optional(split) : std::nullopt;
}

static Layout reducedLast(size_t rank, ArrayRef<int64_t> axes) {
  SmallVector<int64_t, 6> order;
  for (int64_t dim = 0; dim < int64_t(rank); ++dim)
    if (!llvm::is_contained(axes, dim))
      order.push_back(dim);
  order.append(axes.begin(), axes.end());
  return Layout::of(order);
}

static LogicalResult lowerReduce(ProgramBuilder &builder, const Region &region) {
  Operation *op = region.anchor;
  Value input = builder.storedOf(op->getOperand(0));
  auto reduction = cast<ReductionOpInterface>(op);
  SmallVector<int64_t> axes = reduction.reducedAxes();
  bool keepDims = reduction.keepsDims();
  Sizes shape = sizesOf(input);
  std::optional<SplitAxes> split = splitIn(layoutOf(builder.viewOf(input), shape), axes);
  if (!split)
    split = splitIn(reducedLast(shape.size(), axes).growingFirst(shape), axes);
  if (!split)
    return cannotCompile(op, "it reduces the dimension that grows with the batch");
  auto product = [&](ArrayRef<int64_t> of) {
    qrt::Extent total = fixedSize(1);
    for (int64_t dim : of)
      total = *multiply(total, shape[dim]);
    return total;
  };
  qrt::ReduceCall call;
  call.shape = {reduction.reduction(), product(axes).offset, product(split->inner).offset};
  call.outer = product(split->outer);
  call.inputType = quantizedInput(op->getOperand(0).getType());
  call.input = builder.materialize(input, split->layout).operand;
  // The same dimensions in the result's numbering.
  auto renumber = [&](ArrayRef<int64_t> kept) {
    SmallVector<int64_t, 4> numbers;
    for (int64_t dim : kept)
      numbers.push_back(keepDims ? dim
                                 : dim - llvm::count_if(axes, [&](int64_t a) { return a < dim; }));
    return numbers;
  };
  EpilogueGroups groups{{renumber(split->outer), {}, {}, renumber(split->inner)}};
  SmallVector<int64_t, 6> order = llvm::to_vector<6>(groups.dims[0]);
  order.append(groups.dims[3].begin(), groups.dims[3].end());
  for (int64_t axis : axes)
    if (keepDims)
      order.push_back(axis);
  return finishAnchor(builder, region, std::move(call), groups, Layout::of(order));
}

void addReduce(OpLowerings &lowerings) {
  lowerings.addWhere([](Operation *op) { return isa<ReductionOpInterface>(op); },
                     {.lower = lowerReduce, .wish = noWish, .widens = true});
}

} // namespace qopt
