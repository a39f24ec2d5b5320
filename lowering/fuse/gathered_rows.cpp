#include "lowering/fuse/gathered_rows.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "lowering/fuse/moved_places.h"
#include "lowering/regions/regions.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

// `result` has in row i of each sample what `source` has in row table[i].
struct MovedRows {
  Value source, result;
  int64_t length = 0; // of a row, in elements
  std::vector<int32_t> table;
};

bool growsOutermost(Value value) {
  SymbolicShape shape = symbolicShape(value);
  return !shape.empty() && !shape.front().isStatic() && shape.front().constant() == 0 &&
         llvm::all_of(llvm::drop_begin(shape), [](const Dim &dim) { return dim.isStatic(); });
}

// Strides say where the elements of `places` lie.
bool isView(const Places &places) {
  std::vector<int64_t> strides(places.shape.size(), 0);
  int64_t step = 1;
  for (size_t d = places.shape.size(); d-- > 0; step *= places.shape[d])
    if (places.shape[d] > 1)
      strides[d] = places.at[step] - places.at[0];
  for (size_t i = 0; i < places.at.size(); ++i) {
    int64_t rest = int64_t(i), place = places.at[0];
    for (size_t d = places.shape.size(); d-- > 0; rest /= places.shape[d])
      place += rest % places.shape[d] * strides[d];
    if (place != places.at[i])
      return false;
  }
  return true;
}

// Rows of `length` neighbours that stay neighbours; none where one is cut.
std::optional<std::vector<int32_t>> rowsOf(const Places &places, int64_t length) {
  std::vector<int32_t> rows;
  for (size_t i = 0; i < places.at.size(); i += size_t(length)) {
    if (places.at[i] % length != 0)
      return std::nullopt;
    for (int64_t j = 1; j < length; ++j)
      if (places.at[i + size_t(j)] != places.at[i] + j)
        return std::nullopt;
    rows.push_back(int32_t(places.at[i] / length));
  }
  return rows;
}

// The second of two samples has the first's rows, behind it.
bool isOfEachSample(const std::vector<int32_t> &two, const std::vector<int32_t> &one,
                    int64_t rows) {
  if (two.size() != 2 * one.size())
    return false;
  for (size_t i = 0; i < one.size(); ++i)
    if (two[i] != one[i] || two[one.size() + i] != one[i] + rows)
      return false;
  return true;
}

// A kernel writes them side by side, as it or bodies behind it do: of pictures neighbours along a
// row lie as far apart as pixels.
bool liesInRows(Value value) {
  constexpr size_t most = 64; // values that are looked at
  const int64_t last = int64_t(symbolicShape(value).size()) - 1;
  llvm::SmallSetVector<Value, 8> made;
  made.insert(value);
  for (size_t i = 0; i < made.size() && i < most; ++i) {
    Operation *op = made[i].getDefiningOp();
    if (auto anchor = dyn_cast_or_null<AnchorOpInterface>(op);
        anchor && anchor.channelDim() == last)
      return true;
    if (op && isElementwise(op))
      for (Value operand : op->getOperands())
        if (symbolicShape(operand) == symbolicShape(value))
          made.insert(operand);
  }
  return false;
}

// A body that reads `value` and others of its size: it may read rows where they lie.
bool isSummed(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return isElementwise(user) && llvm::any_of(user->getOperands(), [&](Value other) {
             return other != value && symbolicShape(other) == symbolicShape(value);
           });
  });
}

// It refuses what strides can say, most of all heads, without looking at each element.
bool mayBeRows(Value result, const Movement &movement) {
  constexpr int64_t most = 1 << 22; // elements of a sample
  auto isShort = [](Value value) {
    return growsOutermost(value) && qrt::elementCount(shapeAt(value.getType(), 1)) <= most;
  };
  auto counts = [](Operation *op) { return !isa<ReshapeOp>(op); };
  return movement.source() && llvm::count_if(movement.moves(), counts) > 1 &&
         isShort(movement.source()) && isShort(result) && liesInRows(movement.source()) &&
         (movement.isCopied() || isSummed(result));
}

