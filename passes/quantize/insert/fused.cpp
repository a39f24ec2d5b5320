// This step finds the operations between which nothing is stored, and so nothing is to be rounded.
#include "passes/quantize/insert/fused.h"

#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/ops/rescale.h"
#include "ir/scalar_body.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/quantize/insert/steps.h"
#include "passes/quantize/roles.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

using Bodies = llvm::SmallSetVector<Operation *, 8>;

bool isBefore(Operation *a, Operation *b) { return a->isBeforeInBlock(b); }

// One number for all elements, or an element for each.
bool isReadByElement(Value operand, const SymbolicShape &shape) {
  const SymbolicShape own = symbolicShape(operand);
  auto isOne = [](const Dim &dim) { return dim == staticDim(1); };
  return own == shape || (isConstant(operand) && llvm::all_of(own, isOne));
}

// The epilogue of a layer reads it: a number, one for each channel, or an element for each.
bool isReadInPlace(Value operand, const SymbolicShape &shape) {
  const SymbolicShape own = symbolicShape(operand);
  if (own == shape)
    return true;
  return isConstant(operand) &&
         llvm::count_if(own, [](const Dim &dim) { return dim != staticDim(1); }) <= 1;
}

// --absorb-residual makes it E2, which rounds once: its other operand is read as it lies.
bool isResidualSum(Operation *op, Operation *anchor, const QuantPolicy &policy) {
  auto add = dyn_cast<AddOp>(op);
  auto conv = dyn_cast<Conv2dOp>(anchor);
  if (!add || !conv || rescalingOf(conv) != Rescaling::Float ||
      (conv.getBias() && !policy.integerBias()))
    return false;
  return symbolicShape(add.getLhs()) == symbolicShape(add.getRhs()) &&
         !(isConstant(add.getLhs()) || isConstant(add.getRhs()));
}

using IsMember = llvm::function_ref<bool(Operation *)>;

class GroupFinder {
public:
  GroupFinder(const PlanRequest &request, const OpDecisions &operations)
      : request(request), operations(operations) {}

  SmallVector<FusedGroup> run() {
    SmallVector<FusedGroup> groups;
    for (const auto &[op, decision] : llvm::reverse(operations))
      if (!taken.contains(op))
        if (std::optional<FusedGroup> group = groupOf(op)) {
          taken.insert(group->bodies.begin(), group->bodies.end());
          groups.push_back(std::move(*group));
        }
    return groups;
  }

private:
  std::optional<FusedGroup> groupOf(Operation *root) const {
    if (!isFunction(root))
      return std::nullopt;
    const bool mayBeTable = isByte(root->getResult(0)) && isTabulated(root);
    if ((request.policy.fusing() != Fusing::Tables || !mayBeTable) && isComputed(root))
      if (std::optional<FusedGroup> group = kernelOf(root); group && isWorthFloat(*group))
        return group;
    return mayBeTable ? tableOf(root) : std::nullopt;
  }

  // A policy that prefers tables takes the float end of a layer for a function by channel, which no
  // table holds, only if that saves one rounding more than the function's own.
  bool isWorthFloat(const FusedGroup &group) const {
    return request.policy.fusing() != Fusing::Tables || !isByte(group.result()) ||
           (group.anchor && group.bodies.size() > 1);
  }

  bool isFunction(Operation *op) const {
    auto body = dyn_cast<ScalarBodyOpInterface>(op);
    return body && !isa<AnchorOpInterface>(op) && !body.readsCoordinates() &&
           operations.isEligible(op) && !request.attention.isPart(op) && op->getNumResults() == 1;
  }

  // Returns whether the operation is computed in registers, on what a layer sums or on what memory
  // holds.
  bool isComputed(Operation *op) const {
    const SymbolicShape shape = symbolicShape(op->getResult(0));
    return llvm::all_of(op->getOperands(),
                        [&](Value operand) { return isReadInPlace(operand, shape); }) &&
           (request.policy.fusing() == Fusing::All || isArithmetic(op));
  }

