#include "runtime/drivers/opencl/executable.h"

#include "runtime/core/check_tensors.h"
#include "runtime/core/out_of_memory.h"
#include "runtime/drivers/opencl/compiler.h"
#include "runtime/drivers/opencl/run_state.h"
#include "runtime/numerics/types/return_if_error.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace qrt::opencl {

namespace {

class OpenClExecutable : public Executable {
public:
  explicit OpenClExecutable(LoadedProgram program)
      : loaded(std::move(program)), cl(*loaded.device->cl) {}

  Status uploadConstants() { return loaded.uploadConstants(); }
  Status run(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs) override {
    return runTimed(batch, inputs, outputs, nullptr);
  }
  Status profile(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs,
                 std::span<double> seconds) override {
    return runTimed(batch, inputs, outputs, seconds.data());
  }
  int64_t activationBytes(int64_t batch) const override { return loaded.slabs.allBytes(batch); }

private:
  /// `seconds`: of each node; null: nobody asks.
  Status runTimed(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs,
                  double *seconds);
  Expected<std::unique_ptr<RunState>> takeState(int64_t batch, bool profiles);
  Status enqueue(RunState &state, int64_t batch, std::span<const Tensor> inputs,
                 std::span<Tensor> outputs, std::vector<Event> &events);
  Status clearFaults(RunState &state);
  Status collectFaults(RunState &state);
  Status launchAll(RunState &state, int64_t batch, std::vector<Event> &events);
  Status readTimes(const std::vector<Event> &events, double *seconds);

  LoadedProgram loaded;
  const Api &cl;
  std::mutex mutex;
  std::vector<std::unique_ptr<RunState>> idle;
};

} // namespace

// `events` gets one a node where the state profiles; none for a node that has nothing to do.
Status OpenClExecutable::launchAll(RunState &state, int64_t batch, std::vector<Event> &events) {
  const std::vector<Node> &nodes = loaded.program->nodes;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const Launch &launch = launchOf(nodes[i], batch);
    size_t global[3], local[3];
    for (int d = 0; d < 3; ++d) {
      global[d] = size_t(launch.global[d].at(batch));
      local[d] = launch.local[d];
    }
    if (global[0] * global[1] * global[2] == 0)
      continue; // OpenCL 1.2 refuses an empty range
    cl_event event = nullptr;
    cl_int code = cl.clEnqueueNDRangeKernel(state.queue(), state.kernel(i), 3, nullptr, global,
                                            local, 0, nullptr, state.profiles() ? &event : nullptr);
    if (Status status = check(code, "clEnqueueNDRangeKernel"); !status.ok())
      return {status.code(), "layer '" + nodes[i].name + "': " + status.message()};
    if (state.profiles())
      events[i] = Event(cl, event);
  }
  return {};
}

// Once the queue has finished.
Status OpenClExecutable::readTimes(const std::vector<Event> &events, double *seconds) {
  for (size_t i = 0; i < events.size(); ++i) {
    seconds[i] = 0;
    if (!events[i])
      continue;
    cl_ulong start = 0, end = 0;
    for (auto [what, value] :
         {std::pair(CL_PROFILING_COMMAND_START, &start), std::pair(CL_PROFILING_COMMAND_END, &end)})
      QRT_RETURN_IF_ERROR(check(cl.clGetEventProfilingInfo(events[i].get(), cl_profiling_info(what),
                                                           sizeof(*value), value, nullptr),
                                "clGetEventProfilingInfo"));
    seconds[i] = double(end - start) * 1e-9;
  }
  return {};
}

Status OpenClExecutable::clearFaults(RunState &state) {
  const std::vector<uint32_t> zeros(loaded.program->faults.size());
  if (zeros.empty())
    return {};
  return check(cl.clEnqueueWriteBuffer(state.queue(), state.faults(), CL_TRUE, 0,
                                       zeros.size() * sizeof(uint32_t), zeros.data(), 0, nullptr,
                                       nullptr),
               "clEnqueueWriteBuffer");
}

Status OpenClExecutable::collectFaults(RunState &state) {
  const std::vector<std::string> &layers = loaded.program->faults;
  std::vector<uint32_t> met(layers.size());
  cl_int code =
      cl.clEnqueueReadBuffer(state.queue(), state.faults(), CL_TRUE, 0,
                             met.size() * sizeof(uint32_t), met.data(), 0, nullptr, nullptr);
  QRT_RETURN_IF_ERROR(check(code, "clEnqueueReadBuffer"));
  for (size_t i = 0; i < layers.size(); ++i)
    if (met[i])
      return invalidArgument("layer '" + layers[i] + "': " + indexFault);
  return {};
}

