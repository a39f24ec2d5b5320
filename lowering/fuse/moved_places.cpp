#include "lowering/fuse/moved_places.h"

#include "ir/values/samples.h"
#include "ir/values/tables.h"
#include "ir/values/weights.h"

#include <numeric>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

bool isMovedByTable(Operation *op) {
  auto gather = dyn_cast_or_null<GatherOp>(op);
  return gather &&
         isPermutationOf(gather.getIndices(), symbolicShape(gather.getInput())[gather.getAxis()]);
}

bool isMoved(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<ReshapeOp, TransposeOp, SliceOp, SplitOp, ConcatOp>(op) ||
         isMovedByTable(op);
}

Movement::Movement(Value result) : to(result) {
  llvm::SmallVector<Value> open{result};
  llvm::DenseSet<Operation *> seen;
  bool isOne = true;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (isMoved(value)) {
      if (seen.insert(value.getDefiningOp()).second)
        open.append(value.getDefiningOp()->operand_begin(),
                    isMovedByTable(value.getDefiningOp())
                        ? std::next(value.getDefiningOp()->operand_begin())
                        : value.getDefiningOp()->operand_end());
      continue;
    }
    isOne &= !from || from == value;
    from = value;
  }
  if (!isOne)
    from = nullptr;
  between.assign(seen.begin(), seen.end());
  llvm::sort(between, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
}

bool Movement::isCopied() const {
  return llvm::any_of(between, [](Operation *op) { return isa<ConcatOp, GatherOp>(op); });
}

bool Movement::takesSamplesAlike() const {
  if (!from || cast<RankedTensorType>(from.getType()).hasStaticShape())
    return from != nullptr;
  return sampleDimOf(from) && llvm::all_of(between, [](Operation *op) {
           for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
             if (isa<GatherOp>(op) && i == 1) // its table
               continue;
             const std::optional<SampleDim> of = sampleDimOf(operand);
             const std::optional<int64_t> to =
                 of ? movedSamples(op, unsigned(i), *of) : std::nullopt;
             if (!to || !llvm::all_of(op->getResults(), [&](Value result) {
                   const std::optional<SampleDim> behind = sampleDimOf(result);
                   return behind && behind->dim == *to;
                 }))
               return false;
           }
           return true;
         });
}

// The elements of `from` at `first` + Σ i·strides, row by row.
static Places picked(const Places &from, std::vector<int64_t> shape, int64_t first,
                     ArrayRef<int64_t> strides) {
  Places places{std::move(shape), {}};
  places.at.reserve(size_t(qrt::elementCount(places.shape)));
  std::vector<int64_t> i(places.shape.size(), 0);
  int64_t place = first;
  for (int64_t left = qrt::elementCount(places.shape); left > 0; --left) {
    places.at.push_back(from.at[size_t(place)]);
    for (size_t d = i.size(); d-- > 0;) {
      place += strides[d];
      if (++i[d] < places.shape[d])
        break;
      place -= strides[d] * i[d];
      i[d] = 0;
    }
  }
  return places;
}

static std::vector<int64_t> rowMajor(ArrayRef<int64_t> shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = strides[d] * shape[d];
  return strides;
}

static Places transposed(const Places &from, TransposeOp op) {
  const std::vector<int64_t> strides = rowMajor(from.shape);
  std::vector<int64_t> shape, moved;
  for (int64_t dim : op.getPermutation()) {
    shape.push_back(from.shape[dim]);
    moved.push_back(strides[dim]);
  }
  return picked(from, std::move(shape), 0, moved);
}

static Places sliced(const Places &from, SliceOp op, int64_t batch) {
  std::vector<int64_t> strides = rowMajor(from.shape);
  int64_t first = 0;
  for (size_t d = 0; d < strides.size(); ++d) {
    first += strides[d] * op.startAt(int64_t(d), batch);
    strides[d] *= op.getSteps()[d];
  }
  return picked(from, shapeAt(op.getType(), batch), first, strides);
}

static Places gathered(const Places &from, GatherOp op, int64_t batch) {
  Places places{shapeAt(op.getType(), batch), {}};
  const qrt::Tensor table = *constantTensor(op.getIndices());
  const int64_t size = from.shape[op.getAxis()], inner = rowMajor(from.shape)[op.getAxis()];
  for (size_t outer = 0; outer < from.at.size(); outer += size_t(size * inner))
    for (int64_t i = 0; i < table.size(); ++i) {
      const auto row = from.at.begin() + outer + integerAt(table, i) * inner;
      places.at.insert(places.at.end(), row, row + inner);
    }
  return places;
}

static Places joined(ArrayRef<const Places *> parts, std::vector<int64_t> shape, int64_t axis) {
  Places places{std::move(shape), {}};
  int64_t outer = 1;
  for (int64_t d = 0; d < axis; ++d)
    outer *= places.shape[d];
  for (int64_t i = 0; i < outer; ++i)
    for (const Places *part : parts) {
      const size_t length = part->at.size() / size_t(std::max<int64_t>(outer, 1));
      places.at.insert(places.at.end(), part->at.begin() + i * length,
                       part->at.begin() + (i + 1) * length);
    }
  return places;
}

static void define(Operation *op, int64_t batch, llvm::DenseMap<Value, Places> &known) {
  if (auto concat = dyn_cast<ConcatOp>(op)) {
    auto parts = llvm::map_to_vector(
        op->getOperands(), [&](Value part) -> const Places * { return &known.find(part)->second; });
    known[concat] = joined(parts, shapeAt(concat.getType(), batch), concat.getAxis());
    return;
  }
  const Places from = known.find(op->getOperand(0))->second;
  if (isa<ReshapeOp>(op))
    known[op->getResult(0)] = {shapeAt(op->getResult(0).getType(), batch), from.at};
  else if (auto transpose = dyn_cast<TransposeOp>(op))
    known[transpose] = transposed(from, transpose);
  else if (auto slice = dyn_cast<SliceOp>(op))
    known[slice] = sliced(from, slice, batch);
  else if (auto gather = dyn_cast<GatherOp>(op))
    known[gather] = gathered(from, gather, batch);
  else {
    auto split = cast<SplitOp>(op);
    const std::vector<int64_t> strides = rowMajor(from.shape);
    int64_t first = 0;
    for (auto [part, size] : llvm::zip_equal(split.getResults(), split.getSizes())) {
      known[part] =
          picked(from, shapeAt(part.getType(), batch), first * strides[split.getAxis()], strides);
      first += size;
    }
  }
}

Places Movement::at(int64_t batch) const {
  llvm::DenseMap<Value, Places> known;
  Places &all = known[from];
  all.shape = shapeAt(from.getType(), batch);
  all.at.resize(size_t(qrt::elementCount(all.shape)));
  std::iota(all.at.begin(), all.at.end(), 0);
  for (Operation *op : between)
    define(op, batch, known);
  return std::move(known.find(to)->second);
}

} // namespace qopt
