#include "lowering/fuse/views_composed.h"

#include "lowering/regions/halves.h"
#include "lowering/regions/regions.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

std::optional<SmallVector<SmallVector<int64_t>>> joinedDims(ArrayRef<Dim> from, ArrayRef<Dim> to) {
  SmallVector<SmallVector<int64_t>> groups;
  size_t next = 0;
  for (const Dim &size : to) {
    SmallVector<int64_t> &group = groups.emplace_back();
    Dim product = staticDim(1);
    while (product != size && next < from.size()) {
      std::optional<Dim> more = multiply(product, from[next]);
      if (!more)
        return std::nullopt;
      product = *more;
      group.push_back(int64_t(next++));
    }
    if (product != size)
      return std::nullopt;
  }
  if (groups.empty())
    return std::nullopt;
  for (; next < from.size(); ++next) // of one element each
    groups.back().push_back(int64_t(next));
  return groups;
}

void ComposedViews::buildBefore(Operation *op) {
  builder.setInsertionPoint(op);
  layer = nameOf(op).str();
}

template <typename Op> Op ComposedViews::builtBy(Value value) const {
  auto op = value.getDefiningOp<Op>();
  return op && built.contains(op) ? op : Op();
}

Value ComposedViews::add(Operation *op) {
  if (!layer.empty())
    setName(op, names.unique(layer + "/apart"));
  built.insert(op);
  unnamed.insert(op);
  return op->getResult(0);
}

Value ComposedViews::reshaped(Value value, ArrayRef<Dim> shape) {
  if (ArrayRef(symbolicShape(value)) == shape)
    return value;
  if (auto first = builtBy<ReshapeOp>(value))
    return reshaped(first.getInput(), shape);
  Type type = tensorType(shape, getElementTypeOrSelf(value));
  return add(ReshapeOp::create(builder, value.getLoc(), type, value));
}

Value ComposedViews::transposed(Value value, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, int64_t(permutation.size()))))
    return value;
  if (auto first = builtBy<TransposeOp>(value)) {
    auto whole = llvm::map_to_vector(permutation,
                                     [&](int64_t axis) { return first.getPermutation()[axis]; });
    return transposed(first.getInput(), whole);
  }
  SymbolicShape shape = symbolicShape(value), turned;
  for (int64_t axis : permutation)
    turned.push_back(shape[axis]);
  if (auto joins = builtBy<ReshapeOp>(value))
    if (auto groups = joinedDims(symbolicShape(joins.getInput()), shape)) {
      SmallVector<int64_t> parts;
      for (int64_t axis : permutation)
        parts.append((*groups)[axis]);
      return reshaped(transposed(joins.getInput(), parts), turned);
    }
  Type type = tensorType(turned, getElementTypeOrSelf(value));
  return add(TransposeOp::create(builder, value.getLoc(), type, value, permutation));
}

void ComposedViews::replace(Operation *op, Value value) {
  Value result = op->getResult(0);
  if (Operation *maker = value.getDefiningOp(); maker && unnamed.erase(maker))
    takeResultIdentity(value, result);
  result.replaceAllUsesWith(value);
  op->erase();
}

// So many leading dimensions of its operands and its result are rows that are computed each by
// itself.
static size_t leadingRows(Operation *op, size_t rank) {
  if (op->getNumResults() != 1 ||
      isa<quant::UniformQuantizedPerAxisType>(getElementTypeOrSelf(op->getResult(0))))
    return 0;
  if (auto product = dyn_cast<MatmulOp>(op))
    return rank - (symbolicShape(product.getB()).size() == 2 ? 1 : 2);
  if (auto softmax = dyn_cast<SoftmaxOp>(op))
    return softmax.getAxis();
  auto body = dyn_cast<ScalarBodyOpInterface>(op);
  if (!body || !isElementwise(op) || body.readsCoordinates())
    return 0;
  bool hasAxis = llvm::any_of(llvm::seq(op->getNumOperands()),
                              [&](unsigned i) { return body.operandAxis(i) >= 0; });
  return hasAxis ? 0 : rank;
}

// The dimensions that a reshape joined to the first `count` of its result.
static std::optional<SymbolicShape> leadingParts(ReshapeOp joins, size_t count) {
  SymbolicShape from = symbolicShape(joins.getInput());
  auto groups = joinedDims(from, symbolicShape(joins.getResult()));
  if (!groups)
    return std::nullopt;
  SymbolicShape parts;
  for (ArrayRef<int64_t> group : ArrayRef(*groups).take_front(count))
    for (int64_t dim : group)
      parts.push_back(from[dim]);
  return parts;
}

