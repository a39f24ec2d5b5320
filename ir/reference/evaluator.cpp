#include "ir/reference/evaluator.h"

#include "ir/bind_sizes.h"
#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/reference/layout.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "runtime/numerics/execution/float_environment.h"

using namespace mlir;

namespace qopt::nn {

static FailureOr<SizeBindings> sizesOf(func::FuncOp function, ArrayRef<qrt::Tensor> inputs) {
  std::vector<qrt::PortDescription<Dim>> expected;
  for (BlockArgument argument : function.getArguments()) {
    SymbolicShape shape = symbolicShape(argument);
    expected.push_back(
        {keyOf(argument), *storageType(argument.getType()), {shape.begin(), shape.end()}});
  }
  qrt::Expected<SizeBindings> sizes = solveSizes(expected, inputs);
  if (!sizes)
    return function.emitError() << sizes.status().message();
  return *sizes;
}

// Values by SSA value, each dropped after its last user.
class Values {
public:
  void define(Value value, qrt::Tensor tensor) {
    size_t uses = std::distance(value.use_begin(), value.use_end());
    if (uses != 0)
      live[value] = {std::move(tensor), uses};
  }
  qrt::Tensor use(Value value) {
    auto it = live.find(value);
    qrt::Tensor tensor = it->second.tensor;
    if (--it->second.uses == 0)
      live.erase(it);
    return tensor;
  }

private:
  struct Entry {
    qrt::Tensor tensor;
    size_t uses = 0;
  };
  llvm::DenseMap<Value, Entry> live;
};

static FailureOr<std::vector<qrt::Tensor>> compute(Operation &op, const EvaluationContext &context,
                                                   ArrayRef<qrt::Tensor> operands) {
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    std::optional<qrt::Tensor> tensor = constantTensor(constant.getResult());
    if (!tensor)
      return op.emitError("constant's data is missing or does not fit its type");
    return std::vector<qrt::Tensor>{*tensor};
  }
  auto interface = dyn_cast<EvaluateOpInterface>(op);
  if (!interface)
    return op.emitError() << "'" << op.getName() << "' cannot be evaluated";
  std::vector<qrt::Tensor> results = interface.evaluateAll(context, operands);
  if (!context.status.ok() && !op.getParentOp()) // a part: its composite is named
    return failure();
  if (!context.status.ok())
    return op.emitError() << "layer '" << layerName(&op) << "': " << context.status.message();
  return results;
}

static FailureOr<std::vector<qrt::Tensor>>
evaluateBlock(Block &block, ArrayRef<qrt::Tensor> inputs, const EvaluationContext &context,
              const std::function<void(Value, const qrt::Tensor &)> &observe) {
  Values values;
  auto define = [&](Value value, const qrt::Tensor &tensor) {
    if (observe)
      observe(value, tensor);
    values.define(value, tensor);
  };
  for (auto [argument, tensor] : llvm::zip_equal(block.getArguments(), inputs))
    define(argument, tensor);
  for (Operation &op : block.without_terminator()) {
    SmallVector<qrt::Tensor> operands;
    for (Value operand : op.getOperands())
      operands.push_back(values.use(operand));
    FailureOr<std::vector<qrt::Tensor>> results = compute(op, context, operands);
    if (failed(results))
      return failure();
    for (auto [value, tensor] : llvm::zip_equal(op.getResults(), *results))
      define(value, tensor);
  }
  std::vector<qrt::Tensor> outputs;
  for (Value result : block.getTerminator()->getOperands())
    outputs.push_back(values.use(result));
  return outputs;
}

FailureOr<std::vector<qrt::Tensor>> evaluate(func::FuncOp function, ArrayRef<qrt::Tensor> inputs,
                                             const EvaluatorOptions &options) {
  FailureOr<SizeBindings> sizes = sizesOf(function, inputs);
  if (failed(sizes))
    return failure();
  OwningOpRef<func::FuncOp> bound;
  if (!servesAnyBatch(function)) {
    bound = function.clone();
    if (failed(bindSizes(*bound, *sizes)))
      return failure();
    function = *bound;
    sizes->clear();
  }
  int64_t batch = sizes->empty() ? 1 : sizes->begin()->second;
  qrt::DefaultFloatEnvironment environment;
  qrt::Status status;
  EvaluationContext context{{options.pool, options.isa, qrt::FloatOrder::Fixed}, batch, status};
  return evaluateBlock(function.front(), inputs, context, options.observe);
}

// Whoever observes sees the composite's results alone.
std::vector<qrt::Tensor> detail::evaluateComposite(Operation *op, const EvaluationContext &context,
                                                   ArrayRef<qrt::Tensor> operands) {
  if (!isExpandable(op))
    return {evaluateBody(op, context, operands)};
  auto results = evaluateBlock(*expansionOf(op), operands, context, {});
  if (succeeded(results))
    return std::move(*results);
  assert(!context.status.ok() && "a composite is made of what can be evaluated");
  std::vector<qrt::Tensor> nothing;
  for (Value result : op->getResults())
    nothing.push_back(allocateResult(context, result));
  return nothing;
}

FailureOr<std::vector<qrt::Tensor>> evaluateOperation(Operation *op, ArrayRef<qrt::Tensor> operands,
                                                      std::optional<int64_t> batch) {
  auto interface = dyn_cast<EvaluateOpInterface>(op);
  if (!interface || !llvm::all_of(op->getResultTypes(), [&](Type type) {
        return batch || cast<RankedTensorType>(type).hasStaticShape();
      }))
    return failure();
  qrt::DefaultFloatEnvironment environment;
  qrt::Status status;
  std::vector<qrt::Tensor> results =
      interface.evaluateAll({{}, batch.value_or(1), status}, operands);
  if (!status.ok())
    return failure();
  return results;
}

} // namespace qopt::nn
