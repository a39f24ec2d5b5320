#include "lowering/build/joins.h"

#include "ir/values/weights.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

bool isUniform(ConcatOp op) {
  auto fits = [&](Value input) {
    return getElementTypeOrSelf(input.getType()) == getElementTypeOrSelf(op.getType()) &&
           sizesOf(input)[op.getAxis()].isStatic();
  };
  return llvm::all_of(op.getInputs(), fits);
}

int64_t sizeAlong(Value value, int64_t axis) { return sizesOf(value)[axis].offset; }

class JoinPlanner {
public:
  JoinPlanner(ArrayRef<Region> regions, const StoredValues &stored,
              const qrt::DeviceDescription &device, WishedLayout wished)
      : stored(stored), device(device), wished(wished) {
    for (const Region &region : regions) {
      for (Operation *op : region.bodies)
        regionOf[op] = &region;
      if (region.anchor)
        regionOf[region.anchor] = &region;
    }
  }

  Joins plan(func::FuncOp function) {
    for (ConcatOp op : function.getOps<ConcatOp>())
      open.push_back(op);
    while (!open.empty()) { // the last first: those before it may be parts of it
      ConcatOp root = open.pop_back_val();
      if (!joins.concats.contains(root))
        join(root);
    }
    return std::move(joins);
  }

private:
  void join(ConcatOp root) {
    joins.concats.insert({root, {root, 0}});
    if (!isUniform(root)) { // requantizes its parts
      joins.layouts.insert({root, wished(root.getResult())});
      return;
    }
    Row row{root, int64_t(root.getAxis()), {}, {}, {}};
    for (size_t barred = 1; barred != 0;) {
      const size_t before = row.barred.size();
      lineUp(row);
      barOthers(row);
      barred = row.barred.size() - before;
    }
    for (auto [op, first] : row.members)
      joins.concats.insert({op, {root, first}});
    joins.layouts.insert({root, layoutOf(row)});
    place(row);
  }

  /// What lies in a root's buffer, one behind the other.
  struct Row {
    Operation *root;
    int64_t axis;
    SmallVector<Value> parts;
    llvm::MapVector<ConcatOp, int64_t> members; // concatenations that are a run of parts: its place
    llvm::SmallPtrSet<Operation *, 8> barred;   // those that count as one value
  };

  static constexpr unsigned deepest = 256;  // of concatenations in each other
  static constexpr size_t mostParts = 4096; // of those that are taken apart

  void lineUp(Row &row) const {
    row.parts.clear();
    row.members.clear();
    flatten(row, cast<ConcatOp>(row.root), row.parts);
    for (ConcatOp op : beginningWith(row.parts))
      if (op != row.root && isTakenApart(row, op)) {
        SmallVector<Value> own;
        flatten(row, op, own);
        if (std::optional<int64_t> place = placeOf(own, row.parts, row.axis))
          row.members.insert({op, *place});
      }
  }

  // A concatenation that was taken apart and is no member, as one that stands there twice, counts
  // as one value: its parts would be written beside a copy of the whole.
  void barOthers(Row &row) const {
    SmallVector<ConcatOp> joined{cast<ConcatOp>(row.root)};
    for (auto [op, place] : row.members)
      joined.push_back(op);
    for (ConcatOp op : joined)
      for (Value input : op.getInputs())
        if (auto inner = input.getDefiningOp<ConcatOp>();
            inner && isTakenApart(row, inner) && !row.members.contains(inner))
          row.barred.insert(inner);
  }

  bool isTakenApart(const Row &row, ConcatOp op) const {
    return mayBeMember(row, op) && !llvm::is_contained(row.parts, op.getResult());
  }

  // An operand that is a concatenation itself counts as its operands, if its readers can do with it
  // among other values.
  void flatten(Row &row, ConcatOp op, SmallVectorImpl<Value> &parts, unsigned depth = 0) const {
    if (depth == deepest || (depth > 0 && parts.size() + op.getInputs().size() > mostParts)) {
      row.barred.insert(op);
      parts.push_back(op.getResult());
      return;
    }
    for (Value input : op.getInputs()) {
      auto inner = input.getDefiningOp<ConcatOp>();
      if (inner && mayBeMember(row, inner))
        flatten(row, inner, parts, depth + 1);
      else
        parts.push_back(input);
    }
  }

