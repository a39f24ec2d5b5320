#include "ir/bind_sizes.h"

#include "ir/dialect.h"
#include "ir/ops/expansion.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace qopt::nn {

std::set<std::string> symbolsOf(func::FuncOp entry) {
  std::set<std::string> names;
  for (Type type : entry.getArgumentTypes())
    collectSymbols(type, names);
  return names;
}

// Null, after a diagnostic, for a size that the numbers make impossible.
static Type boundType(Type type, const SizeBindings &sizes, EmitError error) {
  SymbolicShape shape = symbolicShape(type);
  auto sizeOf = [&](const std::string &symbol) -> std::optional<Dim> {
    auto bound = sizes.find(symbol);
    return bound == sizes.end() ? std::nullopt : std::optional(Dim(bound->second));
  };
  for (Dim &dim : shape) {
    if (dim.isStatic()) // 0, too: of what folded to nothing
      continue;
    std::optional<Dim> bound = dim.substitute(sizeOf);
    bool isEmpty = bound && *bound == Dim(0);
    if (!bound || isEmpty || (bound->isStatic() && bound->value() < 0)) {
      error() << "size " << dim.text() << " of " << toString(symbolicShape(type))
              << (bound ? " is " + bound->text() : " has no value") << " at these shapes"
              << (isEmpty ? "; a model imported with these sizes (--shape) may be without elements"
                          : "");
      return {};
    }
    dim = *bound;
  }
  return tensorType(shape, cast<RankedTensorType>(type).getElementType());
}

static LogicalResult bindOperation(Operation *op, const SizeBindings &sizes) {
  auto error = [&] { return op->emitOpError(); };
  for (Value result : op->getResults()) {
    Type type = boundType(result.getType(), sizes, error);
    if (!type)
      return failure();
    result.setType(type);
  }
  auto inference = dyn_cast<ShapeInferenceOpInterface>(op);
  if (!inference)
    return success();
  SmallVector<SymbolicShape> shapes;
  if (failed(inference.inferShapes(shapes, error)))
    return failure();
  for (auto [result, shape] : llvm::zip_equal(op->getResults(), shapes))
    result.setType(tensorType(shape, getElementTypeOrSelf(result)));
  return success();
}

LogicalResult bindSizes(func::FuncOp entry, const SizeBindings &sizes) {
  auto error = [&] { return entry.emitError() << "'" << entry.getName() << "': "; };
  Block &body = entry.getBody().front();
  for (BlockArgument argument : body.getArguments()) {
    Type type = boundType(argument.getType(), sizes, error);
    if (!type)
      return failure();
    argument.setType(type);
  }
  for (Operation &op : body.without_terminator())
    if (failed(bindOperation(&op, sizes)))
      return failure();
  entry.setType(FunctionType::get(entry.getContext(), body.getArgumentTypes(),
                                  body.getTerminator()->getOperandTypes()));
  return verify(entry);
}

// ---- what may grow ----

static bool growsEvenly(Value value) {
  SymbolicShape shape = symbolicShape(value);
  auto isEven = [](const Dim &dim) {
    std::optional<qrt::Extent> size = dim.extent();
    return size && (size->isStatic() || (size->scale > 0 && size->at(1) >= 1));
  };
  return llvm::all_of(shape, isEven) &&
         llvm::count_if(shape, [](const Dim &dim) { return !dim.isStatic(); }) <= 1;
}

static Operation *findUnevenGrowth(Block &block);

// Every dimension of an operand that grows is one that may.
static bool takesGrowth(Operation &op) {
  auto grows = [](Value value) {
    return !cast<RankedTensorType>(value.getType()).hasStaticShape();
  };
  auto inference = dyn_cast<ShapeInferenceOpInterface>(op);
  if (llvm::none_of(op.getOperands(), grows) && !(inference && inference.growsAlone()))
    return llvm::none_of(op.getResults(), grows);
  if (!llvm::all_of(op.getResults(), growsEvenly))
    return false;
  if (isExpandable(&op))
    return !findUnevenGrowth(*expansionOf(&op));
  for (OpOperand &operand : op.getOpOperands())
    for (auto [i, dim] : llvm::enumerate(symbolicShape(operand.get())))
      if (!dim.isStatic() &&
          !(inference && inference.mayGrow(operand.getOperandNumber(), int64_t(i))))
        return false;
  return true;
}

static Operation *findUnevenGrowth(Block &block) {
  auto found = llvm::find_if_not(block.without_terminator(), takesGrowth);
  return found == block.without_terminator().end() ? nullptr : &*found;
}

Operation *findUnevenGrowth(func::FuncOp entry) { return findUnevenGrowth(entry.front()); }

bool servesAnyBatch(func::FuncOp entry) {
  return symbolsOf(entry).size() <= 1 && llvm::all_of(entry.getArguments(), growsEvenly) &&
         !findUnevenGrowth(entry);
}

} // namespace qopt::nn
