#include "tools/libqopt/compile/compiled_model.h"

#include "ir/ops.h"
#include "ir/reference/evaluator.h"
#include "ir/values/keys.h"
#include "tools/libqopt/diagnostics.h"

#include "llvm/ADT/StringMap.h"

#include <cstring>
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
  ReferenceModel(ModuleOp original, Ports own) : module(original.clone()), pool(0) {
    ports = std::move(own);
    description.driver = "reference";
    description.name = "evaluator";
    description.computeUnits = pool.threads();
  }

  const qrt::DeviceDescription &device() const override { return description; }

protected:
  Status execute(int64_t batch, std::span<const Tensor> inputs, const qrt::OutputMemory &memory,
                 std::vector<Tensor> &outputs) override;

private:
  OwningOpRef<ModuleOp> module;
  qrt::ThreadPool pool;
  qrt::DeviceDescription description;
  std::mutex running; // diagnostics belong to one run at a time
};

/// Copies tensors to where `memory` says.
static Expected<std::vector<Tensor>> copiedTo(const qrt::OutputMemory &memory,
                                              const std::vector<Tensor> &made) {
  std::vector<Tensor> copies;
  for (const Tensor &tensor : made) {
    auto copy = memory(copies.size(), tensor.type(), tensor.shape());
    if (!copy)
      return copy.status();
    if (tensor.bytes() > 0)
      std::memcpy(copy->mutableData(), tensor.data(), tensor.bytes());
    copies.push_back(std::move(*copy));
  }
  return copies;
}

Status ReferenceModel::execute(int64_t, std::span<const Tensor> inputs,
                               const qrt::OutputMemory &memory, std::vector<Tensor> &outputs) {
  std::lock_guard lock(running);
  ErrorCollector errors(module->getContext());
  nn::EvaluatorOptions options;
  options.pool = &pool;
  auto results = nn::evaluate(nn::entryOf(*module), {inputs.data(), inputs.size()}, options);
  if (failed(results))
    return errors.status(StatusCode::InvalidArgument, "the module cannot be evaluated");
  auto copies = copiedTo(memory, *results);
  if (copies)
    outputs = std::move(*copies);
  return copies.status();
}

} // namespace

std::unique_ptr<CompiledModel> makeReferenceModel(ModuleOp module, Ports ports) {
  return std::make_unique<ReferenceModel>(module, std::move(ports));
}

} // namespace qopt
