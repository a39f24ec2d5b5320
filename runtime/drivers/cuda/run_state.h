// The state of one run in progress.
#pragma once

#include "runtime/drivers/cuda/layout.h"
#include "runtime/drivers/cuda/recorder.h"

namespace qrt::cuda {

/// A stream, memory at the program's planned places, and a graph of all launches at one batch.
/// Tensors pass through pinned memory, so that copies do not block the caller's thread.
class CudaState : public kernels::RunState {
public:
  CudaState(const LoadedProgram &loaded, kernels::RunKind kind)
      : RunState(kind), loaded(loaded), context(*loaded.context), cuda(context.cuda),
        program(*loaded.program) {}
  ~CudaState() override { (void)settle(); }
  /// Makes the stream.
  Status make();

  Status upload(size_t input, const Tensor &tensor) override;
  Status launch() override;
  Status download(size_t output, Tensor &tensor) override;
  Expected<std::shared_ptr<DeviceMoment>>
  launchOn(std::span<const Tensor> inputs, std::span<Tensor> outputs, DeviceStream stream) override;
  Status readFaults(std::span<uint32_t> words) override;
  Status finish() override;
  Status readTimes(std::span<double> seconds) override;

protected:
  Status setBatch(int64_t wanted) override;

private:
  bool profiles() const { return kind() == kernels::RunKind::Profiled; }
  bool isOnDevice() const { return kind() == kernels::RunKind::OnDevice; }
  /// Waits for the latest run on a caller's stream.
  Status settle();
  bool isPlaceFor(const PortBuffer &port, const Tensor &tensor) const;
  Status placePorts(std::span<const Tensor> inputs, std::span<Tensor> outputs, StreamHandle on);
  Status copyOnDevice(DevicePointer to, DevicePointer from, size_t bytes, StreamHandle on) const;
  Status makeMemory(int64_t wanted);
  Status makeStaging(int64_t wanted);
  Status record(int64_t wanted);
  char *staged(size_t offset) const { return static_cast<char *>(staging.get()) + offset; }

  const LoadedProgram &loaded;
  const DeviceContext &context;
  const Api &cuda;
  const Program &program;
  Stream stream;
  Memory memory; // the arena, inputs that are kept, the fault store
  Places places;
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

  std::vector<Mark> marks; // of a state that profiles

  // For a state OnDevice: the graph that owns the nodes' handles, the kernels whose arguments point
  // to ports, and the latest run.
  Graph nodes;
  std::vector<PortLaunch> portLaunches;
  std::shared_ptr<DeviceMoment> lastEnd;
  StreamHandle lastOn = nullptr;
};

} // namespace qrt::cuda
