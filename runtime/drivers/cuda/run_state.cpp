#include "runtime/drivers/cuda/run_state.h"

#include "runtime/drivers/cuda/moment.h"

#include <algorithm>
#include <cstring>

namespace qrt::cuda {

/// Copied at once, so that the next part is on its way to pinned memory meanwhile.
static constexpr size_t stagedPart = size_t(1) << 20;

static size_t bytesOf(const Program &program, const PortBuffer &port, int64_t batch) {
  return size_t(program.buffers[port.buffer].bytes.at(batch));
}

Status CudaState::make() {
  QRT_CUDA_ENTER(context);
  Expected<Stream> made = own<Stream>(context, "cuStreamCreate", [&](StreamHandle *stream) {
    return cuda.cuStreamCreate(stream, streamNonBlocking);
  });
  if (made)
    stream = std::move(*made);
  return made.status();
}

Status CudaState::setBatch(int64_t wanted) {
  QRT_RETURN_IF_ERROR(settle());
  QRT_CUDA_ENTER(context);
  graph = {};
  nodes = {};
  memory = {};
  staging = {};
  const int64_t bytes = loaded.activationBytes(wanted);
  if (Status status = makeMemory(wanted); !status.ok())
    return kernels::noMemoryFor(wanted, bytes, status);
  if (Status status = makeStaging(wanted); !status.ok())
    return kernels::noMemoryFor(wanted, bytes, status);
  return record(wanted);
}

Status CudaState::makeMemory(int64_t wanted) {
  Layout layout;
  layout.place(size_t(program.arenaBytes.at(wanted)));
  std::vector<size_t> offsets;
  for (const Buffer &buffer : program.buffers)
    offsets.push_back(size_t(buffer.offset.at(wanted)));
  if (kind() == kernels::RunKind::Bound)
    for (const PortBuffer &port : program.inputs)
      offsets[port.buffer] = layout.place(bytesOf(program, port, wanted));
  const size_t faultsAt = layout.place(program.faults.size() * sizeof(uint32_t));
  Expected<Memory> made = own<Memory>(context, "cuMemAlloc", [&](DevicePointer *pointer) {
    return cuda.cuMemAlloc_v2(pointer, std::max<size_t>(layout.bytes(), 1));
  });
  if (!made)
    return made.status();
  memory = std::move(*made);
  places = {};
  for (size_t offset : offsets)
    places.buffers.push_back(memory.get() + offset);
  places.faults = memory.get() + faultsAt;
  return {};
}

Status CudaState::makeStaging(int64_t wanted) {
  Layout layout;
  auto place = [&](const std::vector<PortBuffer> &ports, std::vector<size_t> &offsets) {
    offsets.clear();
    for (const PortBuffer &port : ports)
      offsets.push_back(layout.place(bytesOf(program, port, wanted)));
  };
  if (!isOnDevice()) {
    place(program.inputs, stagedInputs);
    place(program.outputs, stagedOutputs);
  }
  stagedFaults = layout.place(program.faults.size() * sizeof(uint32_t));
  Expected<HostMemory> made = own<HostMemory>(context, "cuMemHostAlloc", [&](void **pointer) {
    return cuda.cuMemHostAlloc(pointer, std::max<size_t>(layout.bytes(), 1), 0);
  });
  if (made)
    staging = std::move(*made);
  return made.status();
}

Status CudaState::record(int64_t wanted) {
  marks.clear();
  portLaunches.clear();
  const Recorder recorder(loaded, places, stream.get(), wanted);
  Expected<Recording> made = profiles()     ? recorder.marked(marks)
                             : isOnDevice() ? recorder.branched(&portLaunches)
                                            : recorder.branched();
  if (!made)
    return made.status();
  graph = std::move(made->ready);
  if (isOnDevice()) // else nobody asks for nodes
    nodes = std::move(made->graph);
  return {};
}

Status CudaState::upload(size_t input, const Tensor &tensor) {
  QRT_CUDA_ENTER(context);
  const auto *data = static_cast<const char *>(tensor.data());
  const DevicePointer to = places.buffers[program.inputs[input].buffer];
  for (size_t at = 0, bytes = tensor.bytes(); at < bytes; at += stagedPart) {
    const size_t part = std::min(stagedPart, bytes - at);
    char *from = staged(stagedInputs[input] + at);
    std::memcpy(from, data + at, part);
    QRT_RETURN_IF_ERROR(context.check(cuda.cuMemcpyHtoDAsync_v2(to + at, from, part, stream.get()),
                                      "cuMemcpyHtoDAsync"));
  }
  return {};
}

Status CudaState::launch() {
  QRT_CUDA_ENTER(context);
  return context.check(cuda.cuGraphLaunch(graph.get(), stream.get()), "cuGraphLaunch");
}

// ---- runs on a caller's stream ----

Status CudaState::settle() { return lastEnd ? std::exchange(lastEnd, nullptr)->wait() : Status(); }

static DevicePointer addressOf(const Tensor &tensor) {
  return reinterpret_cast<DevicePointer>(tensor.data());
}

/// Kernels read and write a port there as well as in the arena.
bool CudaState::isPlaceFor(const PortBuffer &port, const Tensor &tensor) const {
  auto isOf = [&](const PortBuffer &other) { return other.buffer == port.buffer; };
  return addressOf(tensor) % bufferAlignment == 0 &&
         bytesOf(program, port, preparedFor()) == tensor.bytes() &&
         std::ranges::count_if(program.inputs, isOf) +
                 std::ranges::count_if(program.outputs, isOf) ==
             1;
}

Status CudaState::copyOnDevice(DevicePointer to, DevicePointer from, size_t bytes,
                               StreamHandle on) const {
  return bytes ? context.check(cuda.cuMemcpyDtoDAsync_v2(to, from, bytes, on), "cuMemcpyDtoDAsync")
               : Status();
}

/// Tells kernels where ports lie, where that is elsewhere than in the run before, and copies inputs
/// that cannot be read where they lie.
Status CudaState::placePorts(std::span<const Tensor> inputs, std::span<Tensor> outputs,
                             StreamHandle on) {
  std::vector<DevicePointer> at = places.buffers;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const PortBuffer &port = program.inputs[i];
    if (isPlaceFor(port, inputs[i]))
      at[port.buffer] = addressOf(inputs[i]);
    else
      QRT_RETURN_IF_ERROR(
          copyOnDevice(at[port.buffer], addressOf(inputs[i]), inputs[i].bytes(), on));
  }
  for (size_t i = 0; i < outputs.size(); ++i)
    if (isPlaceFor(program.outputs[i], outputs[i]))
      at[program.outputs[i].buffer] = addressOf(outputs[i]);
  for (PortLaunch &launch : portLaunches) {
    bool isChanged = false;
    for (const PortLaunch::Place &place : launch.places)
      isChanged |=
          std::exchange(launch.arguments[place.argument], at[place.buffer]) != at[place.buffer];
    if (!isChanged)
      continue;
    std::vector<void *> arguments;
    for (uint64_t &value : launch.arguments)
      arguments.push_back(&value);
    launch.params.arguments = arguments.data();
    QRT_RETURN_IF_ERROR(context.check(
        cuda.cuGraphExecKernelNodeSetParams_v2(graph.get(), launch.node, &launch.params),
        "cuGraphExecKernelNodeSetParams"));
  }
  return {};
}

