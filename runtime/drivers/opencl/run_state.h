// The state of a loaded program, and the state of each run in progress.
#pragma once

#include "runtime/drivers/kernels/branches.h"
#include "runtime/drivers/kernels/executable.h"
#include "runtime/drivers/kernels/launches.h"
#include "runtime/drivers/opencl/executable.h"
#include "runtime/drivers/opencl/libraries/library.h"
#include "runtime/drivers/opencl/slabs.h"

namespace qrt::opencl {

class LoadedProgram : public kernels::LoadedKernels {
public:
  LoadedProgram(std::shared_ptr<DeviceHandle> device, std::shared_ptr<const Program> program,
                std::vector<SharedProgram> objects)
      : LoadedKernels(std::move(program)), device(std::move(device)), objects(std::move(objects)) {}

  Expected<std::unique_ptr<kernels::RunState>> makeState(kernels::RunKind kind) override;
  int64_t activationBytes(int64_t batch) const override { return slabs.allBytes(batch); }

  Expected<Memory> allocate(size_t bytes, const void *contents = nullptr) const;
  Status uploadConstants();
  /// Makes libraries compile the functions that the program calls, which may take seconds.
  Status prepareLibraries() const;
  const Slabs &slabsOf(kernels::RunKind kind) const {
    return kind == kernels::RunKind::Bound ? boundSlabs : slabs;
  }

  const std::shared_ptr<DeviceHandle> device;
  const std::vector<SharedProgram> objects; // per kernel
  std::vector<Memory> constants;            // null where no kernel reads one

private:
  Slabs slabs{*program, false, device->description.queues};
  Slabs boundSlabs{*program, true, device->description.queues};
};

/// Queues, memory, and kernels with their arguments set for one batch.
class OpenClState : public kernels::RunState {
public:
  OpenClState(const LoadedProgram &loaded, kernels::RunKind kind)
      : RunState(kind), loaded(loaded), cl(*loaded.device->cl), plan(loaded.slabsOf(kind)) {}
  /// Makes the first queue and the fault store.
  Status make();

  Status upload(size_t input, const Tensor &tensor) override;
  Status launch() override;
  Status download(size_t output, Tensor &tensor) override;
  Status readFaults(std::span<uint32_t> words) override;
  Status finish() override;
  Status readTimes(std::span<double> seconds) override;

protected:
  Status setBatch(int64_t wanted) override;

private:
  bool profiles() const { return kind() == kernels::RunKind::Profiled; }
  cl_mem buffer(uint32_t index) const { return slabs[plan.of(index)].get(); }
  Status makeSlabs(int64_t wanted);
  Status makeKernels(int64_t wanted);
  Status setArguments(size_t node, int64_t wanted);
  cl_mem memoryOf(const Operand &operand) const;
  ReadyCall readyCall(const LibraryCall &call, int64_t wanted) const;
  Status makeQueues(size_t count);
  Status launchStep(const kernels::QueuedNode &step);
  Status callLibrary(const kernels::QueuedNode &step, const std::vector<cl_event> &waits,
                     cl_event *event);
  Status begin();
  Status end();
  Status flush();
  Status clearFaults();
  cl_command_queue first() const { return queues.front().get(); }
  std::vector<cl_event> eventsOf(const std::vector<uint32_t> &nodes) const;
  /// Like check, for calls that first use a buffer: OpenCL reports a lack of memory only then.
  Status checkUse(cl_int code, const char *call) const;

  const LoadedProgram &loaded;
  const Api &cl;
  const Slabs &plan;
  std::vector<Queue> queues; // each in order; the first begins and ends a run
  Memory faults;
  std::vector<uint32_t> zeros;
  std::vector<Memory> slabs;
  std::vector<Kernel> objects;            // per node; null where a library's call is all
  std::vector<kernels::LaunchSize> sizes; // per node
  kernels::QueuePlan branches;
  std::vector<std::optional<ReadyCall>> calls; // per node
  std::vector<Event> events;                   // per node that a queue waits for, or that is timed
  std::vector<Event> begins;                   // of timed calls: what stands before them has ended
  Event begun;                                 // what the other queues wait for first
};

} // namespace qrt::opencl
