// Records a program's launches at one batch as a CUDA graph.
#pragma once

#include "runtime/drivers/cuda/program.h"
#include "runtime/drivers/kernels/branches.h"
#include "runtime/drivers/kernels/launches.h"

namespace qrt::cuda {

/// The addresses of a run's buffers and of its fault store.
struct Places {
  std::vector<DevicePointer> buffers;
  DevicePointer faults = 0;
};

/// A recorded graph and its executable form.
struct Recording {
  Graph graph; // its nodes name those of `ready` for as long as it lives
  GraphExec ready;
};

/// A kernel node of a graph with arguments that point to ports, kept so that they can be updated.
struct PortLaunch {
  GraphNodeHandle node = nullptr;
  KernelNodeParams params = {};    // without arguments
  std::vector<uint64_t> arguments; // as they are now
  struct Place {
    size_t argument;
    uint32_t buffer;
  };
  std::vector<Place> places; // of ports among them
};

/// An event that is recorded before `node` begins, or after the last node (no node).
struct Mark {
  Event event;
  size_t node;
};

class Recorder {
public:
  /// Prepares to record from `stream`, which must be idle.
  Recorder(const LoadedProgram &loaded, const Places &places, StreamHandle stream, int64_t batch)
      : loaded(loaded), context(*loaded.context), cuda(context.cuda), program(*loaded.program),
        places(places), stream(stream), batch(batch) {}

  /// Records nodes that the program does not order side by side, on as many streams as the device
  /// description has queues. `ports` receives the launches that read or write ports; if null, ports
  /// stay where they are.
  Expected<Recording> branched(std::vector<PortLaunch> *ports = nullptr) const;
  /// Records the nodes one after the other, with marks between them.
  Expected<Recording> marked(std::vector<Mark> &marks) const;

private:
  /// The streams of a recording; the first is the caller's. `ended` has an event for each node that
  /// another stream waits for.
  struct Streams {
    std::vector<Stream> own;
    std::vector<StreamHandle> all;
    Event begin;
    std::vector<Event> ended;
  };

  template <typename Record> Expected<Recording> recorded(Record record) const;
  Expected<kernels::QueuePlan> plan(unsigned queues) const;
  Status openStreams(const kernels::QueuePlan &plan, Streams &streams) const;
  Status recordBranches(const kernels::QueuePlan &plan, Streams &streams,
                        std::vector<PortLaunch> *ports) const;
  Status recordStep(const kernels::QueuedNode &step, Streams &streams,
                    std::vector<PortLaunch> *ports) const;
  Status recordMarked(const kernels::QueuePlan &plan, std::vector<Mark> &marks) const;
  Status clearFaults() const;
  Status launch(const Node &node, StreamHandle on, bool beginsEarly,
                std::vector<PortLaunch> *ports = nullptr) const;
  bool isPort(uint32_t buffer) const;
  Status notePorts(const Launch &launch, const LaunchConfig &config,
                   const std::vector<uint64_t> &values, std::vector<PortLaunch> &ports) const;
  Expected<std::vector<uint64_t>> argumentsOf(const Node &node) const;
  Expected<Event> makeEvent(unsigned flags) const;
  Status recordEvent(const Event &event, StreamHandle on, unsigned flags) const;
  Status waitFor(const Event &event, StreamHandle on) const;

  const LoadedProgram &loaded;
  const DeviceContext &context;
  const Api &cuda;
  const Program &program;
  const Places &places;
  const StreamHandle stream;
  const int64_t batch;
};

} // namespace qrt::cuda