Expected<std::shared_ptr<DeviceMoment>>
CudaState::launchOn(std::span<const Tensor> inputs, std::span<Tensor> outputs, DeviceStream given) {
  QRT_CUDA_ENTER(context);
  const auto on = static_cast<StreamHandle>(given);
  auto queue = [&]() -> Status {
    if (lastEnd && (lastOn != on || isOfThread(on)))
      QRT_RETURN_IF_ERROR(lastEnd->comesBefore(given));
    QRT_RETURN_IF_ERROR(placePorts(inputs, outputs, on));
    QRT_RETURN_IF_ERROR(context.check(cuda.cuGraphLaunch(graph.get(), on), "cuGraphLaunch"));
    for (size_t i = 0; i < outputs.size(); ++i)
      if (!isPlaceFor(program.outputs[i], outputs[i]))
        QRT_RETURN_IF_ERROR(copyOnDevice(addressOf(outputs[i]),
                                         places.buffers[program.outputs[i].buffer],
                                         outputs[i].bytes(), on));
    return {};
  };
  const Status status = queue();
  // A run that failed half way is waited for, too: it may still use the memory.
  Expected<std::shared_ptr<DeviceMoment>> end = CudaMoment::make(loaded.context, on);
  if (end)
    lastEnd = *end, lastOn = on;
  return status.ok() ? std::move(end) : status;
}

Status CudaState::download(size_t output, Tensor &tensor) {
  if (tensor.bytes() == 0)
    return {};
  QRT_CUDA_ENTER(context);
  char *to = staged(stagedOutputs[output]);
  arrivals.push_back({tensor.mutableData(), to, tensor.bytes()});
  return context.check(cuda.cuMemcpyDtoHAsync_v2(to, places.buffers[program.outputs[output].buffer],
                                                 tensor.bytes(), stream.get()),
                       "cuMemcpyDtoHAsync");
}

Status CudaState::readFaults(std::span<uint32_t> words) {
  QRT_CUDA_ENTER(context);
  char *to = staged(stagedFaults);
  QRT_RETURN_IF_ERROR(
      context.check(cuda.cuMemcpyDtoHAsync_v2(to, places.faults, words.size_bytes(), stream.get()),
                    "cuMemcpyDtoHAsync"));
  QRT_RETURN_IF_ERROR(context.check(cuda.cuStreamSynchronize(stream.get()), "cuStreamSynchronize"));
  std::memcpy(words.data(), to, words.size_bytes());
  return {};
}

Status CudaState::finish() {
  const std::vector<Arrival> arrived = std::exchange(arrivals, {});
  QRT_CUDA_ENTER(context);
  QRT_RETURN_IF_ERROR(context.check(cuda.cuStreamSynchronize(stream.get()), "cuStreamSynchronize"));
  for (const Arrival &arrival : arrived)
    std::memcpy(arrival.to, arrival.from, arrival.bytes);
  return {};
}

Status CudaState::readTimes(std::span<double> seconds) {
  QRT_CUDA_ENTER(context);
  std::fill(seconds.begin(), seconds.end(), 0.0);
  for (size_t i = 0; i + 1 < marks.size(); ++i) {
    float milliseconds = 0;
    QRT_RETURN_IF_ERROR(context.check(
        cuda.cuEventElapsedTime(&milliseconds, marks[i].event.get(), marks[i + 1].event.get()),
        "cuEventElapsedTime"));
    seconds[marks[i].node] = double(milliseconds) * 1e-3;
  }
  return {};
}

} // namespace qrt::cuda