// The reshape built here that `value` is, or what is widened to it.
ReshapeOp ComposedViews::joinsOf(Value value) const {
  Value half = halfOf(value);
  return builtBy<ReshapeOp>(half ? half : value);
}

// `value` in `shape`, as what it was before a reshape; widened last, for readers widen what they
// load.
Value ComposedViews::reread(Value value, ArrayRef<Dim> shape) {
  Value parted = reshaped(joinsOf(value).getInput(), shape);
  if (!halfOf(value))
    return parted;
  Operation *widening = builder.clone(*value.getDefiningOp());
  widening->setOperand(0, parted);
  widening->getResult(0).setType(tensorType(shape, getElementTypeOrSelf(value)));
  if (StringRef name = nameOf(widening); !name.empty())
    setName(widening, names.unique(name));
  built.insert(widening);
  return widening->getResult(0);
}

// A widening that nobody reads any more would be lowered.
void ComposedViews::setOperand(OpOperand &operand, Value value) {
  Operation *before = operand.get().getDefiningOp();
  operand.set(value);
  if (halfOf(before->getResult(0)) && before->use_empty()) {
    built.remove(before);
    before->erase();
  }
}

// Rows that reshapes joined are as many rows before: what stands behind such an operation may join
// it then.
void ComposedViews::partRows(Operation *op) {
  SymbolicShape result = symbolicShape(op->getResult(0));
  size_t count = leadingRows(op, result.size());
  const bool shared = isa<MatmulOp>(op) && symbolicShape(op->getOperand(1)).size() == 2;
  auto isWhole = [&](OpOperand &o) { return shared && o.getOperandNumber() > 0; };
  for (OpOperand &operand : op->getOpOperands())
    if (!joinsOf(operand.get()) && !isWhole(operand))
      count = std::min(count, result.size() -
                                  std::min(result.size(), symbolicShape(operand.get()).size()));
  std::optional<SymbolicShape> parts;
  for (OpOperand &operand : op->getOpOperands()) {
    ReshapeOp joins = joinsOf(operand.get());
    if (!joins || isWhole(operand))
      continue;
    SymbolicShape shape = symbolicShape(operand.get());
    auto own = leadingParts(joins, count);
    if (!own || shape.size() != result.size() || (parts && *parts != *own) ||
        ArrayRef(shape).take_front(count) != ArrayRef(result).take_front(count))
      return;
    parts = own;
  }
  if (!parts || parts->size() <= count)
    return;
  auto parted = [&](ArrayRef<Dim> whole) {
    SymbolicShape shape = *parts;
    shape.append(whole.begin() + count, whole.end());
    return shape;
  };
  for (OpOperand &operand : op->getOpOperands())
    if (joinsOf(operand.get()) && !isWhole(operand))
      setOperand(operand, reread(operand.get(), parted(symbolicShape(operand.get()))));
  if (auto softmax = dyn_cast<SoftmaxOp>(op))
    softmax.setAxis(softmax.getAxis() + parts->size() - count);
  Value rows = op->getResult(0);
  rows.setType(tensorType(parted(result), getElementTypeOrSelf(rows)));
  builder.setInsertionPointAfter(op);
  Value whole = reshaped(rows, result);
  rows.replaceAllUsesExcept(whole, whole.getDefiningOp());
}

void ComposedViews::recompose(Operation *op) {
  auto isBuilt = [&](Value value) {
    return built.contains(value.getDefiningOp()) || joinsOf(value);
  };
  if (llvm::none_of(op->getOperands(), isBuilt))
    return;
  buildBefore(op);
  if (isa<ReshapeOp>(op))
    replace(op, reshaped(op->getOperand(0), symbolicShape(op->getResult(0))));
  else if (auto transpose = dyn_cast<TransposeOp>(op))
    replace(op, transposed(op->getOperand(0), transpose.getPermutation()));
  else if (op->getNumResults() == 1 && !halfOf(op->getResult(0)))
    partRows(op);
}

void ComposedViews::dropUnused() {
  auto all = built.takeVector();
  for (Operation *op : llvm::reverse(all)) // readers come behind
    if (op->use_empty())
      op->erase();
}

} // namespace qopt
