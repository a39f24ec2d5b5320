#include "runtime/drivers/cuda/recorder.h"

#include <algorithm>
#include <cstring>

namespace qrt::cuda {

// Records the launches between begin and end as a graph. The capture is relaxed, so that other
// threads may allocate meanwhile on streams of their own.
template <typename Record> Expected<Recording> Recorder::recorded(Record record) const {
  if (Status status = context.check(cuda.cuStreamBeginCapture_v2(stream, captureRelaxed),
                                    "cuStreamBeginCapture");
      !status.ok())
    return status;
  Status status = record();
  Expected<Graph> graph = own<Graph>(context, "cuStreamEndCapture", [&](GraphHandle *made) {
    return cuda.cuStreamEndCapture(stream, made);
  });
  if (!status.ok())
    return status;
  if (!graph)
    return graph.status();
  auto ready = own<GraphExec>(context, "cuGraphInstantiate", [&](GraphExecHandle *made) {
    return cuda.cuGraphInstantiateWithFlags(made, graph->get(), 0);
  });
  if (!ready)
    return ready.status();
  return Recording{std::move(*graph), std::move(*ready)};
}

Expected<Recording> Recorder::branched(std::vector<PortLaunch> *ports) const {
  Expected<kernels::QueuePlan> branches = plan(context.description.queues);
  if (!branches)
    return branches.status();
  Streams streams;
  if (Status status = openStreams(*branches, streams); !status.ok())
    return status;
  return recorded([&] { return recordBranches(*branches, streams, ports); });
}

Expected<Recording> Recorder::marked(std::vector<Mark> &marks) const {
  Expected<kernels::QueuePlan> line = plan(1);
  if (!line)
    return line.status();
  return recorded([&] { return recordMarked(*line, marks); });
}

Expected<kernels::QueuePlan> Recorder::plan(unsigned queues) const {
  std::vector<bool> runs;
  for (const Node &node : program.nodes) {
    Expected<kernels::LaunchSize> size = kernels::sizeOf(node, batch);
    if (!size)
      return size.status();
    runs.push_back(!size->isEmpty()); // CUDA refuses an empty grid
  }
  return kernels::planQueues(program, runs, {queues});
}

Status Recorder::openStreams(const kernels::QueuePlan &plan, Streams &streams) const {
  streams.all = {stream};
  while (streams.all.size() < plan.queues) {
    Expected<Stream> made = own<Stream>(context, "cuStreamCreate", [&](StreamHandle *handle) {
      return cuda.cuStreamCreate(handle, streamNonBlocking);
    });
    if (!made)
      return made.status();
    streams.all.push_back(made->get());
    streams.own.push_back(std::move(*made));
  }
  streams.ended.resize(program.nodes.size());
  if (plan.queues == 1)
    return {};
  Expected<Event> begin = makeEvent(eventDisableTiming);
  if (begin)
    streams.begin = std::move(*begin);
  return begin.status();
}

Status Recorder::recordBranches(const kernels::QueuePlan &plan, Streams &streams,
                                std::vector<PortLaunch> *ports) const {
  QRT_RETURN_IF_ERROR(clearFaults());
  if (streams.begin)
    QRT_RETURN_IF_ERROR(recordEvent(streams.begin, stream, eventRecordDefault));
  for (const kernels::QueuedNode &step : plan.steps)
    QRT_RETURN_IF_ERROR(recordStep(step, streams, ports));
  for (uint32_t node : plan.ends) // else the recording does not end
    QRT_RETURN_IF_ERROR(waitFor(streams.ended[node], stream));
  return {};
}

Status Recorder::recordStep(const kernels::QueuedNode &step, Streams &streams,
                            std::vector<PortLaunch> *ports) const {
  const StreamHandle on = streams.all[step.queue];
  if (step.waitsForBegin())
    QRT_RETURN_IF_ERROR(waitFor(streams.begin, on));
  for (uint32_t node : step.waits)
    QRT_RETURN_IF_ERROR(waitFor(streams.ended[node], on));
  QRT_RETURN_IF_ERROR(launch(program.nodes[step.node], on, step.follows, ports));
  if (!step.isAwaited)
    return {};
  Expected<Event> ended = makeEvent(eventDisableTiming);
  if (!ended)
    return ended.status();
  streams.ended[step.node] = std::move(*ended);
  return recordEvent(streams.ended[step.node], on, eventRecordDefault);
}

Status Recorder::recordMarked(const kernels::QueuePlan &plan, std::vector<Mark> &marks) const {
  auto mark = [&](size_t node) {
    Expected<Event> event = makeEvent(0);
    if (!event)
      return event.status();
    marks.push_back({std::move(*event), node});
    return recordEvent(marks.back().event, stream, eventRecordExternal);
  };
  QRT_RETURN_IF_ERROR(clearFaults());
  for (const kernels::QueuedNode &step : plan.steps) {
    QRT_RETURN_IF_ERROR(mark(step.node));
    QRT_RETURN_IF_ERROR(launch(program.nodes[step.node], stream, false));
  }
  return mark(program.nodes.size());
}

Status Recorder::clearFaults() const {
  if (program.faults.empty())
    return {};
  return context.check(cuda.cuMemsetD32Async(places.faults, 0, program.faults.size(), stream),
                       "cuMemsetD32Async");
}

Expected<std::vector<uint64_t>> Recorder::argumentsOf(const Node &node) const {
  std::vector<uint64_t> values;
  for (const LaunchArgument &argument : launchOf(node, batch).arguments) {
    if (auto *operand = std::get_if<Operand>(&argument)) {
      values.push_back(operand->space == Operand::Space::Buffer ? places.buffers[operand->index]
                                                                : loaded.constant(operand->index));
    } else if (auto *extent = std::get_if<Extent>(&argument)) {
      Expected<int32_t> number = kernels::numberOf(node, *extent, batch);
      if (!number)
        return number.status();
      uint64_t value = 0;
      std::memcpy(&value, &*number, sizeof(*number));
      values.push_back(value);
    } else {
      values.push_back(places.faults);
    }
  }
  return values;
}

// A launch may begin early beside one kernel: behind a copy, an event or several kernels it would
// wait for them anyway.
Status Recorder::launch(const Node &node, StreamHandle on, bool beginsEarly,
                        std::vector<PortLaunch> *ports) const {
  const Launch &launch = launchOf(node, batch);
  Expected<kernels::LaunchSize> size = kernels::sizeOf(node, batch);
  if (!size)
    return size.status();
  Expected<std::vector<uint64_t>> values = argumentsOf(node);
  if (!values)
    return values.status();
  std::vector<void *> arguments;
  for (uint64_t &value : *values)
    arguments.push_back(&value);
  LaunchAttribute dependent{launchProgrammaticStreamSerialization, 0, {1}};
  LaunchConfig config{{}, {}, launch.localBytes, on, &dependent, launch.dependent && beginsEarly};
  for (int d = 0; d < 3; ++d) {
    config.grid[d] = unsigned(size->global[d] / size->local[d]);
    config.block[d] = unsigned(size->local[d]);
  }
  QRT_RETURN_IF_ERROR(kernels::inLayer(
      node, context.check(cuda.cuLaunchKernelEx(&config, loaded.objects[launch.kernel]->function,
                                                arguments.data(), nullptr),
                          "cuLaunchKernelEx")));
  return ports ? notePorts(launch, config, *values, *ports) : Status();
}

bool Recorder::isPort(uint32_t buffer) const {
  auto isOf = [&](const PortBuffer &port) { return port.buffer == buffer; };
  return std::ranges::any_of(program.inputs, isOf) || std::ranges::any_of(program.outputs, isOf);
}

Status Recorder::notePorts(const Launch &launch, const LaunchConfig &config,
                           const std::vector<uint64_t> &values,
                           std::vector<PortLaunch> &ports) const {
  PortLaunch noted;
  for (size_t i = 0; i < launch.arguments.size(); ++i)
    if (auto *operand = std::get_if<Operand>(&launch.arguments[i]))
      if (operand->space == Operand::Space::Buffer && isPort(operand->index))
        noted.places.push_back({i, operand->index});
  if (noted.places.empty())
    return {};
  int state = 0;
  uint64_t id = 0;
  GraphHandle graph = nullptr;
  const GraphNodeHandle *last = nullptr; // what the stream's next launch would come after
  size_t count = 0;
  QRT_RETURN_IF_ERROR(context.check(
      cuda.cuStreamGetCaptureInfo_v2(config.stream, &state, &id, &graph, &last, &count),
      "cuStreamGetCaptureInfo"));
  if (count != 1)
    return {StatusCode::DeviceError, "CUDA does not say which node a launch became"};
  noted.node = last[0];
  noted.params.function = loaded.objects[launch.kernel]->function;
  std::ranges::copy(config.grid, noted.params.grid);
  std::ranges::copy(config.block, noted.params.block);
  noted.params.sharedBytes = config.sharedBytes;
  noted.arguments = values;
  ports.push_back(std::move(noted));
  return {};
}

Expected<Event> Recorder::makeEvent(unsigned flags) const {
  return own<Event>(context, "cuEventCreate",
                    [&](EventHandle *made) { return cuda.cuEventCreate(made, flags); });
}

Status Recorder::recordEvent(const Event &event, StreamHandle on, unsigned flags) const {
  return context.check(cuda.cuEventRecordWithFlags(event.get(), on, flags),
                       "cuEventRecordWithFlags");
}

Status Recorder::waitFor(const Event &event, StreamHandle on) const {
  return context.check(cuda.cuStreamWaitEvent(on, event.get(), 0), "cuStreamWaitEvent");
}

} // namespace qrt::cuda
