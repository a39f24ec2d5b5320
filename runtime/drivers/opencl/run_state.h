// What a loaded program has once, and what each run under way has of its own.
#pragma once

#include "runtime/drivers/opencl/executable.h"

namespace qrt::opencl {

/// Which buffers share memory: the in-order queue walks the node list, so those
/// whose lifetimes along it are apart. The largest begin slabs of their own;
/// the others go where they fit in time.
///
/// Sub-buffers of the plan's one arena would do too, but NVIDIA's driver
/// crashes when sub-buffers that kernels have used are released.
class Slabs {
public:
  explicit Slabs(const Program &program);
  size_t count() const { return members.size(); }
  uint32_t of(uint32_t buffer) const { return slabOf[buffer]; }
  int64_t bytes(size_t slab, int64_t batch) const;
  int64_t allBytes(int64_t batch) const;

private:
  const Program &program;
  std::vector<uint32_t> slabOf; // per buffer
  std::vector<std::vector<uint32_t>> members;
};

struct LoadedProgram {
  std::shared_ptr<DeviceHandle> device;
  std::shared_ptr<const Program> program;
  std::vector<ProgramObject> objects; // per kernel
  std::vector<Memory> constants;      // null where no kernel reads one
  Slabs slabs{*program};

  Expected<Memory> allocate(size_t bytes, const void *contents = nullptr) const;
  Status uploadConstants();
};

/// A queue, memory, and kernels with their arguments set for one batch.
class RunState {
public:
  /// Kernels of one whose queue `profiles` can be asked when they began and ended.
  static Expected<std::unique_ptr<RunState>> make(const LoadedProgram &loaded, bool profiles);
  /// Sets memory and arguments for `batch`. After a failure, drop the state.
  Status prepare(int64_t batch);

  bool profiles() const { return ownProfiles; }
  int64_t preparedFor() const { return batch; }
  cl_command_queue queue() const { return ownQueue.get(); }
  cl_mem faults() const { return ownFaults.get(); }
  cl_mem buffer(uint32_t index) const { return slabs[loaded.slabs.of(index)].get(); }
  cl_kernel kernel(size_t node) const { return kernels[node].get(); }

private:
  RunState(const LoadedProgram &loaded, bool profiles) : loaded(loaded), ownProfiles(profiles) {}
  Status makeSlabs(int64_t wanted);
  Status makeKernels(int64_t wanted);
  Status setArguments(size_t node, int64_t wanted);

  const LoadedProgram &loaded;
  bool ownProfiles;
  Queue ownQueue;
  Memory ownFaults;
  std::vector<Memory> slabs;
  std::vector<Kernel> kernels; // per node
  int64_t batch = 0;
};

} // namespace qrt::opencl