Status OpenClExecutable::enqueue(RunState &state, int64_t batch, std::span<const Tensor> inputs,
                                 std::span<Tensor> outputs, std::vector<Event> &events) {
  QRT_RETURN_IF_ERROR(state.prepare(batch));
  QRT_RETURN_IF_ERROR(clearFaults(state));
  for (size_t i = 0; i < inputs.size(); ++i) {
    cl_mem view = state.buffer(loaded.program->inputs[i].buffer);
    if (inputs[i].bytes() == 0)
      continue;
    cl_int code = cl.clEnqueueWriteBuffer(state.queue(), view, CL_FALSE, 0, inputs[i].bytes(),
                                          inputs[i].data(), 0, nullptr, nullptr);
    if (Status status = check(code, "clEnqueueWriteBuffer"); !status.ok())
      return status;
  }
  QRT_RETURN_IF_ERROR(launchAll(state, batch, events));
  if (!loaded.program->faults.empty()) // before outputs, which a failed run has none of
    QRT_RETURN_IF_ERROR(collectFaults(state));
  for (size_t i = 0; i < outputs.size(); ++i) {
    cl_mem view = state.buffer(loaded.program->outputs[i].buffer);
    if (outputs[i].bytes() == 0)
      continue;
    cl_int code = cl.clEnqueueReadBuffer(state.queue(), view, CL_FALSE, 0, outputs[i].bytes(),
                                         outputs[i].mutableData(), 0, nullptr, nullptr);
    if (Status status = check(code, "clEnqueueReadBuffer"); !status.ok())
      return status;
  }
  return {};
}

// An idle state that is set for this batch, else any.
Expected<std::unique_ptr<RunState>> OpenClExecutable::takeState(int64_t batch, bool profiles) {
  {
    std::lock_guard lock(mutex);
    auto find = [&](auto fits) {
      return std::find_if(idle.begin(), idle.end(), [&](const auto &state) {
        return state->profiles() == profiles && fits(*state);
      });
    };
    auto it = find([&](const RunState &state) { return state.preparedFor() == batch; });
    if (it == idle.end())
      it = find([](const RunState &) { return true; });
    if (it != idle.end()) {
      std::unique_ptr<RunState> state = std::move(*it);
      idle.erase(it);
      return state;
    }
  }
  return RunState::make(loaded, profiles);
}

Status OpenClExecutable::runTimed(int64_t batch, std::span<const Tensor> inputs,
                                  std::span<Tensor> outputs, double *seconds) {
  if (Status status = checkTensors(*loaded.program, batch, inputs, outputs); !status.ok())
    return status;
  Expected<std::unique_ptr<RunState>> state = takeState(batch, seconds != nullptr);
  if (!state)
    return state.status();
  std::vector<Event> events(seconds ? loaded.program->nodes.size() : 0);
  Status status = enqueue(**state, batch, inputs, outputs, events);
  // After an error the queue may still hold work that reads caller's memory.
  Status finished = check(cl.clFinish((*state)->queue()), "clFinish");
  if (status.ok())
    status = finished;
  if (status.ok())
    status = readTimes(events, seconds);
  if (status.ok()) {
    std::lock_guard lock(mutex);
    idle.push_back(std::move(*state));
  }
  return status;
}

Expected<std::unique_ptr<Executable>> loadProgram(std::shared_ptr<DeviceHandle> device,
                                                  std::shared_ptr<const Program> program,
                                                  const LoadOptions &options) {
  if (Status status = verifyProgram(*program); !status.ok())
    return status;
  for (const Node &node : program->nodes)
    if (!std::holds_alternative<Launch>(node.work))
      return invalidArgument("program for '" + program->target +
                             "' has no kernels for OpenCL (layer '" + node.name + "')");
  CompileTarget target{device->cl, device->context.get(), device->device, &device->description};
  Expected<std::vector<ProgramObject>> objects = compileAll(target, *program, options);
  if (!objects)
    return objects.status();
  auto executable = std::make_unique<OpenClExecutable>(
      LoadedProgram{std::move(device), std::move(program), std::move(*objects), {}});
  if (Status status = orOutOfMemory([&] { return executable->uploadConstants(); }, "the weights");
      !status.ok())
    return status;
  return std::unique_ptr<Executable>(std::move(executable));
}

} // namespace qrt::opencl
