// Values that are handed on: Identity and its kin, variables that have a value, Switch and Merge
// whose condition is known.
#include "importers/graphdef/graph/op_table.h"

using namespace mlir;

namespace qopt::graphdef {

static void identity(Binder &b) {
  b.ignore("message", "what it says of numbers that are no numbers").ignore("shape", "a promise");
  b.ignore("shared_name", "of a variable").ignore("container", "of a variable");
  b.require(b.inputCount() >= 1, "has no inputs").alias(0, 0);
}

static void identityN(Binder &b) {
  for (unsigned i = 0; b.ok() && i < b.inputCount(); ++i)
    b.alias(i, i);
}

// Result 0 where the condition is false, 1 where it is true; the other is dead.
static void switchOp(Binder &b) {
  qrt::Tensor condition;
  b.arity(2, 2);
  b.support(b.isConstant(1), "its condition '" + b.inputName(1) +
                                 "' is computed from data; --bind of what it depends on may decide "
                                 "it");
  if (!b.ok() || !b.constant(1, condition).ok())
    return;
  b.require(condition.size() == 1 && condition.type() == qrt::ElementType::Bool,
            "its condition is no single DT_BOOL");
  if (!b.ok())
    return;
  const unsigned taken = condition.values<bool>()[0] ? 1 : 0;
  b.markDead(1 - taken);
  b.alias(0, 0);
  b.alias(1, 0);
}

// The one input that is alive; the second result says which.
static void merge(Binder &b) {
  b.ignore("N", "the number of inputs");
  std::optional<unsigned> alive;
  for (unsigned i = 0; i < b.inputCount(); ++i) {
    if (b.isDead(i))
      continue;
    b.support(!alive, "of two branches that are both taken");
    alive = i;
  }
  b.require(alive.has_value(), "has no inputs");
  if (!b.ok())
    return;
  b.alias(0, *alive);
  const int32_t index = int32_t(*alive);
  b.bind(1, qrt::Tensor::fromValues<int32_t>({}, std::span<const int32_t>(&index, 1)));
}

ArrayRef<OpEntry> controlOps() {
  static constexpr OpEntry ops[] = {
      {"Identity", identity},      {"ReadVariableOp", identity},
      {"StopGradient", identity},  {"PreventGradient", identity},
      {"CheckNumerics", identity}, {"Snapshot", identity},
      {"EnsureShape", identity},   {"PlaceholderWithDefault", identity},
      {"IdentityN", identityN},    {"Switch", switchOp},
      {"RefSwitch", switchOp},     {"Merge", merge},
      {"RefMerge", merge}};
  return ops;
}

} // namespace qopt::graphdef
