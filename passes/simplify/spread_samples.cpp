#include "passes/simplify/spread_samples.h"

#include "ir/ops.h"
#include "ir/values/weights.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

// Somebody who is not known reads it.
static bool isReadOutside(Value value, const EachSamples &known) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return user->getNumResults() != 1 || !known.find(user->getResult(0));
  });
}

static bool isExpandedConstant(Operation *op) {
  auto expand = dyn_cast<ExpandOp>(op);
  return expand && expand.getInput().getDefiningOp<ConstantOp>();
}

// One sample of `value`, and as many as there are behind it, [.., N, scale, ..] first where a
// sample is several rows.
static void spread(Value value, SampleDim of, const qrt::Tensor &first, FreshNames &names) {
  Operation *op = value.getDefiningOp();
  OpBuilder builder(op);
  const std::string name = nameOf(op).empty() ? "" : names.unique(op, nameOf(op).str() + "/each");
  SymbolicShape shape = symbolicShape(value), sample, samples(shape);
  std::vector<int64_t> sizes = first.shape();
  if (of.scale > 1) {
    sizes.insert(sizes.begin() + of.dim, 1);
    samples[of.dim] = *quotient(shape[of.dim], staticDim(of.scale));
    samples.insert(samples.begin() + of.dim + 1, staticDim(of.scale));
  }
  Value constant = createConstant(builder, op->getLoc(), name, first.reshaped(sizes));
  const Type element = getElementTypeOrSelf(value);
  Operation *result =
      ExpandOp::create(builder, op->getLoc(), tensorType(samples, element), constant);
  if (of.scale > 1) {
    if (!name.empty())
      setName(result, names.unique(op, nameOf(op).str() + "/samples"));
    result = ReshapeOp::create(builder, op->getLoc(), value.getType(), result->getResult(0));
  }
  takeIdentity(result, op);
  value.replaceAllUsesWith(result->getResult(0));
}

void spreadSamples(func::FuncOp function, const EachSamples &known, FreshNames &names) {
  SmallVector<Operation *> learnt;
  function.walk([&](Operation *op) {
    if (op->getNumResults() == 1 && known.find(op->getResult(0)))
      learnt.push_back(op);
  });
  for (Operation *op : llvm::reverse(learnt)) {
    Value value = op->getResult(0);
    const EachSample &of = *known.find(value);
    const std::optional<SampleDim> dim = sampleDimOf(value);
    if (dim && !of.step && !isExpandedConstant(op) && isReadOutside(value, known))
      spread(value, *dim, of.first, names);
  }
  for (Operation *op : llvm::reverse(learnt))
    if (!isExpandedConstant(op) && op->use_empty())
      op->erase();
}

namespace {
/// An operation chooses these rows of a dimension behind that of samples, [samples, rows, …].
struct OwnRows {
  SymbolicShape shape;
  int64_t samples;
  std::vector<int64_t> table;
  std::vector<int64_t> tableShape;
};
} // namespace

// Indices that gain a whole sample with each: of rows of the dimension that grows.
static std::optional<OwnRows> ownRowsOf(GatherOp op, const EachSample &indices) {
  const std::optional<SampleDim> of = sampleDimOf(op.getInput()), by = sampleDimOf(op.getIndices());
  if (!of || !by || of->dim != int64_t(op.getAxis()) || by->dim != 0 || by->scale != 1)
    return std::nullopt;
  OwnRows own{symbolicShape(op.getInput()), of->dim, {}, indices.first.shape()};
  own.tableShape.erase(own.tableShape.begin());
  for (int64_t i = 0; i < indices.first.size(); ++i) {
    own.table.push_back(integerAt(indices.first, i));
    if (own.table.back() < 0 || own.table.back() >= of->scale ||
        integerAt(*indices.step, i) != of->scale)
      return std::nullopt;
  }
  own.shape[of->dim] = *quotient(own.shape[of->dim], staticDim(of->scale));
  if (own.shape[of->dim] != symbolicShape(op.getIndices())[0]) // samples of another symbol
    return std::nullopt;
  own.shape.insert(own.shape.begin() + of->dim + 1, staticDim(of->scale));
  return own;
}

