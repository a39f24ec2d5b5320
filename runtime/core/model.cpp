#include "runtime/core/qrt.h"

#include "runtime/core/check_tensors.h"
#include "runtime/core/out_of_memory.h"
#include "runtime/core/ports.h"
#include "runtime/numerics/types/batch.h"

#include <algorithm>

namespace qrt {

Expected<Model> Model::load(Device &device, std::shared_ptr<const Program> program,
                            const LoadOptions &options) {
  if (!isOfOrder(program->floatOrder, options.floatOrder))
    return Status(StatusCode::Unsupported, "the program is of float order " +
                                               std::string(floatOrderName(program->floatOrder)) +
                                               ": compile it again with --float-order=" +
                                               std::string(floatOrderName(options.floatOrder)));
  Expected<std::unique_ptr<Executable>> executable = device.load(program, options);
  if (!executable)
    return executable.status();
  // One run has all threads of a host that computes itself.
  const unsigned runsAtOnce = device.description().takesKernels ? 2 : 1;
  return Model(std::move(program), std::move(*executable), runsAtOnce);
}

Expected<int64_t> Model::batchOf(std::span<const Tensor> inputs) const {
  std::vector<PortDescription<Extent>> expected;
  for (const PortBuffer &port : compiled->inputs)
    expected.push_back(descriptionOf(*compiled, port));
  return solveBatch(expected, inputs);
}

Expected<std::vector<Tensor>> Model::allocateOutputs(int64_t batch) const {
  std::vector<Tensor> outputs;
  auto allocate = [&] {
    for (const PortBuffer &port : compiled->outputs) {
      const PortDescription<Extent> output = descriptionOf(*compiled, port);
      outputs.push_back(Tensor::allocate(output.type, output.shapeAt(batch)));
    }
    return Status();
  };
  if (Status status = orOutOfMemory(allocate, "the outputs at batch " + std::to_string(batch) +
                                                  "; use a smaller batch");
      !status.ok())
    return status;
  return outputs;
}

Expected<std::vector<Tensor>> Model::outputsOf(std::span<const Tensor> inputs,
                                               int64_t &batch) const {
  Expected<int64_t> found = batchOf(inputs);
  if (!found)
    return found.status();
  batch = *found;
  if (Status status = checkBatch(*compiled, batch); !status.ok())
    return status;
  return allocateOutputs(batch);
}

Expected<std::vector<Tensor>> Model::run(std::span<const Tensor> inputs) {
  int64_t batch = 0;
  Expected<std::vector<Tensor>> outputs = outputsOf(inputs, batch);
  if (!outputs)
    return outputs.status();
  if (Status status =
          orOutOfMemory([&] { return runPorts(*compiled, *loaded, batch, inputs, *outputs); },
                        "a run at batch " + std::to_string(batch));
      !status.ok())
    return status;
  return outputs;
}

Expected<std::vector<NamedTensor>> Model::run(const std::vector<NamedTensor> &inputs) {
  std::vector<Tensor> ordered;
  for (const PortBuffer &port : compiled->inputs) {
    auto named = [&](const NamedTensor &input) { return input.name == port.name; };
    auto it = std::find_if(inputs.begin(), inputs.end(), named);
    if (it == inputs.end())
      return invalidArgument("input '" + port.name + "' is missing");
    ordered.push_back(it->tensor);
  }
  if (ordered.size() != inputs.size())
    return invalidArgument(std::to_string(inputs.size()) + " inputs were given, the program has " +
                           std::to_string(ordered.size()));
  Expected<std::vector<Tensor>> results = run(std::span<const Tensor>(ordered));
  if (!results)
    return results.status();
  std::vector<NamedTensor> outputs;
  for (size_t i = 0; i < results->size(); ++i)
    outputs.push_back({compiled->outputs[i].name, std::move((*results)[i])});
  return outputs;
}

Expected<PendingRun> Model::submit(std::span<const Tensor> inputs) {
  int64_t batch = 0;
  Expected<std::vector<Tensor>> outputs = outputsOf(inputs, batch);
  if (!outputs)
    return outputs.status();
  return submit(batch, inputs, *outputs);
}

Expected<PendingRun> Model::submit(int64_t batch, std::span<const Tensor> inputs,
                                   std::span<const Tensor> outputs) {
  if (Status status = checkBatch(*compiled, batch); !status.ok())
    return status;
  std::shared_ptr<QueuedRun> run;
  auto make = [&] {
    run = std::make_shared<QueuedRun>(QueuedRun{batch,
                                                {inputs.begin(), inputs.end()},
                                                {outputs.begin(), outputs.end()},
                                                QueuedRun::Stage::Waiting,
                                                {}});
    return queue->submit(run);
  };
  if (Status status = orOutOfMemory(make, "a run in flight"); !status.ok())
    return status;
  return PendingRun(queue, std::move(run));
}

PendingRun &PendingRun::operator=(PendingRun &&other) noexcept {
  PendingRun last(std::move(*this)); // is dropped here
  queue = std::move(other.queue);
  run = std::move(other.run);
  return *this;
}

PendingRun::~PendingRun() {
  if (run)
    queue->drop(run);
}

Status PendingRun::wait() const {
  queue->wait(*run);
  return run->status;
}

Expected<std::vector<Tensor>> PendingRun::outputs() const {
  if (Status status = wait(); !status.ok())
    return status;
  return run->outputs;
}

} // namespace qrt
