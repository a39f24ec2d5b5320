#include "tools/libqopt/flows/layers/common_beginning.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "passes/calibrate/taps.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace qopt::run {

std::vector<Operation *> operationsOf(func::FuncOp entry) {
  std::vector<Operation *> operations;
  for (Operation &op : entry.front().without_terminator())
    if (!isa<nn::ConstantOp>(op))
      operations.push_back(&op);
  return operations;
}

CommonBeginning::CommonBeginning(func::FuncOp first, func::FuncOp other, Structures &structures)
    : first(first), other(other) {
  for (auto [i, op] : llvm::enumerate(operationsOf(first)))
    places[op] = i;
  if (first.getArgumentTypes() == other.getArgumentTypes())
    match(structures);
}

void CommonBeginning::match(Structures &structures) {
  std::map<Structure, Operation *> known;
  for (Operation &op : first.front().without_terminator())
    if (op.getNumRegions() == 0)
      known.try_emplace(structures.of(&op, [](Value own) { return own; }), &op);
  for (auto [own, its] : llvm::zip_equal(other.getArguments(), first.getArguments()))
    equalValue[own] = its;
  llvm::SmallPtrSet<Operation *, 32> matched;
  auto isKnown = [&](Value value) { return equalValue.contains(value); };
  for (Operation &op : other.front().without_terminator()) {
    if (op.getNumRegions() != 0 || !llvm::all_of(op.getOperands(), isKnown))
      continue;
    auto found = known.find(structures.of(&op, [&](Value own) { return equalValue.lookup(own); }));
    if (found == known.end())
      continue;
    matched.insert(found->second);
    for (auto [own, its] : llvm::zip_equal(op.getResults(), found->second->getResults()))
      equalValue[own] = its;
  }
  auto returnedBy = [](func::FuncOp entry) { return entry.front().getTerminator()->getOperands(); };
  returnsSame = llvm::equal(returnedBy(first), returnedBy(other),
                            [&](Value its, Value own) { return its == equalValue.lookup(own); });
  llvm::SmallPtrSet<Operation *, 4> returned;
  for (func::FuncOp entry : {first, other})
    for (Value value : returnedBy(entry))
      if (Value its = entry == first ? value : equalValue.lookup(value))
        returned.insert(its.getDefiningOp());
  for (Operation *op : operationsOf(first)) {
    if (!matched.contains(op) || returned.contains(op))
      return;
    ++number;
  }
}

Value CommonBeginning::valueOf(Value value, size_t count) const {
  Value its = equalValue.lookup(value);
  if (!its || isa<BlockArgument>(its))
    return its;
  auto place = places.find(its.getDefiningOp());
  return place != places.end() && place->second < count ? its : Value();
}

std::vector<Operation *> CommonBeginning::others(size_t count) const {
  std::vector<Operation *> left = operationsOf(other);
  llvm::erase_if(left, [&](Operation *op) {
    return op->getNumResults() > 0 && bool(valueOf(op->getResult(0), count));
  });
  return left;
}

llvm::SetVector<Value> CommonBeginning::read(size_t count) const {
  llvm::SetVector<Value> values;
  for (Operation *op : others(count))
    for (Value operand : op->getOperands())
      if (Value its = valueOf(operand, count); its && !isa<BlockArgument>(its))
        values.insert(its);
  return values;
}

namespace {

class PartMaker {
public:
  explicit PartMaker(func::FuncOp entry) : entry(entry), builder(entry.getContext()) {
    part.module = ModuleOp::create(entry.getLoc());
    builder.setInsertionPointToStart(part.module->getBody());
    made = func::FuncOp::create(builder, entry.getLoc(), entry.getName(),
                                builder.getFunctionType({}, {}));
    made->setAttr(nn::entryAttr, builder.getUnitAttr());
    block = made.addEntryBlock();
    builder.setInsertionPointToStart(block);
    if (std::optional<unsigned> sampled = sampleArgument(entry))
      take(entry.getArgument(*sampled)); // sizes may follow it that no operand has
  }

  NetworkPart make(ArrayRef<Operation *> operations, ArrayRef<Value> results) && {
    for (Operation *op : operations) {
      llvm::for_each(op->getOperands(), [&](Value operand) { take(operand); });
      builder.clone(*op, mapping);
    }
    SmallVector<Value> returned;
    for (Value result : results) {
      take(result);
      returned.push_back(mapping.lookup(result));
    }
    func::ReturnOp::create(builder, entry.getLoc(), returned);
    made.setType(
        builder.getFunctionType(block->getArgumentTypes(), ValueRange(returned).getTypes()));
    for (auto [i, input] : llvm::enumerate(part.inputs))
      if (std::string key = nn::keyOf(input); !key.empty())
        made.setArgAttr(unsigned(i), nn::nameAttr, builder.getStringAttr(key));
    return std::move(part);
  }

  func::FuncOp function() const { return made; }

private:
  void take(Value value) {
    if (mapping.contains(value))
      return;
    if (auto constant = value.getDefiningOp<nn::ConstantOp>()) {
      builder.clone(*constant, mapping);
      return;
    }
    mapping.map(value, block->addArgument(value.getType(), value.getLoc()));
    part.inputs.push_back(value);
  }

  func::FuncOp entry, made;
  OpBuilder builder;
  Block *block = nullptr;
  IRMapping mapping;
  NetworkPart part;
};

} // namespace

NetworkPart partOf(func::FuncOp entry, ArrayRef<Operation *> operations, ArrayRef<Value> results) {
  return PartMaker(entry).make(operations, results);
}

NetworkPart endingOf(func::FuncOp entry, ArrayRef<Operation *> operations) {
  PartMaker maker(entry);
  func::FuncOp made = maker.function();
  NetworkPart part = std::move(maker).make(
      operations, llvm::to_vector(entry.front().getTerminator()->getOperands()));
  SmallVector<DictionaryAttr> attributes;
  entry.getAllResultAttrs(attributes);
  if (!attributes.empty())
    made.setAllResultAttrs(attributes);
  return part;
}

} // namespace qopt::run
