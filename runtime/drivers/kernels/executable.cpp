#include "runtime/drivers/kernels/executable.h"

#include "runtime/core/check_tensors.h"
#include "runtime/drivers/kernels/launches.h"
#include "runtime/format/constant_sizes.h"

#include <map>
#include <string_view>

namespace qrt::kernels {

/// Waits for the run; an index that left its tensor is the run's error.
static Status collectFaults(const Program &program, RunState &state) {
  if (program.faults.empty())
    return {};
  std::vector<uint32_t> words(program.faults.size());
  QRT_RETURN_IF_ERROR(state.readFaults(words));
  return faultOf(program, words);
}

namespace {

/// A state that its owner drives step by step.
class BoundKernels : public BoundRun {
public:
  BoundKernels(const Program &program, std::unique_ptr<RunState> state)
      : program(program), state(std::move(state)) {}
  ~BoundKernels() override { (void)state->finish(); }

  Status upload(size_t input, const Tensor &tensor) override {
    QRT_RETURN_IF_ERROR(checkInput(program, state->preparedFor(), input, tensor));
    return finished(state->upload(input, tensor));
  }
  Status start() override { return state->launch(); }
  Status wait() override { return finished(collectFaults(program, *state)); }
  Status download(size_t output, Tensor &tensor) override {
    QRT_RETURN_IF_ERROR(checkOutput(program, state->preparedFor(), output, tensor));
    return finished(state->download(output, tensor));
  }

private:
  Status finished(const Status &status) {
    Status finish = state->finish();
    return status.ok() ? finish : status;
  }

  const Program &program;
  std::unique_ptr<RunState> state;
};

class KernelExecutable : public Executable {
public:
  explicit KernelExecutable(std::unique_ptr<LoadedKernels> loaded) : loaded(std::move(loaded)) {}

  Status run(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs) override {
    return runAs(RunKind::Plain, batch, inputs, outputs, {});
  }
  Status profile(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs,
                 std::span<double> seconds) override {
    return runAs(RunKind::Profiled, batch, inputs, outputs, seconds);
  }
  Expected<std::shared_ptr<DeviceMoment>> runOnDevice(int64_t batch, std::span<const Tensor> inputs,
                                                      std::span<Tensor> outputs,
                                                      DeviceStream stream) override;
  int64_t activationBytes(int64_t batch) const override { return loaded->activationBytes(batch); }
  MemoryUse memoryUse(int64_t batch) const override {
    const Program &program = *loaded->program;
    return {constantBytes(program), activationBytes(batch),
            int64_t(program.faults.size() * sizeof(uint32_t))};
  }

  Expected<std::unique_ptr<BoundRun>> bind(int64_t batch) override {
    if (Status status = checkBatch(*loaded->program, batch); !status.ok())
      return status;
    Expected<std::unique_ptr<RunState>> state = loaded->makeState(RunKind::Bound);
    if (!state)
      return state.status();
    if (Status status = (*state)->prepare(batch); !status.ok())
      return status;
    return std::unique_ptr<BoundRun>(
        std::make_unique<BoundKernels>(*loaded->program, std::move(*state)));
  }

  const LoadedKernels &kernels() const { return *loaded; }

private:
  Status runAs(RunKind kind, int64_t batch, std::span<const Tensor> inputs,
               std::span<Tensor> outputs, std::span<double> seconds);
  Status queue(RunState &state, int64_t batch, std::span<const Tensor> inputs,
               std::span<Tensor> outputs);
  Expected<std::unique_ptr<RunState>> takeState(RunKind kind, int64_t batch);

  std::unique_ptr<LoadedKernels> loaded;
  StatePool pool;
};

} // namespace

Status KernelExecutable::queue(RunState &state, int64_t batch, std::span<const Tensor> inputs,
                               std::span<Tensor> outputs) {
  QRT_RETURN_IF_ERROR(state.prepare(batch));
  for (size_t i = 0; i < inputs.size(); ++i)
    QRT_RETURN_IF_ERROR(state.upload(i, inputs[i]));
  QRT_RETURN_IF_ERROR(state.launch());
  QRT_RETURN_IF_ERROR(collectFaults(*loaded->program, state)); // a failed run has no outputs
  for (size_t i = 0; i < outputs.size(); ++i)
    QRT_RETURN_IF_ERROR(state.download(i, outputs[i]));
  return {};
}

Status KernelExecutable::runAs(RunKind kind, int64_t batch, std::span<const Tensor> inputs,
                               std::span<Tensor> outputs, std::span<double> seconds) {
  QRT_RETURN_IF_ERROR(checkTensors(*loaded->program, batch, inputs, outputs));
  Expected<std::unique_ptr<RunState>> taken = takeState(kind, batch);
  if (!taken)
    return taken.status();
  std::unique_ptr<RunState> state = std::move(*taken);
  Status status = queue(*state, batch, inputs, outputs);
  Status finished = state->finish();
  if (status.ok())
    status = finished;
  if (status.ok() && kind == RunKind::Profiled)
    status = state->readTimes(seconds);
  if (status.ok())
    pool.give(std::move(state));
  return status;
}

Expected<std::unique_ptr<RunState>> KernelExecutable::takeState(RunKind kind, int64_t batch) {
  std::unique_ptr<RunState> state = pool.take(kind, batch);
  return state ? Expected<std::unique_ptr<RunState>>(std::move(state)) : loaded->makeState(kind);
}

// A state returns to the pool while its run may still be in progress; its next run is ordered after
// it.
Expected<std::shared_ptr<DeviceMoment>>
KernelExecutable::runOnDevice(int64_t batch, std::span<const Tensor> inputs,
                              std::span<Tensor> outputs, DeviceStream stream) {
  if (!loaded->hasAddresses())
    return Executable::runOnDevice(batch, inputs, outputs, stream);
  if (Status status = checkTensors(*loaded->program, batch, inputs, outputs); !status.ok())
    return status;
  if (Status status = checkAddresses(*loaded->program, inputs, outputs); !status.ok())
    return status;
  Expected<std::unique_ptr<RunState>> state = takeState(RunKind::OnDevice, batch);
  if (!state)
    return state.status();
  if (Status status = (*state)->prepare(batch); !status.ok())
    return status;
  Expected<std::shared_ptr<DeviceMoment>> end = (*state)->launchOn(inputs, outputs, stream);
  if (!end)
    return end.status();
  if (!loaded->program->faults.empty())
    if (Status status = (*end)->wait(); !status.ok())
      return status;
  if (Status status = collectFaults(*loaded->program, **state); !status.ok())
    return status;
  pool.give(std::move(*state));
  return end;
}

const LoadedKernels *loadedKernelsOf(const Executable *executable) {
  auto *own = dynamic_cast<const KernelExecutable *>(executable);
  return own ? &own->kernels() : nullptr;
}

std::vector<std::optional<size_t>> sameKernels(const Program &program, const Program &known) {
  using Text = std::pair<std::string_view, std::string_view>; // of what the programs hold
  std::map<Text, size_t> places;
  for (size_t i = 0; i < known.kernels.size(); ++i)
    places.emplace(Text(known.kernels[i].entry, known.kernels[i].source), i);
  std::vector<std::optional<size_t>> same;
  for (const KernelSource &kernel : program.kernels) {
    auto found = places.find(Text(kernel.entry, kernel.source));
    same.push_back(found == places.end() ? std::nullopt : std::optional(found->second));
  }
  return same;
}

std::unique_ptr<Executable> makeExecutable(std::unique_ptr<LoadedKernels> loaded) {
  return std::make_unique<KernelExecutable>(std::move(loaded));
}

} // namespace qrt::kernels
