// What each run under way has of its own.
#pragma once

#include "runtime/drivers/cuda/layout.h"
#include "runtime/drivers/cuda/program.h"
#include "runtime/drivers/kernels/launches.h"

namespace qrt::cuda {

/// A stream, memory at the program's planned places, and a graph of all launches at one batch.
/// Tensors pass through pinned memory, so that copies do not hold up the caller's thread.
class CudaState : public kernels::RunState {
public:
  CudaState(const LoadedProgram &loaded, kernels::RunKind kind)
      : RunState(kind), loaded(loaded), context(*loaded.context), cuda(context.cuda),
        program(*loaded.program) {}
  /// The stream.
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
  Status makeMemory(int64_t wanted);
  Status makeStaging(int64_t wanted);
  Status record(int64_t wanted);
  Status recordNodes(int64_t wanted);
  Status recordNode(const Node &node, const kernels::LaunchSize &size, int64_t wanted,
                    bool isFirst);
  Expected<std::vector<uint64_t>> argumentsOf(const Node &node, int64_t wanted) const;
  Status recordMark(size_t node);
  char *staged(size_t offset) const { return static_cast<char *>(staging.get()) + offset; }

  const LoadedProgram &loaded;
  const DeviceContext &context;
  const Api &cuda;
  const Program &program;
  Stream stream;
  Memory memory;                      // the arena, inputs that are kept, the fault store
  std::vector<DevicePointer> buffers; // where each lies
  DevicePointer faults = 0;
  HostMemory staging; // inputs, outputs, the fault store
  std::vector<size_t> stagedInputs, stagedOutputs;
  size_t stagedFaults = 0;
  GraphExec graph;

  /// Copies to the caller's tensors, made once the stream has ended.
  struct Arrival {
    void *to;
    const void *from;
    size_t bytes;
  };
  std::vector<Arrival> arrivals;

  /// Of a state that profiles: what is recorded before `node`, or behind all (no node).
  struct Mark {
    Event event;
    size_t node;
  };
  std::vector<Mark> marks;
};

} // namespace qrt::cuda
