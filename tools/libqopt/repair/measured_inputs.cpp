#include "tools/libqopt/repair/measured_inputs.h"

#include "ir/values/keys.h"
#include "passes/calibrate/taps.h"
#include "tools/libqopt/memory_budget.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using qrt::Expected;
using qrt::Tensor;

namespace qopt {

MeasuredInputs::MeasuredInputs(ModuleOp module, std::vector<Value> values)
    : asked(std::move(values)), sampled(sampleArgument(nn::entryOf(module))) {}

/// Has the entry return the values alone, and computes nothing for its own results. Without values
/// it stays as it is. Returns how many results lie before the values.
static size_t returnInstead(func::FuncOp entry, const std::vector<Value> &values) {
  if (values.empty())
    return entry.getNumResults();
  Operation *terminator = entry.front().getTerminator();
  terminator->setOperands(values);
  entry.setType(FunctionType::get(entry.getContext(), entry.getArgumentTypes(),
                                  terminator->getOperandTypes()));
  entry.removeResAttrsAttr();
  std::vector<Operation *> operations;
  for (Operation &op : entry.front().without_terminator())
    operations.push_back(&op);
  for (Operation *op : llvm::reverse(operations))
    if (isOpTriviallyDead(op))
      op->erase();
  return 0;
}

MeasuredInputs::Made MeasuredInputs::make(ModuleOp module, std::vector<Value> values,
                                          const std::string &device, const CompileOptions &options,
                                          AddResults add) {
  std::unique_ptr<MeasuredInputs> made(new MeasuredInputs(module, std::move(values)));
  IRMapping mapping;
  Module copy = cast<ModuleOp>(module->clone(mapping));
  func::FuncOp entry = nn::entryOf(*copy);
  made->arguments.resize(made->asked.size());
  const std::vector<Value> results = add(*made, entry, mapping);
  made->outputs = returnInstead(entry, results);
  auto model = CompiledModel::compile(*copy, device, options);
  if (!model)
    return model.status();
  made->model = std::move(*model);
  return made;
}

MeasuredInputs::Made MeasuredInputs::whole(ModuleOp module, std::vector<Value> values,
                                           const std::string &device,
                                           const CompileOptions &options) {
  auto add = [](MeasuredInputs &made, func::FuncOp, const IRMapping &mapping) {
    std::vector<Value> results;
    for (auto [value, at] : llvm::zip_equal(made.asked, made.arguments))
      if (auto argument = dyn_cast<BlockArgument>(value))
        at = argument.getArgNumber();
      else
        results.push_back(mapping.lookup(value));
    return results;
  };
  return make(module, std::move(values), device, options, add);
}

MeasuredInputs::Made MeasuredInputs::extremes(ModuleOp module, std::vector<Value> values,
                                              llvm::function_ref<int64_t(Value)> axisOf,
                                              const std::string &device,
                                              const CompileOptions &options) {
  auto add = [&](MeasuredInputs &made, func::FuncOp entry, const IRMapping &mapping) {
    OpBuilder builder(entry.getContext());
    nn::NameTable names(entry);
    std::vector<Value> results;
    for (Value value : made.asked)
      results.push_back(createExtremes(builder, names, mapping.lookup(value), axisOf(value)));
    return results;
  };
  return make(module, std::move(values), device, options, add);
}

Expected<std::vector<Tensor>> MeasuredInputs::run(std::span<const Tensor> inputs) const {
  auto results = model->run(inputs);
  if (!results)
    return results.status();
  std::vector<Tensor> told;
  size_t next = outputs;
  for (std::optional<unsigned> argument : arguments)
    told.push_back(argument ? inputs[*argument] : (*results)[next++]);
  return told;
}

int64_t MeasuredInputs::batchWithin(int64_t bytes, int64_t wanted) const {
  return qopt::batchWithin(*model, bytes, wanted);
}

int64_t MeasuredInputs::samplesIn(std::span<const Tensor> inputs) const {
  return sampled ? inputs[*sampled].shape()[0] : 1;
}

int64_t MeasuredInputs::bytes(Value value, int64_t batch) {
  int64_t bytes = sizeof(float);
  for (const nn::Dim &dim : nn::symbolicShape(value))
    bytes *= dim.at([&](const std::string &) { return batch; }).value_or(batch);
  return bytes;
}

// Samples are rows of the first dimension where that alone grows with them.
std::string MeasuredInputs::mixesSamples(func::FuncOp entry, const std::vector<Value> &values) {
  std::optional<unsigned> argument = sampleArgument(entry);
  if (!argument)
    return "";
  const nn::Dim batch = nn::symbolicShape(entry.getArgument(*argument))[0];
  for (Value value : values) {
    const nn::SymbolicShape shape = nn::symbolicShape(value);
    auto isOpen = [](const nn::Dim &dim) { return !dim.isStatic(); };
    const std::optional<qrt::Extent> rows = shape[0].extent();
    const bool first =
        batch.isStatic() ? batch.value() == 1 : rows && rows->offset == 0 && isOpen(shape[0]);
    if (!first || llvm::any_of(llvm::drop_begin(shape), isOpen))
      return nn::keyOf(value);
  }
  return "";
}

} // namespace qopt
