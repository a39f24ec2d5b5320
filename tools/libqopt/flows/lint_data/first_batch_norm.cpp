#include "tools/libqopt/flows/lint_data/first_batch_norm.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace qopt::lint {
namespace {

/// The one argument that a value follows from without a batch norm, step by step.
class Sources {
public:
  struct Source {
    bool constant = true;               // follows from no argument
    std::optional<unsigned> argument{}; // from this one alone
  };

  explicit Sources(func::FuncOp entry) {
    for (BlockArgument argument : entry.getArguments())
      sources[argument] = {false, argument.getArgNumber()};
  }
  Source of(Value value) const { return sources.lookup(value); }
  void visit(Operation &op) {
    Source all;
    for (Value operand : op.getOperands()) {
      const Source one = of(operand);
      if (one.constant)
        continue;
      const bool same = all.constant || all.argument == one.argument;
      all = {false, same ? one.argument : std::nullopt};
    }
    if (isa<nn::BatchNormOp>(op))
      all.argument = std::nullopt;
    for (Value result : op.getResults())
      sources[result] = all;
  }

private:
  llvm::DenseMap<Value, Source> sources;
};

std::optional<std::vector<double>> channelsOf(Value value) {
  std::optional<qrt::Tensor> tensor = nn::constantTensor(value);
  if (!tensor || tensor->type() != qrt::ElementType::F32)
    return std::nullopt;
  auto values = tensor->values<float>();
  return std::vector<double>(values.begin(), values.end());
}

struct Found {
  FirstBatchNorm norm;
  Value operand;
};

std::optional<Found> find(func::FuncOp entry) {
  Sources sources(entry);
  for (Operation &op : entry.front().without_terminator()) {
    auto norm = dyn_cast<nn::BatchNormOp>(op);
    std::optional<unsigned> argument;
    if (norm)
      argument = sources.of(norm.getInput()).argument;
    sources.visit(op);
    if (!argument)
      continue;
    auto mean = channelsOf(norm.getMean()), variance = channelsOf(norm.getVariance());
    if (mean && variance)
      return Found{{nn::layerName(norm),
                    *argument,
                    {std::move(*mean), std::move(*variance), norm.getEpsilon().convertToDouble()}},
                   norm.getInput()};
  }
  return std::nullopt;
}

// The entry returns the value alone, and computes nothing else.
void cutAt(func::FuncOp entry, Value value) {
  entry->removeAttr(entry.getResAttrsAttrName());
  entry.front().getTerminator()->setOperands(value);
  entry.setType(FunctionType::get(entry.getContext(), entry.getArgumentTypes(), {value.getType()}));
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(entry.front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

} // namespace

std::optional<FirstBatchNorm> findFirstBatchNorm(func::FuncOp entry) {
  std::optional<Found> found = find(entry);
  return found ? std::optional(std::move(found->norm)) : std::nullopt;
}

qrt::Expected<std::unique_ptr<FirstLayer>>
FirstLayer::create(ModuleOp module, const std::string &device, const CompileOptions &options) {
  Module copy = module.clone();
  func::FuncOp entry = nn::entryOf(*copy);
  std::optional<Found> found = entry ? find(entry) : std::nullopt;
  if (!found)
    return std::unique_ptr<FirstLayer>();
  cutAt(entry, found->operand);
  auto model = CompiledModel::compile(*copy, device, options);
  if (!model)
    return model.status();
  auto layer = std::make_unique<FirstLayer>();
  layer->norm = std::move(found->norm);
  layer->model = std::move(*model);
  return layer;
}

qrt::Expected<qrt::Tensor> FirstLayer::run(std::span<const qrt::Tensor> inputs) {
  auto results = model->run(inputs);
  return results ? qrt::Expected<qrt::Tensor>((*results)[0]) : results.status();
}

} // namespace qopt::lint
