#include "runtime/core/qrt.h"

#include "runtime/core/check_tensors.h"
#include "runtime/core/out_of_memory.h"
#include "runtime/core/ports.h"
#include "runtime/numerics/types/batch.h"
#include "runtime/numerics/types/return_if_error.h"

#include <algorithm>

namespace qrt {

static Status checkOrder(const Program &program, const LoadOptions &options) {
  if (isOfOrder(program.floatOrder, options.floatOrder))
    return {};
  return {StatusCode::Unsupported, "the program is of float order " +
                                       std::string(floatOrderName(program.floatOrder)) +
                                       ": compile it again with --float-order=" +
                                       std::string(floatOrderName(options.floatOrder))};
}

Model::Model(RunnableProgram ready, std::vector<WeightPlace> weights, unsigned runsAtOnce)
    : current(std::make_shared<Current>()), queue(std::make_shared<RunQueue>(runsAtOnce)) {
  current->ready = std::move(ready);
  current->weights = std::make_shared<const std::vector<WeightPlace>>(std::move(weights));
}

Expected<Model> Model::load(Device &device, std::shared_ptr<const Program> program,
                            const LoadOptions &options, std::vector<WeightPlace> weights) {
  QRT_RETURN_IF_ERROR(checkOrder(*program, options));
  QRT_RETURN_IF_ERROR(checkWeightPlaces(weights, program->constants));
  Expected<std::unique_ptr<Executable>> executable = device.load(program, options);
  if (!executable)
    return executable.status();
  // On the host one run uses all threads.
  const unsigned runsAtOnce = device.description().takesKernels ? 2 : 1;
  return Model({std::move(program), std::move(*executable)}, std::move(weights), runsAtOnce);
}

RunnableProgram Model::ready() const {
  std::lock_guard lock(current->mutex);
  return current->ready;
}

/// The batch that an input of this shape means; an error names the input.
static Expected<int64_t> batchIn(const Program &program, std::span<const Tensor> inputs) {
  std::vector<PortDescription<Extent>> expected;
  for (const PortBuffer &port : program.inputs)
    expected.push_back(descriptionOf(program, port));
  return solveBatch(expected, inputs);
}

Expected<int64_t> Model::batchOf(std::span<const Tensor> inputs) const {
  return batchIn(*ready().program, inputs);
}

static Expected<std::vector<Tensor>> allocateOutputs(const Program &program, int64_t batch,
                                                     const OutputMemory &memory) {
  std::vector<PortDescription<Extent>> described;
  for (const PortBuffer &port : program.outputs)
    described.push_back(descriptionOf(program, port));
  Expected<std::vector<Tensor>> outputs = std::vector<Tensor>();
  auto allocate = [&] { return (outputs = outputsIn(memory, described, batch)).status(); };
  if (Status status = orOutOfMemory(allocate, "the outputs at batch " + std::to_string(batch) +
                                                  "; use a smaller batch");
      !status.ok())
    return status;
  return outputs;
}

/// The outputs of a run of `inputs`, whose batch the device takes; `batch` becomes it.
static Expected<std::vector<Tensor>> outputsOf(const Program &program,
                                               std::span<const Tensor> inputs, int64_t &batch,
                                               const OutputMemory &memory = newMemory) {
  Expected<int64_t> found = batchIn(program, inputs);
  if (!found)
    return found.status();
  batch = *found;
  QRT_RETURN_IF_ERROR(checkBatch(program, batch));
  return allocateOutputs(program, batch, memory);
}

Expected<std::vector<Tensor>> Model::run(std::span<const Tensor> inputs,
                                         const OutputMemory &memory) {
  int64_t batch = 0;
  const RunnableProgram on = ready();
  Expected<std::vector<Tensor>> outputs = outputsOf(*on.program, inputs, batch, memory);
  if (!outputs)
    return outputs.status();
  if (Status status = orOutOfMemory(
          [&] { return runPorts(*on.program, *on.executable, batch, inputs, *outputs); },
          "a run at batch " + std::to_string(batch));
      !status.ok())
    return status;
  return outputs;
}

Expected<std::vector<NamedTensor>> Model::run(const std::vector<NamedTensor> &inputs) {
  std::vector<Tensor> ordered;
  const std::shared_ptr<const Program> program = ready().program; // ports stay in a refit
  for (const PortBuffer &port : program->inputs) {
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
    outputs.push_back({program->outputs[i].name, std::move((*results)[i])});
  return outputs;
}

Expected<std::shared_ptr<DeviceMoment>>
Model::runOnDevice(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs,
                   DeviceStream stream) {
  const RunnableProgram on = ready();
  Expected<std::shared_ptr<DeviceMoment>> end = std::shared_ptr<DeviceMoment>();
  auto run = [&] {
    end = runPortsOnDevice(*on.program, *on.executable, batch, inputs, outputs, stream);
    return end.status();
  };
  if (Status status = orOutOfMemory(run, "a run at batch " + std::to_string(batch)); !status.ok())
    return status;
  return end;
}

Expected<PendingRun> Model::submit(std::span<const Tensor> inputs) {
  int64_t batch = 0;
  Expected<std::vector<Tensor>> outputs = outputsOf(*ready().program, inputs, batch);
  if (!outputs)
    return outputs.status();
  return submit(batch, inputs, *outputs);
}

Expected<PendingRun> Model::submit(int64_t batch, std::span<const Tensor> inputs,
                                   std::span<const Tensor> outputs) {
  RunnableProgram on = ready();
  QRT_RETURN_IF_ERROR(checkBatch(*on.program, batch));
  std::shared_ptr<QueuedRun> run;
  auto make = [&] {
    run = std::make_shared<QueuedRun>(QueuedRun{std::move(on),
                                                batch,
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
