#include "lowering/build/joins.h"

#include "ir/values/weights.h"
#include "lowering/build/joined_row.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

class JoinPlanner {
public:
  JoinPlanner(ArrayRef<Region> regions, const StoredValues &stored,
              const qrt::DeviceDescription &device, WishedLayout wished, WritesPart writesPart)
      : readers(regions, stored), device(device), wished(wished), writesPart(writesPart) {}

  Joins plan(func::FuncOp function) {
    SmallVector<ConcatOp> open(function.getOps<ConcatOp>());
    for (ConcatOp root : llvm::reverse(open)) // the last first: those before it may be parts of it
      if (!joins.concats.contains(root))
        join(root);
    return std::move(joins);
  }

private:
  void join(ConcatOp root) {
    joins.concats.insert({root, {root, 0}});
    if (!isUniform(root)) { // requantizes its parts
      joins.layouts.insert({root, wished(root.getResult())});
      return;
    }
    const JoinedRow row =
        rowOf(root, readers, [&](ConcatOp op) { return joins.concats.contains(op); });
    for (auto [op, first] : row.members)
      joins.concats.insert({op, {root, first}});
    joins.layouts.insert({root, layoutOf(row)});
    place(row);
  }

  // Takes the order that most of them wish for, padded where that is the root's.
  Layout layoutOf(const JoinedRow &row) const {
    auto votesFor = [&](const Layout &layout) {
      return llvm::count_if(row.members, [&](const auto &member) {
        return wished(ConcatOp(member.first).getResult()).dense() == layout;
      });
    };
    ConcatOp root = row.root;
    const Layout own = wished(root.getResult());
    Layout best = own.dense();
    int64_t most = votesFor(best) + 1;
    for (auto [op, first] : row.members)
      if (Layout other = wished(op.getResult()).dense(); votesFor(other) > most)
        best = other, most = votesFor(other);
    return best == own.dense() ? own : best;
  }

  void place(const JoinedRow &row) {
    int64_t first = 0;
    for (Value part : row.parts) {
      if (!joins.written.contains(part) && llvm::count(row.parts, part) == 1 &&
          mayWrite(part, row, first))
        joins.written.insert({part, {row.root, first}});
      first += sizeAlong(part, row.axis);
    }
    // Nobody writes a buffer that it reads.
    for (Value part : row.parts)
      if (auto written = joins.written.find(part); written != joins.written.end() &&
                                                   written->second.root == row.root &&
                                                   readsFrom(part, row.root))
        joins.written.erase(written);
  }

  bool mayWrite(Value part, const JoinedRow &row, int64_t first) const {
    const Region *region = readers.regionOf(part.getDefiningOp());
    if (!region || region->result() != part || !readers.areAllOf(part))
      return false;
    ConcatOp root = row.root;
    return !region->anchor ||
           writesPart(*region, {joins.layouts.find(root)->second, sizesOf(root.getType()),
                                *storageType(root.getType()), row.axis, first, device});
  }

  bool readsFrom(Value part, ConcatOp root) const {
    const Region *region = readers.regionOf(part.getDefiningOp());
    return llvm::any_of(region->bodies, [&](Operation *op) {
      return llvm::any_of(op->getOperands(),
                          [&](Value operand) { return liesIn(readers.storedOf(operand), root); });
    });
  }

  bool liesIn(Value value, ConcatOp root) const {
    if (auto concat = joins.concats.find(value.getDefiningOp()); concat != joins.concats.end())
      return concat->second.root == root;
    auto written = joins.written.find(value);
    return written != joins.written.end() && written->second.root == root;
  }

  const StridedReaders readers;
  const qrt::DeviceDescription &device;
  WishedLayout wished;
  WritesPart writesPart;
  Joins joins;
};

} // namespace

Joins planJoins(func::FuncOp function, ArrayRef<Region> regions, const StoredValues &stored,
                const qrt::DeviceDescription &device, WishedLayout wished, WritesPart writesPart) {
  return JoinPlanner(regions, stored, device, wished, writesPart).plan(function);
}

} // namespace qopt
