// A program's strides are numbers, so what grows lies outermost: a dimension of a·N·b elements, of
// which `a` lie outside of the samples, is only counted as N·a·b. Rows of which each is computed by
// itself may be counted so; reshapes at both ends are written anew, with transposes between.
#include "lowering/fuse/samples_apart.h"

#include "ir/bind_sizes.h"
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "lowering/build/program_builder.h"
#include "lowering/fuse/views_composed.h"

#include <numeric>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

constexpr const char *remedy = "; bind the batch with --shape=INPUT:SIZES";

// The dimension of a value that grows with the batch.
struct Growth {
  int64_t dim;
  qrt::Extent size;
};

std::optional<Growth> growthOf(Value value) {
  for (auto [dim, size] : llvm::enumerate(sizesOf(value)))
    if (!size.isStatic())
      return Growth{int64_t(dim), size};
  return std::nullopt;
}

// Rows of a dimension that grows, as they are counted in the file: `outer` elements of it lie
// outside of the samples. 0: all rows are equal, and any number would do.
using Outer = int64_t;
constexpr Outer any = 0;

int64_t elementsOf(ArrayRef<Dim> dims) {
  int64_t elements = 1;
  for (const Dim &dim : dims)
    elements *= dim.value();
  return elements;
}

// The samples of a reshape's operand and result: what lies around N on either side.
struct Regrouped {
  SymbolicShape before, after;       // of the operand
  SymbolicShape newBefore, newAfter; // of the result
  Dim samples;
};

// The dimensions inside of N: `outer` elements that lie outside in the file, the rest of that
// dimension, further ones.
SymbolicShape inside(Outer outer, int64_t rest, ArrayRef<Dim> further) {
  SymbolicShape dims;
  for (int64_t size : {outer, rest})
    if (size != 1)
      dims.push_back(staticDim(size));
  dims.append(further.begin(), further.end());
  return dims;
}

class SamplesApart {
public:
  explicit SamplesApart(func::FuncOp function) : function(function) {}

  LogicalResult analyze() {
    for (BlockArgument argument : function.getArguments())
      if (growthOf(argument))
        outer[argument] = 1;
    for (Operation &op : function.front().without_terminator())
      if (failed(follow(&op)))
        return failure();
    return checkOutputs();
  }

  bool isNeeded() const { return !regrouped.empty(); }

  void rewrite() {
    ComposedViews views(function);
    for (Operation &op : llvm::make_early_inc_range(function.front().without_terminator())) {
      auto found = regrouped.find(&op);
      if (found != regrouped.end())
        views.replace(&op, regroup(views, op, found->second));
      else
        views.recompose(&op);
    }
    views.dropUnused();
  }

private:
  LogicalResult follow(Operation *op) {
    if (auto reshape = dyn_cast<ReshapeOp>(op))
      return growthOf(reshape.getInput()) ? followReshape(reshape) : success();
    if (isa<TransposeOp>(op)) {
      if (growthOf(op->getOperand(0)))
        outer[op->getResult(0)] = outer.lookup(op->getOperand(0));
      return success();
    }
    return followRows(op);
  }

  // Rows that operands have in common: in one order, which the result has, too.
  LogicalResult followRows(Operation *op) {
    std::optional<Outer> common;
    bool byRows = true;
    for (OpOperand &operand : op->getOpOperands()) {
      std::optional<Growth> growth = growthOf(operand.get());
      if (!growth)
        continue;
      Outer own = outer.lookup(operand.get());
      if (common.value_or(any) != any && own != any && *common != own)
        return cannotCompile(op, "its operands count the samples of a batch in different orders, " +
                                     Twine("by reshapes that join them with other dimensions") +
                                     remedy);
      common = std::max(common.value_or(any), own);
      byRows &= keepsRows(operand, growth->dim);
    }
    if (common.value_or(1) > 1 && !byRows)
      return cannotCompile(op, "it reads the samples of a batch behind " + Twine(*common) +
                                   " other rows of one dimension, and does not compute row by row" +
                                   remedy);
    for (Value result : op->getResults())
      if (growthOf(result))
        outer[result] = common ? (byRows ? *common : std::max<Outer>(*common, 1))
                               : (isa<ExpandOp>(op) ? any : 1);
    return success();
  }

  // Row i of the result depends on row i of the operand: an anchor's rows that may grow are none
  // that it joins.
  static bool keepsRows(OpOperand &operand, int64_t dim) {
    Operation *op = operand.getOwner();
    auto inference = dyn_cast<ShapeInferenceOpInterface>(op);
    return (inference && inference.rowsOf(operand.getOperandNumber(), dim)) ||
           isa<AnchorOpInterface>(op) ||
           isa<StandardizeOp, SplitOp, PadOp, ExtremesOp, HistogramOp>(op);
  }

  LogicalResult followReshape(ReshapeOp op) {
    Growth from = *growthOf(op.getInput());
    std::optional<Growth> to = growthOf(op.getResult());
    Outer known = outer.lookup(op.getInput());
    outer[op.getResult()] = 1;
    if (known <= 1 && liesAlone(op, from, *to))
      return success();
    // Equal rows may be counted at will: the least count that leaves whole samples is taken.
    if (part(op, from, *to, known == any ? leastOutside(op, from, *to) : known))
      return success();
    return cannotCompile(op, "it would mix the samples of a batch: no dimension of " +
                                 toString(symbolicShape(op.getType())) + " holds those of " +
                                 toString(symbolicShape(op.getInput())) + " whole" + remedy);
  }

