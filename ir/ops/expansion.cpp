#include "ir/ops/expansion.h"

#include "ir/ops.h"
#include "ir/values/part_ranges.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace qopt::nn {

bool isExpandable(Operation *op) {
  auto isPlain = [](Type type) { return !isQuantized(type); };
  return isa<CompositeOpInterface>(op) && llvm::all_of(op->getOperandTypes(), isPlain) &&
         llvm::all_of(op->getResultTypes(), isPlain);
}

CompositeBuilder::CompositeBuilder(Operation *composite, NameTable &names)
    : composite(composite), names(names), builder(composite) {}

// Parts of one without a name have none.
std::string CompositeBuilder::keyOfPart(StringRef name) {
  StringRef layer = nameOf(composite);
  return layer.empty() ? "" : names.unique((layer + "/" + name).str());
}

Value CompositeBuilder::finish(Operation *op, StringRef name) {
  if (std::string key = keyOfPart(name); !key.empty())
    setName(op, key);
  SmallVector<SymbolicShape> shapes;
  [[maybe_unused]] LogicalResult fits =
      cast<ShapeInferenceOpInterface>(op).inferShapes(shapes, [&] { return op->emitOpError(); });
  assert(succeeded(fits) && shapes.size() == 1 && "a composite's part does not fit");
  Value result = op->getResult(0);
  result.setType(tensorType(shapes.front(), getElementTypeOrSelf(result)));
  if (std::optional<RangeAttr> range = partRangeOf(composite, name))
    setRange(result, *range);
  return result;
}

Value CompositeBuilder::reshape(StringRef name, Value value, ArrayRef<Dim> shape) {
  Type type = tensorType(shape, getElementTypeOrSelf(value));
  return finish(ReshapeOp::create(builder, composite->getLoc(), type, value), name);
}

Value CompositeBuilder::scalar(StringRef name, float value) {
  auto type = RankedTensorType::get({}, builder.getF32Type());
  auto constant =
      ConstantOp::create(builder, composite->getLoc(), type, DenseElementsAttr::get(type, value));
  if (std::string key = keyOfPart(name); !key.empty())
    setName(constant, key);
  return constant.getResult();
}

void expandInPlace(CompositeOpInterface composite, NameTable &names) {
  CompositeBuilder builder(composite, names);
  SmallVector<Value> values = composite.expand(builder);
  for (auto [from, to] : llvm::zip_equal(composite->getResults(), values)) {
    assert(from.getType() == to.getType() && "a composite's result comes out otherwise");
    assert(!llvm::is_contained(composite->getOperands(), to) && "a result has no part of its own");
    takeResultIdentity(to, from);
    from.replaceAllUsesWith(to);
  }
  composite->erase();
}

void expandComposites(func::FuncOp entry, function_ref<bool(Operation *)> isWhole) {
  NameTable names(entry);
  for (bool isDone = false; !isDone;) {
    isDone = true;
    for (Operation &op : llvm::make_early_inc_range(entry.front()))
      if (isExpandable(&op) && !isWhole(&op)) {
        expandInPlace(cast<CompositeOpInterface>(&op), names);
        isDone = false;
      }
  }
}

std::unique_ptr<Block> expansionOf(Operation *op) {
  auto block = std::make_unique<Block>();
  SmallVector<Location> locations(op->getNumOperands(), op->getLoc());
  block->addArguments(op->getOperandTypes(), locations);
  Operation *clone = op->clone();
  clone->setOperands(block->getArguments());
  block->push_back(clone);
  OpBuilder end(op->getContext());
  end.setInsertionPointToEnd(block.get());
  func::ReturnOp::create(end, op->getLoc(), clone->getResults());
  NameTable names(clone);
  expandInPlace(cast<CompositeOpInterface>(clone), names);
  return block;
}

OpCost detail::costOfComposite(Operation *op, int64_t batch) {
  if (!isExpandable(op))
    return costOf(op, batch, 0);
  OpCost total;
  std::unique_ptr<Block> parts = expansionOf(op);
  for (Operation &part : *parts)
    if (auto counted = dyn_cast<CostOpInterface>(part)) {
      OpCost cost = counted.cost(batch);
      total.multiplyAdds += cost.multiplyAdds;
      total.elements += cost.elements;
      total.bytesRead += cost.bytesRead;
      total.bytesWritten += cost.bytesWritten;
    }
  return total;
}

} // namespace qopt::nn