std::optional<MovedRows> movedRows(Value result) {
  constexpr int64_t shortest = 16; // elements of a row
  const Movement movement(result);
  if (!mayBeRows(result, movement))
    return std::nullopt;
  MovedRows moved{movement.source(), result};
  std::vector<int64_t> from = shapeAt(moved.source.getType(), 1), to = shapeAt(result.getType(), 1);
  moved.length = std::min(from.back(), to.back());
  if (moved.length < shortest || from.back() % moved.length != 0 || to.back() % moved.length != 0)
    return std::nullopt;
  const Places one = movement.at(1);
  if (one.at.empty())
    return std::nullopt;
  auto rows = rowsOf(one, moved.length), two = rowsOf(movement.at(2), moved.length);
  if (!rows || !two || isView(one) ||
      !isOfEachSample(*two, *rows, qrt::elementCount(from) / moved.length))
    return std::nullopt;
  moved.table = std::move(*rows);
  return moved;
}

// Whoever reads `value` computes with it, or gives it to the caller.
bool isRead(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return llvm::none_of(user->getResults(), [](Value result) { return isMoved(result); });
  });
}

SymbolicShape samplesOf(Value value) {
  SymbolicShape shape = symbolicShape(value);
  return {*quotient(shape.front(), staticDim(shape.front().at(1)))};
}

// Dimensions of the table: the result's own, where that counts samples first and rows last.
SymbolicShape tableShape(const MovedRows &moved) {
  SymbolicShape shape = symbolicShape(moved.result);
  if (shape.size() > 2 && shape.front().at(1) == 1 && shape.back() == staticDim(moved.length))
    return SymbolicShape(shape.begin() + 1, shape.end() - 1);
  return {staticDim(int64_t(moved.table.size()))};
}

void gather(MovedRows moved, NameTable &names) {
  Operation *last = moved.result.getDefiningOp();
  OpBuilder builder(last);
  const Type element = getElementTypeOrSelf(moved.result);
  SymbolicShape shape = samplesOf(moved.source), from = shape, dims = tableShape(moved);
  from.append({staticDim(qrt::elementCount(shapeAt(moved.source.getType(), 1)) / moved.length),
               staticDim(moved.length)});
  shape.append(dims);
  shape.push_back(staticDim(moved.length));
  Value rows = moved.source;
  if (symbolicShape(rows) != from)
    rows = ReshapeOp::create(builder, last->getLoc(), tensorType(from, element), rows);
  qrt::Shape sizes;
  for (const Dim &dim : dims)
    sizes.push_back(dim.value());
  Value table = createConstant(builder, last->getLoc(), "",
                               qrt::Tensor::fromValues<int32_t>(sizes, moved.table));
  Value result =
      GatherOp::create(builder, last->getLoc(), tensorType(shape, element), rows, table, 1);
  if (StringRef name = nameOf(last); !name.empty())
    setName(result.getDefiningOp(), names.unique(name.str() + "/rows"));
  if (symbolicShape(result) != symbolicShape(moved.result))
    result = ReshapeOp::create(builder, last->getLoc(), moved.result.getType(), result);
  if (last->getNumResults() == 1)
    takeResultIdentity(result, moved.result);
  moved.result.replaceAllUsesWith(result);
}

void eraseUnused(func::FuncOp function) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.front())))
    if (op.use_empty() &&
        llvm::any_of(op.getResults(), [](Value result) { return isMoved(result); }))
      op.erase();
}

std::vector<MovedRows> allMovedRows(func::FuncOp function) {
  std::vector<MovedRows> found;
  for (Operation &op : function.front().without_terminator())
    for (Value result : op.getResults())
      if (isMoved(result) && isRead(result))
        if (std::optional<MovedRows> moved = movedRows(result))
          found.push_back(std::move(*moved));
  return found;
}
} // namespace

OwningOpRef<func::FuncOp> gatherMovedRows(func::FuncOp function) {
  OwningOpRef<func::FuncOp> copy = function.clone();
  const std::vector<MovedRows> found = allMovedRows(*copy);
  if (found.empty())
    return nullptr;
  NameTable names(*copy);
  for (const MovedRows &moved : found)
    gather(moved, names);
  eraseUnused(*copy);
  return copy;
}

} // namespace qopt