// Pairs of a sample's number and a row that is the same for each.
static std::optional<OwnRows> ownRowsOf(GatherNdOp op, const EachSample &indices) {
  const std::optional<SampleDim> of = sampleDimOf(op.getInput()), by = sampleDimOf(op.getIndices());
  OwnRows own{symbolicShape(op.getInput()), 0, {}, indices.first.shape()};
  if (!of || !by || of->dim != 0 || of->scale != 1 || by->dim != 0 || by->scale != 1 ||
      op.getBatchDims() != 0 || own.tableShape.back() != 2 || !own.shape[1].isStatic() ||
      own.shape[0] != symbolicShape(op.getIndices())[0]) // samples of another symbol
    return std::nullopt;
  own.tableShape.erase(own.tableShape.begin());
  own.tableShape.pop_back();
  for (int64_t i = 0; i < indices.first.size(); i += 2) {
    own.table.push_back(integerAt(indices.first, i + 1));
    if (integerAt(indices.first, i) != 0 || integerAt(*indices.step, i) != 1 ||
        integerAt(*indices.step, i + 1) != 0 || own.table.back() < 0 ||
        own.table.back() >= own.shape[1].value())
      return std::nullopt;
  }
  return own;
}

static bool areAllInOrder(const OwnRows &own) {
  if (own.shape[own.samples + 1] != staticDim(int64_t(own.table.size())))
    return false;
  return llvm::all_of(llvm::enumerate(own.table),
                      [](auto row) { return row.value() == int64_t(row.index()); });
}

static void choose(Operation *op, const OwnRows &own, FreshNames &names) {
  OpBuilder builder(op);
  Value rows = op->getOperand(0);
  const Type element = getElementTypeOrSelf(rows), type = op->getResult(0).getType();
  auto part = [&](StringRef name) {
    return nameOf(op).empty() ? "" : names.unique(op, (nameOf(op) + name).str());
  };
  Operation *result = nullptr;
  if (areAllInOrder(own)) {
    result = ReshapeOp::create(builder, op->getLoc(), type, rows);
  } else {
    if (const RankedTensorType apart = tensorType(own.shape, element); apart != rows.getType()) {
      auto reshape = ReshapeOp::create(builder, op->getLoc(), apart, rows);
      if (std::string name = part("/rows"); !name.empty())
        setName(reshape, name);
      rows = reshape;
    }
    Value table = createConstant(builder, op->getLoc(), part("/table"),
                                 qrt::Tensor::fromValues<int64_t>(own.tableShape, own.table));
    result = GatherOp::create(builder, op->getLoc(), type, rows, table, uint64_t(own.samples + 1));
  }
  takeIdentity(result, op);
  op->getResult(0).replaceAllUsesWith(result->getResult(0));
  op->erase();
}

void chooseWithinSamples(func::FuncOp function, const EachSamples &known, FreshNames &names) {
  SmallVector<std::pair<Operation *, OwnRows>> found;
  auto find = [&](auto op) {
    const EachSample *indices = known.find(op.getIndices());
    if (!indices || !indices->step || known.find(op.getResult()) || isQuantized(op.getType()))
      return;
    if (std::optional<OwnRows> own = ownRowsOf(op, *indices))
      found.emplace_back(op, std::move(*own));
  };
  function.walk([&](GatherOp op) { find(op); });
  function.walk([&](GatherNdOp op) { find(op); });
  for (const auto &[op, own] : found)
    choose(op, own, names);
}

static bool broadcasts(Operation *op, unsigned operand) {
  if (auto attention = dyn_cast<AttentionOp>(op))
    return operand >= attention.getMasks().getBeginOperandIndex();
  auto body = dyn_cast<ScalarBodyOpInterface>(op);
  return body && !isa<AnchorOpInterface, CompositeOpInterface>(op) && !body.loadsOperand(operand) &&
         body.operandAxis(operand) < 0;
}

void readUnexpanded(func::FuncOp function) {
  SmallVector<ExpandOp> expanded;
  function.walk([&](ExpandOp op) {
    if (isExpandedConstant(op))
      expanded.push_back(op);
  });
  for (ExpandOp op : expanded) {
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      const unsigned index = use.getOperandNumber();
      if (!broadcasts(use.getOwner(), index))
        continue;
      SmallVector<Value> operands(use.getOwner()->getOperands());
      operands[index] = op.getInput();
      std::string refusal;
      if (Operation *candidate = verifiedClone(use.getOwner(), operands, {Type()}, refusal)) {
        candidate->destroy();
        use.set(op.getInput());
      }
    }
    if (op->use_empty())
      op->erase();
  }
}

} // namespace qopt