  static Outer leastOutside(ReshapeOp op, const Growth &from, const Growth &to) {
    int64_t before = elementsOf(ArrayRef(symbolicShape(op.getInput())).take_front(from.dim));
    int64_t after = elementsOf(ArrayRef(symbolicShape(op.getType())).take_front(to.dim));
    return after == 0 ? 1 : after / std::gcd(before, after);
  }

  // The growing dimension is outermost on both sides, or the same one: any layout serves.
  static bool liesAlone(ReshapeOp op, const Growth &from, const Growth &to) {
    int64_t before = elementsOf(ArrayRef(symbolicShape(op.getInput())).take_front(from.dim));
    int64_t after = elementsOf(ArrayRef(symbolicShape(op.getType())).take_front(to.dim));
    return before == after && (before == 1 || from.size == to.size);
  }

  // Notes how the samples lie on both sides; false where no dimension of the result has them whole.
  bool part(ReshapeOp op, const Growth &from, const Growth &to, Outer own) {
    if (from.size.offset != 0 || to.size.offset != 0)
      return false;
    SymbolicShape shape = symbolicShape(op.getInput()), result = symbolicShape(op.getType());
    ArrayRef<Dim> before = ArrayRef(shape).take_front(from.dim),
                  newBefore = ArrayRef(result).take_front(to.dim);
    int64_t outside = elementsOf(before) * own, newOutside = elementsOf(newBefore);
    if (newOutside == 0 || outside % newOutside != 0 || from.size.scale % own != 0)
      return false;
    Outer made = outside / newOutside;
    if (to.size.scale % made != 0)
      return false;
    std::optional<Dim> samples = quotient(shape[from.dim], staticDim(from.size.scale));
    if (!samples)
      return false;
    regrouped[op] = {SymbolicShape(before),
                     inside(own, from.size.scale / own, ArrayRef(shape).drop_front(from.dim + 1)),
                     SymbolicShape(newBefore),
                     inside(made, to.size.scale / made, ArrayRef(result).drop_front(to.dim + 1)),
                     *samples};
    outer[op.getResult()] = made;
    return true;
  }

  // Samples first, what lies outside of them, the rest: in that order a reshape is one of each
  // sample.
  static Value regroup(ComposedViews &views, Operation &op, const Regrouped &r) {
    auto shapeOf = [&](ArrayRef<Dim> before, ArrayRef<Dim> after, bool samplesFirst) {
      SymbolicShape shape;
      if (!samplesFirst)
        shape.append(before.begin(), before.end());
      shape.push_back(r.samples);
      if (samplesFirst)
        shape.append(before.begin(), before.end());
      shape.append(after.begin(), after.end());
      return shape;
    };
    auto turned = [](size_t before, size_t after, bool samplesFirst) {
      SmallVector<int64_t> permutation =
          llvm::to_vector(llvm::seq<int64_t>(0, int64_t(before + 1 + after)));
      auto begin = permutation.begin(), end = begin + int64_t(before) + 1;
      std::rotate(begin, samplesFirst ? end - 1 : begin + 1, end);
      return permutation;
    };
    views.buildBefore(&op);
    Value value = views.reshaped(op.getOperand(0), shapeOf(r.before, r.after, false));
    value = views.transposed(value, turned(r.before.size(), r.after.size(), true));
    value = views.reshaped(value, shapeOf(r.newBefore, r.newAfter, true));
    value = views.transposed(value, turned(r.newBefore.size(), r.newAfter.size(), false));
    return views.reshaped(value, symbolicShape(op.getResult(0)));
  }

  LogicalResult checkOutputs() {
    Operation *end = function.front().getTerminator();
    for (auto [value, name] : llvm::zip_equal(end->getOperands(), outputNames(function)))
      if (growthOf(value) && outer.lookup(value) > 1)
        return end->emitError() << "output '" << name << "': it has the samples of a batch behind "
                                << outer.lookup(value) << " other rows of one dimension" << remedy;
    return success();
  }

  func::FuncOp function;
  llvm::DenseMap<Value, Outer> outer;
  llvm::DenseMap<Operation *, Regrouped> regrouped;
};
} // namespace

LogicalResult checkSamplesApart(func::FuncOp function) { return SamplesApart(function).analyze(); }

FailureOr<OwningOpRef<func::FuncOp>> keepSamplesApart(func::FuncOp function) {
  if (symbolsOf(function).empty() || !servesAnyBatch(function))
    return OwningOpRef<func::FuncOp>();
  SamplesApart samples(function);
  if (failed(samples.analyze()))
    return failure();
  if (!samples.isNeeded())
    return OwningOpRef<func::FuncOp>();
  OwningOpRef<func::FuncOp> copy = function.clone();
  SamplesApart copied(*copy);
  if (failed(copied.analyze()))
    return failure();
  copied.rewrite();
  return copy;
}

} // namespace qopt
