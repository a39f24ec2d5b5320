#include "runtime/drivers/cuda/run_state.h"

#include <algorithm>
#include <cstring>

namespace qrt::cuda {

/// Copied at once, so that the next part is on its way to pinned memory meanwhile.
static constexpr size_t stagedPart = size_t(1) << 20;

static size_t bytesOf(const Program &program, const Port &port, int64_t batch) {
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
  QRT_CUDA_ENTER(context);
  graph = {};
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
    for (const Port &port : program.inputs)
      offsets[port.buffer] = layout.place(bytesOf(program, port, wanted));
  const size_t faultsAt = layout.place(program.faults.size() * sizeof(uint32_t));
  Expected<Memory> made = own<Memory>(context, "cuMemAlloc", [&](DevicePointer *pointer) {
    return cuda.cuMemAlloc_v2(pointer, std::max<size_t>(layout.bytes(), 1));
  });
  if (!made)
    return made.status();
  memory = std::move(*made);
  buffers.clear();
  for (size_t offset : offsets)
    buffers.push_back(memory.get() + offset);
  faults = memory.get() + faultsAt;
  return {};
}

Status CudaState::makeStaging(int64_t wanted) {
  Layout layout;
  auto place = [&](const std::vector<Port> &ports, std::vector<size_t> &offsets) {
    offsets.clear();
    for (const Port &port : ports)
      offsets.push_back(layout.place(bytesOf(program, port, wanted)));
  };
  place(program.inputs, stagedInputs);
  place(program.outputs, stagedOutputs);
  stagedFaults = layout.place(program.faults.size() * sizeof(uint32_t));
  Expected<HostMemory> made = own<HostMemory>(context, "cuMemHostAlloc", [&](void **pointer) {
    return cuda.cuMemHostAlloc(pointer, std::max<size_t>(layout.bytes(), 1), 0);
  });
  if (made)
    staging = std::move(*made);
  return made.status();
}

// What is launched between begin and end becomes the graph. Relaxed: other threads may allocate
// meanwhile, on streams of their own.
Status CudaState::record(int64_t wanted) {
  QRT_RETURN_IF_ERROR(context.check(cuda.cuStreamBeginCapture_v2(stream.get(), captureRelaxed),
                                    "cuStreamBeginCapture"));
  Status status = recordNodes(wanted);
  Expected<Graph> recorded = own<Graph>(context, "cuStreamEndCapture", [&](GraphHandle *made) {
    return cuda.cuStreamEndCapture(stream.get(), made);
  });
  QRT_RETURN_IF_ERROR(status);
  if (!recorded)
    return recorded.status();
  Expected<GraphExec> ready =
      own<GraphExec>(context, "cuGraphInstantiate", [&](GraphExecHandle *made) {
        return cuda.cuGraphInstantiateWithFlags(made, recorded->get(), 0);
      });
  if (ready)
    graph = std::move(*ready);
  return ready.status();
}

Status CudaState::recordNodes(int64_t wanted) {
  marks.clear();
  if (!program.faults.empty())
    QRT_RETURN_IF_ERROR(context.check(
        cuda.cuMemsetD32Async(faults, 0, program.faults.size(), stream.get()), "cuMemsetD32Async"));
  bool isFirst = true;
  for (size_t i = 0; i < program.nodes.size(); ++i) {
    const Node &node = program.nodes[i];
    Expected<kernels::LaunchSize> size = kernels::sizeOf(node, wanted);
    if (!size)
      return size.status();
    if (size->isEmpty())
      continue; // CUDA refuses an empty grid
    if (profiles())
      QRT_RETURN_IF_ERROR(recordMark(i));
    QRT_RETURN_IF_ERROR(recordNode(node, *size, wanted, isFirst));
    isFirst = false;
  }
  return profiles() ? recordMark(program.nodes.size()) : Status();
}

Status CudaState::recordMark(size_t node) {
  Expected<Event> event = own<Event>(
      context, "cuEventCreate", [&](EventHandle *made) { return cuda.cuEventCreate(made, 0); });
  if (!event)
    return event.status();
  marks.push_back({std::move(*event), node});
  return context.check(
      cuda.cuEventRecordWithFlags(marks.back().event.get(), stream.get(), eventRecordExternal),
      "cuEventRecordWithFlags");
}

Expected<std::vector<uint64_t>> CudaState::argumentsOf(const Node &node, int64_t wanted) const {
  std::vector<uint64_t> values;
  for (const LaunchArgument &argument : launchOf(node, wanted).arguments) {
    if (auto *operand = std::get_if<Operand>(&argument)) {
      values.push_back(operand->space == Operand::Space::Buffer ? buffers[operand->index]
                                                                : loaded.constant(operand->index));
    } else if (auto *extent = std::get_if<Extent>(&argument)) {
      Expected<int32_t> number = kernels::numberOf(node, *extent, wanted);
      if (!number)
        return number.status();
      uint64_t value = 0;
      std::memcpy(&value, &*number, sizeof(*number));
      values.push_back(value);
    } else {
      values.push_back(faults);
    }
  }
  return values;
}

Status CudaState::recordNode(const Node &node, const kernels::LaunchSize &size, int64_t wanted,
                             bool isFirst) {
  const Launch &launch = launchOf(node, wanted);
  Expected<std::vector<uint64_t>> values = argumentsOf(node, wanted);
  if (!values)
    return values.status();
  std::vector<void *> arguments;
  for (uint64_t &value : *values)
    arguments.push_back(&value);
  LaunchAttribute dependent{launchProgrammaticStreamSerialization, 0, {1}};
  LaunchConfig config{{}, {}, launch.localBytes, stream.get(), &dependent, 0};
  for (int d = 0; d < 3; ++d) {
    config.grid[d] = unsigned(size.global[d] / size.local[d]);
    config.block[d] = unsigned(size.local[d]);
  }
  // Beside a kernel only: behind a copy or an event it would wait for that anyway.
  config.attributeCount = launch.dependent && !isFirst && !profiles();
  return kernels::inLayer(
      node, context.check(cuda.cuLaunchKernelEx(&config, loaded.objects[launch.kernel].function,
                                                arguments.data(), nullptr),
                          "cuLaunchKernelEx"));
}

Status CudaState::upload(size_t input, const Tensor &tensor) {
  QRT_CUDA_ENTER(context);
  const auto *data = static_cast<const char *>(tensor.data());
  const DevicePointer to = buffers[program.inputs[input].buffer];
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

Status CudaState::download(size_t output, Tensor &tensor) {
  if (tensor.bytes() == 0)
    return {};
  QRT_CUDA_ENTER(context);
  char *to = staged(stagedOutputs[output]);
  arrivals.push_back({tensor.mutableData(), to, tensor.bytes()});
  return context.check(cuda.cuMemcpyDtoHAsync_v2(to, buffers[program.outputs[output].buffer],
                                                 tensor.bytes(), stream.get()),
                       "cuMemcpyDtoHAsync");
}

Status CudaState::readFaults(std::span<uint32_t> words) {
  QRT_CUDA_ENTER(context);
  char *to = staged(stagedFaults);
  QRT_RETURN_IF_ERROR(
      context.check(cuda.cuMemcpyDtoHAsync_v2(to, faults, words.size_bytes(), stream.get()),
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
