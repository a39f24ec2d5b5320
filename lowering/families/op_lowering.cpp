#include "lowering/families/op_lowering.h"

#include "lowering/regions/halves.h"

using namespace mlir;

namespace qopt {

void OpLowerings::insert(TypeID op, const OpLowering &lowering) {
  [[maybe_unused]] bool isNew = types.insert({op, lowering}).second;
  assert(isNew && "two families lower one operation");
}

const OpLowering *OpLowerings::of(Operation *op) const {
  if (auto found = types.find(op->getName().getTypeID()); found != types.end())
    return &found->second;
  auto holds = llvm::find_if(predicates, [&](const auto &one) { return one.first(op); });
  return holds == predicates.end() ? nullptr : &holds->second;
}

const OpLowering *loweringOf(Operation *op) {
  static const OpLowerings lowerings = [] {
    OpLowerings all;
    addFamilies(all);
    return all;
  }();
  return lowerings.of(op);
}

std::optional<Layout> wishAsResult(Operation *op, unsigned index, const Chosen &chosen) {
  size_t rank = sizesOf(op->getOperand(index)).size();
  const Layout *result = chosen.result;
  // A value that is read as it is stored lies as its widened value shall.
  if (result && halfOf(op->getResult(0)) == op->getOperand(index))
    return *result;
  // Walks read any strides: the padding is the result's.
  return result && rank == result->order().size() ? std::optional(result->dense()) : std::nullopt;
}

std::optional<Layout> noWish(Operation *, unsigned, const Chosen &) { return std::nullopt; }

} // namespace qopt
