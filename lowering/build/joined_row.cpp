#include "lowering/build/joined_row.h"

#include "ir/values/weights.h"
#include "lowering/layout/sizes.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

bool isUniform(ConcatOp op) {
  auto fits = [&](Value input) {
    return getElementTypeOrSelf(input.getType()) == getElementTypeOrSelf(op.getType()) &&
           sizesOf(input)[op.getAxis()].isStatic();
  };
  return llvm::all_of(op.getInputs(), fits);
}

int64_t sizeAlong(Value value, int64_t axis) { return sizesOf(value)[axis].offset; }

namespace {

class RowFinder {
public:
  RowFinder(ConcatOp root, const StridedReaders &readers,
            llvm::function_ref<bool(ConcatOp)> hasPlace)
      : readers(readers), hasPlace(hasPlace), row{root, int64_t(root.getAxis()), {}, {}, {}} {}

  JoinedRow find() {
    for (size_t barred = 1; barred != 0;) {
      const size_t before = row.barred.size();
      lineUp();
      barOthers();
      barred = row.barred.size() - before;
    }
    return std::move(row);
  }

private:
  static constexpr unsigned deepest = 256;  // of concatenations in each other
  static constexpr size_t mostParts = 4096; // of those that are taken apart

  void lineUp() {
    row.parts.clear();
    row.members.clear();
    flatten(row.root, row.parts);
    for (ConcatOp op : beginningWith(row.parts))
      if (op != row.root && isTakenApart(op)) {
        SmallVector<Value> own;
        flatten(op, own);
        if (std::optional<int64_t> place = placeOf(own, row.parts, row.axis))
          row.members.insert({op, *place});
      }
  }

  // A concatenation that was taken apart and is no member, as one that stands there twice, counts
  // as one value: its parts would be written beside a copy of the whole.
  void barOthers() {
    SmallVector<ConcatOp> joined{row.root};
    for (auto [op, place] : row.members)
      joined.push_back(op);
    for (ConcatOp op : joined)
      for (Value input : op.getInputs())
        if (auto inner = input.getDefiningOp<ConcatOp>();
            inner && isTakenApart(inner) && !row.members.contains(inner))
          row.barred.insert(inner);
  }

  bool isTakenApart(ConcatOp op) {
    return mayBeMember(op) && !llvm::is_contained(row.parts, op.getResult());
  }

  // An operand that is a concatenation itself counts as its operands, if its readers can do with it
  // among other values.
  void flatten(ConcatOp op, SmallVectorImpl<Value> &parts, unsigned depth = 0) {
    if (depth == deepest || (depth > 0 && parts.size() + op.getInputs().size() > mostParts)) {
      row.barred.insert(op);
      parts.push_back(op.getResult());
      return;
    }
    for (Value input : op.getInputs()) {
      auto inner = input.getDefiningOp<ConcatOp>();
      if (inner && mayBeMember(inner))
        flatten(inner, parts, depth + 1);
      else
        parts.push_back(input);
    }
  }

  bool mayBeMember(ConcatOp op) {
    return !hasPlace(op) && !row.barred.contains(op) && isUniform(op) &&
           int64_t(op.getAxis()) == row.axis &&
           getElementTypeOrSelf(op.getType()) == getElementTypeOrSelf(row.root.getType()) &&
           readers.areAllOf(op.getResult());
  }

  // Concatenations that begin with one of `parts`, with a concatenation that does, and so on; not
  // more than planning has time for.
  static llvm::SetVector<ConcatOp> beginningWith(ArrayRef<Value> parts) {
    constexpr size_t most = 1024;
    llvm::SetVector<ConcatOp> found;
    auto add = [&](Value first) {
      for (OpOperand &use : first.getUses())
        if (auto op = dyn_cast<ConcatOp>(use.getOwner());
            op && use.getOperandNumber() == 0 && found.size() < most)
          found.insert(op);
    };
    llvm::for_each(parts, add);
    for (size_t i = 0; i < found.size(); ++i)
      add(ConcatOp(found[i]).getResult());
    return found;
  }

  // Says where `own` begins among `parts`, along `axis`; none where it stands in no place or in
  // several.
  static std::optional<int64_t> placeOf(ArrayRef<Value> own, ArrayRef<Value> parts, int64_t axis) {
    std::optional<int64_t> place;
    int64_t first = 0;
    for (size_t at = 0; at + own.size() <= parts.size(); ++at) {
      if (parts.slice(at, own.size()) == own) {
        if (place)
          return std::nullopt;
        place = first;
      }
      first += sizeAlong(parts[at], axis);
    }
    return place;
  }

  const StridedReaders &readers;
  llvm::function_ref<bool(ConcatOp)> hasPlace;
  JoinedRow row;
};

} // namespace

JoinedRow rowOf(ConcatOp root, const StridedReaders &readers,
                llvm::function_ref<bool(ConcatOp)> hasPlace) {
  return RowFinder(root, readers, hasPlace).find();
}

} // namespace qopt
