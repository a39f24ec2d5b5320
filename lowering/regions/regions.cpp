#include "lowering/regions/regions.h"

#include "ir/ops/integer_ends.h"
#include "ir/values/weights.h"
#include "lowering/layout/sizes.h"

#include <set>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

bool isElementwise(Operation *op) { return computesElements(op); }

// One value per channel, or a scalar, or the result's shape.
static bool followsChannels(AnchorOpInterface anchor, Operation *op, unsigned index) {
  Sizes result = sizesOf(op->getResult(0));
  int64_t channel = anchor.channelDim();
  int64_t axis = cast<ScalarBodyOpInterface>(op).operandAxis(index);
  if (axis >= 0)
    return axis == channel;
  Sizes operand = sizesOf(op->getOperand(index));
  if (operand == result)
    return true;
  size_t shift = result.size() - operand.size();
  for (auto [i, dim] : llvm::enumerate(operand))
    if (dim != fixedSize(1) && (int64_t(i + shift) != channel || dim != result[i + shift]))
      return false;
  return true;
}

bool readsAtAllCoordinates(const Region &region) {
  auto isInside = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return op && (op == region.anchor || llvm::is_contained(region.bodies, op));
  };
  auto anchor = cast<AnchorOpInterface>(region.anchor);
  return llvm::any_of(region.bodies, [&](Operation *op) {
    return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
      return !isInside(operand.get()) && !followsChannels(anchor, op, operand.getOperandNumber());
    });
  });
}

namespace {

using Values = llvm::SmallDenseSet<Value, 8>;

struct BlockOrder {
  bool operator()(Operation *a, Operation *b) const { return a->isBeforeInBlock(b); }
};

class RegionFormer {
public:
  explicit RegionFormer(HasAllCoordinates hasAllCoordinates)
      : hasAllCoordinates(hasAllCoordinates) {}

  void add(Operation *op) {
    auto claim = claims.find(op);
    if (claim == claims.end() && joinLatest(op))
      claim = claims.find(op);
    size_t index = claim == claims.end() ? regions.size() : claim->second;
    if (index == regions.size()) {
      regions.emplace_back();
      lengths.push_back(isElementwise(op));
    }
    if (claim == claims.end() && !isElementwise(op))
      regions[index].anchor = op;
    else
      regions[index].bodies.push_back(op);
    for (Value result : op->getResults())
      roots[result] = index;
  }

  // A region of bodies that one body behind an anchor reads joins it, where all that it reads can
  // be read there: a choice by what the anchor reads, a gate's function.
  void joinSides() {
    for (Region &side : regions)
      if (Region *target = side.anchor ? nullptr : targetOf(side)) {
        target->bodies.append(side.bodies);
        llvm::sort(target->bodies, BlockOrder());
        side.bodies.clear();
      }
    llvm::erase_if(regions, [](const Region &r) { return !r.anchor && r.bodies.empty(); });
  }

  std::vector<Region> regions;

private:
  // Epilogues read tensors at (sample, inner sample, pixel, channel).
  bool readableInEpilogue(AnchorOpInterface anchor, Operation *op, unsigned index) const {
    return followsChannels(anchor, op, index) ||
           (hasAllCoordinates(anchor) && cast<ScalarBodyOpInterface>(op).operandAxis(index) < 0);
  }

  // Says whether `op` can go on from the values `inside` of a region of `anchor` and read the
  // others.
  bool goesOn(Operation *op, const Values &inside, Operation *anchor) const {
    if (!isElementwise(op) || quantizedAxis(op) >= 0)
      return false;
    auto body = cast<ScalarBodyOpInterface>(op);
    auto takes = dyn_cast_or_null<AnchorOpInterface>(anchor);
    if (anchor && (!takes || body.readsCoordinates()))
      return false; // moves compute nothing that could go on
    Sizes shape = sizesOf(op->getResult(0));
    for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
      bool fits = inside.contains(operand) ? !body.loadsOperand(index) && sizesOf(operand) == shape
                                           : !anchor || readableInEpilogue(takes, op, index);
      if (!fits)
        return false;
    }
    return true;
  }

  Region *targetOf(const Region &side) {
    auto users = side.result().getUsers();
    if (users.empty() || !llvm::all_equal(users) || users.begin()->getNumResults() == 0)
      return nullptr;
    Operation *user = *users.begin();
    Region &target = regions[roots.at(user->getResult(0))];
    if (!target.anchor || !llvm::is_contained(target.bodies, user) ||
        target.bodies.size() + side.bodies.size() > longest)
      return nullptr;
    Values inside;
    for (Operation *op : side.bodies) {
      if (sizesOf(op->getResult(0)) != sizesOf(target.result()) ||
          !goesOn(op, inside, target.anchor))
        return nullptr;
      inside.insert(op->getResult(0));
    }
    inside.insert(target.anchor->getResult(0));
    for (Operation *op : target.bodies)
      inside.insert(op->getResult(0));
    return goesOn(user, inside, target.anchor) ? &target : nullptr;
  }

  // The latest region that an operand of `op` ends and that `op` may go on with.
  bool joinLatest(Operation *op) {
    SmallVector<std::pair<size_t, Value>> candidates;
    for (Value operand : op->getOperands())
      if (auto root = roots.find(operand); root != roots.end())
        candidates.push_back({root->second, operand});
    llvm::stable_sort(candidates, [](auto &a, auto &b) { return a.first > b.first; });
    for (auto [index, operand] : candidates) {
      if (!isOpen.insert({operand, true}).first->second)
        continue;
      SmallVector<Operation *> users =
          untilOneValue(operand, regions[index].anchor, longest - lengths[index]);
      for (Operation *user : users)
        claims[user] = index;
      lengths[index] += users.size();
      if (!users.empty())
        return true;
      isOpen[operand] = false;
    }
    return false;
  }

  // The operations that use `start`, and what they compute, until one value is left: then the
  // others need not be stored. One for a value with a single use; none if somebody else reads, or
  // if they are more than `most`.
  SmallVector<Operation *> untilOneValue(Value start, Operation *anchor, size_t most) {
    SmallVector<Operation *> members;
    Values inside{start};
    std::set<Operation *, BlockOrder> users(start.user_begin(), start.user_end());
    while (!users.empty() && members.size() < most) {
      Operation *op = *users.begin();
      if (claims.contains(op) || !goesOn(op, inside, anchor))
        return {};
      members.push_back(op);
      users.erase(users.begin());
      if (users.empty())
        return members;
      inside.insert(op->getResult(0));
      users.insert(op->user_begin(), op->user_end());
    }
    return {};
  }

  // Bodies of a region: scalar programs count their values in 16 bits, and look each one up.
  static constexpr size_t longest = 256;

  HasAllCoordinates hasAllCoordinates;
  std::vector<size_t> lengths;                // of regions, with what will join them
  llvm::DenseMap<Value, bool> isOpen;         // false: nothing can go on from a value
  llvm::DenseMap<Value, size_t> roots;        // which region computes a value
  llvm::DenseMap<Operation *, size_t> claims; // which region an operation will join
};
} // namespace

std::vector<Region> formRegions(func::FuncOp function, HasAllCoordinates hasAllCoordinates) {
  RegionFormer former(hasAllCoordinates);
  for (Operation &op : function.front().without_terminator())
    if (!isa<ConstantOp>(op))
      former.add(&op);
  former.joinSides();
  // A region runs where its root stood: everything it reads is there by then.
  llvm::stable_sort(former.regions, [](const Region &a, const Region &b) {
    return a.root()->isBeforeInBlock(b.root());
  });
  return std::move(former.regions);
}

} // namespace qopt
