#include "tools/libqopt/compiled_model.h"

#include "ir/ops.h"
#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"
#include "tools/libqopt/diagnostics.h"

#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <mutex>

using namespace mlir;
using qrt::Expected;
using qrt::Status;
using qrt::StatusCode;
using qrt::Tensor;

namespace qopt {
namespace {

class ReferenceModel : public CompiledModel {
public:
  ReferenceModel(ModuleOp original, Ports own, bool observe)
      : module(original.clone()), observe(observe), pool(0) {
    ports = std::move(own);
    description.driver = "reference";
    description.name = "evaluator";
    description.computeUnits = pool.threads();
  }

  Expected<Observations> observations() override {
    if (!observe)
      return Status(StatusCode::NotFound, "the model was not compiled to observe");
    return ranges;
  }
  Status resetObservations() override {
    ranges.clear();
    positions.clear();
    return {};
  }
  const qrt::DeviceDescription &device() const override { return description; }

protected:
  Status execute(int64_t batch, std::span<const Tensor> inputs,
                 std::vector<Tensor> &outputs) override;

private:
  void note(Value value, const Tensor &tensor);

  OwningOpRef<ModuleOp> module;
  bool observe;
  qrt::ThreadPool pool;
  qrt::DeviceDescription description;
  Observations ranges;
  llvm::StringMap<size_t> positions; // in ranges
  std::mutex running;                // diagnostics and ranges belong to one run at a time
};

void ReferenceModel::note(Value value, const Tensor &tensor) {
  std::string key = nn::keyOf(value);
  if (key.empty() || tensor.type() != qrt::ElementType::F32 ||
      value.getDefiningOp<nn::ConstantOp>())
    return;
  qrt::Execution execution;
  execution.pool = &pool;
  qrt::MinMax seen = qrt::minMax(execution, tensor.values<float>().data(), tensor.size());
  auto [position, isNew] = positions.try_emplace(key, ranges.size());
  if (isNew)
    ranges.emplace_back(key, qrt::MinMax());
  ranges[position->second].second.widen(seen);
}

Status ReferenceModel::execute(int64_t, std::span<const Tensor> inputs,
                               std::vector<Tensor> &outputs) {
  std::lock_guard lock(running);
  ErrorCollector errors(module->getContext());
  nn::EvaluatorOptions options;
  options.pool = &pool;
  if (observe)
    options.observe = [this](Value value, const Tensor &tensor) { note(value, tensor); };
  auto results = nn::evaluate(nn::entryOf(*module), {inputs.data(), inputs.size()}, options);
  if (failed(results))
    return errors.status(StatusCode::InvalidArgument, "the module cannot be evaluated");
  outputs = std::move(*results);
  return {};
}

} // namespace

std::unique_ptr<CompiledModel> makeReferenceModel(ModuleOp module, Ports ports, bool observe) {
  return std::make_unique<ReferenceModel>(module, std::move(ports), observe);
}

} // namespace qopt