  // A table says as well what takes many instructions.
  static bool isTabulated(Operation *op) {
    const SymbolicShape shape = symbolicShape(op->getResult(0));
    return llvm::all_of(op->getOperands(),
                        [&](Value operand) { return isReadByElement(operand, shape); });
  }

  // Somebody has said of the value how it is to be rounded.
  bool isSpokenOf(Value value) const {
    return request.policy.scaleOf(value) || request.policy.isStepSaidOf(value.getDefiningOp());
  }

  // `bodies` alone read what `op` makes, and it is made for them, element by element.
  bool isInside(Operation *op, const Bodies &bodies, const SymbolicShape &shape) const {
    auto isBody = [&](Operation *user) { return bodies.contains(user); };
    return op && op->getNumResults() == 1 && operations.isEligible(op) && !taken.contains(op) &&
           !isSpokenOf(op->getResult(0)) && symbolicShape(op->getResult(0)) == shape &&
           llvm::all_of(op->getUsers(), isBody);
  }

  // A norm's gains (quantize/norms.h) are no sums: what its input's steps lose is seen by its own.
  bool isAnchor(Operation *op) const {
    return hasFloatEpilogue(op) && hasWeights(op) && !isScaleOfChannels(op) &&
           !request.attention.isPart(op);
  }

  // A value counts when all its readers do, so that it is asked for behind each of them.
  Bodies bodiesBefore(Operation *root, IsMember isMember) const {
    Bodies bodies;
    const SymbolicShape shape = symbolicShape(root->getResult(0));
    SmallVector<Operation *> asked = {root};
    while (!asked.empty()) {
      Operation *op = asked.pop_back_val();
      if (!bodies.insert(op))
        continue;
      for (Operation *body : bodies)
        for (Value operand : body->getOperands())
          if (Operation *producer = operand.getDefiningOp();
              producer && !bodies.contains(producer) && isInside(producer, bodies, shape) &&
              isFunction(producer) && isMember(producer))
            asked.push_back(producer);
    }
    return bodies;
  }

  SmallVector<Operation *> anchorsOf(const Bodies &bodies) const {
    llvm::SmallSetVector<Operation *, 2> anchors;
    const SymbolicShape shape = symbolicShape(bodies.front()->getResult(0));
    for (Operation *body : bodies)
      for (Value operand : body->getOperands())
        if (Operation *op = operand.getDefiningOp();
            op && !bodies.contains(op) && isInside(op, bodies, shape) && isAnchor(op))
          anchors.insert(op);
    return anchors.takeVector();
  }

  // A kernel has one anchor, the last: what is computed of another's result, and not of its own,
  // is stored, and so is what such an operation reads.
  static void keepOneAnchor(Bodies &bodies, Operation *anchor, ArrayRef<Operation *> anchors) {
    SmallVector<Operation *> ordered = llvm::to_vector(bodies);
    llvm::sort(ordered, isBefore);
    llvm::SmallDenseSet<Operation *> own{anchor}, others(anchors.begin(), anchors.end());
    others.erase(anchor);
    auto reads = [](Operation *op, const llvm::SmallDenseSet<Operation *> &from) {
      return llvm::any_of(op->getOperands(),
                          [&](Value v) { return from.contains(v.getDefiningOp()); });
    };
    for (Operation *op : ordered) {
      if (reads(op, own))
        own.insert(op);
      else if (reads(op, others))
        others.insert(op);
    }
    for (Operation *op : llvm::reverse(ordered)) {
      const bool isStored =
          !llvm::all_of(op->getUsers(), [&](Operation *user) { return bodies.contains(user); });
      if (others.contains(op) || (op != ordered.back() && isStored))
        bodies.remove(op);
    }
  }