  bool mayBeMember(const Row &row, ConcatOp op) const {
    return !joins.concats.contains(op) && !row.barred.contains(op) && isUniform(op) &&
           int64_t(op.getAxis()) == row.axis &&
           getElementTypeOrSelf(op.getType()) ==
               getElementTypeOrSelf(row.root->getResult(0).getType()) &&
           isReadByStrides(op.getResult());
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

  // Takes the order that most of them wish for, padded where that is the root's.
  Layout layoutOf(const Row &row) const {
    auto votesFor = [&](const Layout &layout) {
      return llvm::count_if(row.members, [&](const auto &member) {
        return wished(ConcatOp(member.first).getResult()).dense() == layout;
      });
    };
    const Layout own = wished(row.root->getResult(0));
    Layout best = own.dense();
    int64_t most = votesFor(best) + 1;
    for (auto [op, first] : row.members)
      if (Layout other = wished(op.getResult()).dense(); votesFor(other) > most)
        best = other, most = votesFor(other);
    return best == own.dense() ? own : best;
  }

  void place(const Row &row) {
    auto root = cast<ConcatOp>(row.root);
    int64_t first = 0;
    for (Value part : row.parts) {
      if (!joins.written.contains(part) && llvm::count(row.parts, part) == 1 &&
          mayWrite(part, root, first))
        joins.written.insert({part, {root, first}});
      first += sizeAlong(part, root.getAxis());
    }
    // Nobody writes a buffer that it reads.
    for (Value part : row.parts)
      if (auto written = joins.written.find(part);
          written != joins.written.end() && written->second.root == root && readsFrom(part, root))
        joins.written.erase(written);
  }

  bool mayWrite(Value part, ConcatOp root, int64_t first) const {
    const Region *region = regionOf.lookup(part.getDefiningOp());
    if (!region || region->result() != part || !isReadByStrides(part))
      return false;
    if (!region->anchor)
      return true;
    auto conv = dyn_cast<Conv2dOp>(region->anchor);
    const Layout &layout = joins.layouts.find(root)->second;
    return conv && layout.dense() == Layout::channelsLast(sizesOf(part).size()) &&
           root.getAxis() == 1 && suitsKernels(conv, *region, root, first);
  }

  // Kernels write channels 16 bytes at a time, halves of several pixels and one group also by twos,
  // and read what is beside the result as it lies.
  bool suitsKernels(Conv2dOp conv, const Region &region, ConcatOp root, int64_t first) const {
    if (!device.takesKernels)
      return true;
    const Sizes shape = sizesOf(root.getType());
    const qrt::ElementType type = *storageType(root.getType());
    const bool isPixel = llvm::all_of(ArrayRef(shape).drop_front(2),
                                      [](const auto &d) { return d == fixedSize(1); });
    const bool isByTwos = type == qrt::ElementType::F16 && !isPixel && conv.getGroups() == 1;
    const int64_t word = isByTwos ? 4 : 16;
    const int64_t width = int64_t(qrt::byteWidth(type));
    const int64_t pitch = joins.layouts.find(root)->second.strides(shape).back(); // of pixels
    return pitch * width % word == 0 && first * width % word == 0 && !readsBeside(conv, region);
  }

  bool readsBeside(Conv2dOp conv, const Region &region) const {
    auto isBeside = [&](Value value) {
      Operation *maker = value.getDefiningOp();
      return sizesOf(value) == sizesOf(region.result()) && !storedConstant(value) &&
             (!maker || regionOf.lookup(maker) != &region);
    };
    return conv.getResidual() || llvm::any_of(region.bodies, [&](Operation *op) {
             return llvm::any_of(op->getOperands(), isBeside);
           });
  }

  bool readsFrom(Value part, ConcatOp root) const {
    const Region *region = regionOf.lookup(part.getDefiningOp());
    return llvm::any_of(region->bodies, [&](Operation *op) {
      return llvm::any_of(op->getOperands(), [&](Value operand) {
        auto half = stored.find(operand);
        return liesIn(half == stored.end() ? operand : half->second, root);
      });
    });
  }

  bool liesIn(Value value, ConcatOp root) const {
    if (auto concat = joins.concats.find(value.getDefiningOp()); concat != joins.concats.end())
      return concat->second.root == root;
    auto written = joins.written.find(value);
    return written != joins.written.end() && written->second.root == root;
  }

  // Each reader walks by strides, or copies: elementwise kernels, other concatenations, results.
  bool isReadByStrides(Value value) const {
    return llvm::all_of(value.getUses(), [&](OpOperand &use) {
      Operation *reader = use.getOwner();
      if (reader->getNumResults() == 0 || isa<ConcatOp>(reader))
        return true;
      const Region *region = regionOf.lookup(reader);
      if (!region || region->anchor || !isElementwise(reader) ||
          cast<ScalarBodyOpInterface>(reader).loadsOperand(use.getOperandNumber()))
        return isWidening(reader, value) && isReadByStrides(reader->getResult(0));
      return !isWidening(reader, value) || isReadByStrides(reader->getResult(0));
    });
  }

  // Who reads the f32 value reads `value` instead.
  bool isWidening(Operation *reader, Value value) const {
    auto half = stored.find(reader->getResult(0));
    return half != stored.end() && half->second == value;
  }

  const StoredValues &stored;
  const qrt::DeviceDescription &device;
  WishedLayout wished;
  llvm::DenseMap<Operation *, const Region *> regionOf;
  SmallVector<ConcatOp> open;
  Joins joins;
};

} // namespace

Joins planJoins(func::FuncOp function, ArrayRef<Region> regions, const StoredValues &stored,
                const qrt::DeviceDescription &device, WishedLayout wished) {
  return JoinPlanner(regions, stored, device, wished).plan(function);
}

} // namespace qopt
