#include "lowering/build/joins.h"

#include "ir/values/weights.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

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
    if (!isUniform(root)) { // requantizes its parts
      joins.concats.insert({root, {root, 0}});
      joins.layouts.insert({root, wished(root.getResult())});
      return;
    }
    SmallVector<Value> parts;
    flatten(root, parts);
    SmallVector<ConcatOp> members = membersOf(root, parts);
    joins.layouts.insert({root, layoutOf(root, members)});
    place(root, parts);
  }

  // An operand that is a concatenation itself counts as its operands, if its readers can do with it
  // among other values.
  void flatten(ConcatOp op, SmallVectorImpl<Value> &parts, unsigned depth = 0) const {
    constexpr unsigned deepest = 256;
    for (Value input : op.getInputs()) {
      auto inner = input.getDefiningOp<ConcatOp>();
      if (inner && depth < deepest && mayBePart(inner, op))
        flatten(inner, parts, depth + 1);
      else
        parts.push_back(input);
    }
  }

  bool mayBePart(ConcatOp op, ConcatOp root) const {
    return !joins.concats.contains(op) && isUniform(op) && op.getAxis() == root.getAxis() &&
           getElementTypeOrSelf(op.getType()) == getElementTypeOrSelf(root.getType()) &&
           isReadByStrides(op.getResult());
  }

  // Those before `root` of which a run of its parts is all; `root` itself.
  SmallVector<ConcatOp> membersOf(ConcatOp root, ArrayRef<Value> parts) {
    SmallVector<ConcatOp> members{root};
    joins.concats.insert({root, {root, 0}});
    for (ConcatOp op : beginningWith(parts)) {
      if (!mayBePart(op, root))
        continue;
      SmallVector<Value> own;
      flatten(op, own);
      if (std::optional<int64_t> first = placeOf(own, parts, root.getAxis())) {
        joins.concats.insert({op, {root, *first}});
        members.push_back(op);
      }
    }
    return members;
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

  // Where `own` begins among `parts`, along `axis`; none where it stands in no place or in several.
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

  // The order that most of them wish for, padded where that is the root's.
  Layout layoutOf(ConcatOp root, ArrayRef<ConcatOp> members) const {
    auto wishOf = [&](ConcatOp op) { return wished(op.getResult()); };
    auto votesFor = [&](const Layout &layout) {
      return llvm::count_if(members, [&](ConcatOp op) { return wishOf(op).dense() == layout; });
    };
    const Layout own = wishOf(root);
    Layout best = own.dense();
    for (ConcatOp op : members)
      if (Layout other = wishOf(op).dense(); votesFor(other) > votesFor(best))
        best = other;
    return best == own.dense() ? own : best;
  }

  void place(ConcatOp root, ArrayRef<Value> parts) {
    int64_t first = 0;
    for (Value part : parts) {
      if (!joins.written.contains(part) && llvm::count(parts, part) == 1 &&
          mayWrite(part, root, first))
        joins.written.insert({part, {root, first}});
      first += sizeAlong(part, root.getAxis());
    }
    // Nobody writes a buffer that it reads.
    for (Value part : parts)
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
           root.getAxis() == 1 && suitsKernels(*region, root, first);
  }

  // Kernels write whole words of channels, and read what is beside the result as it lies.
  bool suitsKernels(const Region &region, ConcatOp root, int64_t first) const {
    if (!device.takesKernels)
      return true;
    constexpr int64_t word = 16;
    const int64_t width = int64_t(qrt::byteWidth(*storageType(root.getType())));
    const Sizes shape = sizesOf(root.getType());
    const int64_t pitch = joins.layouts.find(root)->second.strides(shape).back(); // of pixels
    return pitch * width % word == 0 && first * width % word == 0 && !readsBeside(region);
  }

  bool readsBeside(const Region &region) const {
    auto isBeside = [&](Value value) {
      Operation *maker = value.getDefiningOp();
      return sizesOf(value) == sizesOf(region.result()) && !storedConstant(value) &&
             (!maker || regionOf.lookup(maker) != &region);
    };
    return isa_and_present<Conv2dOp>(region.anchor) &&
           (cast<Conv2dOp>(region.anchor).getResidual() ||
            llvm::any_of(region.bodies,
                         [&](Operation *op) { return llvm::any_of(op->getOperands(), isBeside); }));
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