  // Steps of `value`, which is read inside alone, would be one rounding more: its reader is no
  // bound on it (B2), and no convolution adds a residual to it (E2).
  bool roundsOnceMore(Value value, Operation *anchor) const {
    if (!value.hasOneUse())
      return true;
    Operation *reader = *value.user_begin();
    return !ruleOf(reader).isBound &&
           !(value.getDefiningOp() == anchor && isResidualSum(reader, anchor, request.policy));
  }

  // A layer and the functions of what it sums, or functions of one stored value.
  std::optional<FusedGroup> kernelOf(Operation *root) const {
    Bodies bodies = bodiesBefore(root, [&](Operation *op) { return isComputed(op); });
    const SmallVector<Operation *> anchors = anchorsOf(bodies);
    FusedGroup group;
    if (!anchors.empty()) {
      group.anchor = *llvm::max_element(anchors, isBefore);
      keepOneAnchor(bodies, group.anchor, anchors);
    } else if (storedOperands(bodies) != 1) {
      return std::nullopt;
    }
    group.bodies = llvm::to_vector(bodies);
    llvm::sort(group.bodies, isBefore);
    bool isWorth = group.anchor && roundsOnceMore(group.anchor->getResult(0), group.anchor);
    for (Operation *op : ArrayRef(group.bodies).drop_back())
      isWorth |= roundsOnceMore(op->getResult(0), group.anchor);
    return isWorth ? std::optional(std::move(group)) : std::nullopt;
  }

  // The most functions behind `root` that follow from one value of a byte: of 256 steps there are
  // as many results.
  std::optional<FusedGroup> tableOf(Operation *root) const {
    SmallVector<Operation *> bodies = llvm::to_vector(bodiesBefore(root, isTabulated));
    llvm::sort(bodies, isBefore);
    llvm::SmallSetVector<Value, 4> read;
    size_t length = 0;
    for (auto [i, op] : llvm::enumerate(llvm::reverse(bodies))) {
      read.remove(op->getResult(0));
      for (Value operand : op->getOperands())
        if (!isConstant(operand))
          read.insert(operand);
      if (read.size() == 1 && isByte(read.front()) && roundsOnceMore(read.front(), nullptr))
        length = i + 1;
    }
    auto isWorth = [&](Operation *op) { return roundsOnceMore(op->getResult(0), nullptr); };
    FusedGroup group{nullptr, SmallVector<Operation *>(ArrayRef(bodies).take_back(length))};
    if (length < 2 || llvm::none_of(ArrayRef(group.bodies).drop_back(), isWorth))
      return std::nullopt;
    return group;
  }

  // Integers that an operation makes, of 8 bits.
  bool isByte(Value value) const {
    const std::optional<QuantParams> given = request.policy.scaleOf(value);
    return value.getDefiningOp() && operations.isEligible(value.getDefiningOp()) &&
           *request.policy.of(value).bits <= 8 && (!given || qrt::byteWidth(given->storage) == 1);
  }

  static size_t storedOperands(const Bodies &bodies) {
    llvm::SmallDenseSet<Value> stored;
    for (Operation *body : bodies)
      for (Value operand : body->getOperands())
        if (!isConstant(operand) && !bodies.contains(operand.getDefiningOp()))
          stored.insert(operand);
    return stored.size();
  }

  const PlanRequest &request;
  const OpDecisions &operations;
  llvm::SmallDenseSet<Operation *> taken;
};

} // namespace

bool isArithmetic(Operation *op) {
  using enum qrt::ScalarOp;
  if (isExpandable(op))
    return false;
  return llvm::all_of(bodyOf(op).program.instructions, [](const auto &instruction) {
    return llvm::is_contained({Input, Constant, AddF, SubF, MulF, MinF, MaxF, FmaF, NegF, AbsF,
                               Less, LessEqual, Equal, Select},
                              instruction.op);
  });
}

SmallVector<FusedGroup> findFusedGroups(const PlanRequest &request, const OpDecisions &operations) {
  if (request.policy.fusing() == Fusing::None)
    return {};
  return GroupFinder(request, operations).run();
}

} // namespace qopt
