// The code that all compiled models share, whether of a network or of a file; it calls nothing of
// MLIR.
#include "tools/libqopt/compile/compiled_model.h"
#include "ir/types/solve_sizes.h"
#include "runtime/core/out_of_memory.h"
#include "runtime/core/qrt.h"
#include "runtime/numerics/types/first_along.h"
#include "tools/libqopt/compile/open_batch.h"

#include <cassert>
#include <set>

using qrt::Expected;
using qrt::Status;
using qrt::StatusCode;
using qrt::Tensor;

namespace qopt {

std::vector<Tensor> cutToLengths(const std::vector<Port> &ports, std::vector<Tensor> outputs) {
  assert(ports.size() == outputs.size());
  for (size_t i = 0; i < ports.size(); ++i)
    if (const auto &length = ports[i].length)
      outputs[i] =
          qrt::firstAlong(outputs[i], length->dim, outputs[length->count].values<int64_t>()[0]);
  return outputs;
}

std::vector<std::string> CompiledModel::symbols() const {
  std::set<std::string> names;
  for (const Port &port : ports.inputs)
    for (const nn::Dim &dim : port.shape)
      dim.collectSymbols(names);
  return {names.begin(), names.end()};
}

bool CompiledModel::dynamicBatch() const { return !symbols().empty(); }

Expected<std::vector<Tensor>> CompiledModel::run(std::span<const Tensor> inputs,
                                                 const qrt::OutputMemory &memory) {
  auto sizes = nn::solveSizes(ports.inputs, inputs);
  if (!sizes)
    return sizes.status();
  int64_t batch = batchIn(*sizes);
  std::vector<Tensor> outputs;
  auto work = [&]() -> Status { return execute(batch, inputs, memory, outputs); };
  if (Status status = qrt::orOutOfMemory(work, "batch " + std::to_string(batch)); !status.ok())
    return status;
  return outputs;
}

Expected<std::vector<double>> CompiledModel::profile(std::span<const Tensor>) {
  return Status(StatusCode::Unsupported, "'" + device().driver + "' has no nodes to time");
}

Expected<std::shared_ptr<qrt::BoundRun>> CompiledModel::bind(std::span<const Tensor>) {
  return Status(StatusCode::Unsupported, "'" + device().driver + "' has no memory to bind");
}

Expected<DeviceOutputs> CompiledModel::runOnDevice(std::span<const Tensor> inputs,
                                                   qrt::DeviceStream stream) {
  DeviceOutputs outputs;
  auto memory = [&](size_t, qrt::ElementType type, const qrt::Shape &shape) -> Expected<Tensor> {
    auto bytes = allocateOnDevice(qrt::storedBytes(type, qrt::elementCount(shape)), stream);
    if (!bytes)
      return bytes.status();
    outputs.tensors.push_back(Tensor::view(type, shape, (*bytes)->data(), *bytes));
    outputs.bytes.push_back(std::move(*bytes));
    return outputs.tensors.back();
  };
  auto end = runOnDevice(inputs, memory, stream);
  if (!end)
    return end.status();
  outputs.end = std::move(*end);
  return outputs;
}

Expected<std::shared_ptr<qrt::DeviceMoment>>
CompiledModel::runOnDevice(std::span<const Tensor>, const qrt::OutputMemory &, qrt::DeviceStream) {
  return Status(StatusCode::Unsupported, "'" + device().driver + "' takes tensors of the host's");
}

Expected<std::shared_ptr<qrt::DeviceBytes>> CompiledModel::allocateOnDevice(size_t,
                                                                            qrt::DeviceStream) {
  return Status(StatusCode::Unsupported, "'" + device().driver + "' takes tensors of the host's");
}

static Status noRefit(const CompiledModel &model) {
  const bool isReference = model.device().driver == "reference";
  return {StatusCode::Unsupported,
          isReference ? "the reference evaluates the model as it is: compile the other model"
                      : "programs are made as shapes come, or are several: compile the other "
                        "model, or give sizes as it is loaded"};
}
std::vector<qrt::WeightPlace> CompiledModel::weights() const { return {}; }
Status CompiledModel::refit(std::span<const qrt::NamedTensor>) { return noRefit(*this); }
Status CompiledModel::refit(mlir::ModuleOp) { return noRefit(*this); }

qrt::DeviceDescription allowing(qrt::DeviceDescription device,
                                const std::vector<std::string> &libraries) {
  device.allowedLibraries = libraries;
  return device;
}

} // namespace qopt
