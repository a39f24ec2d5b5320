// The state of a run on a device, and its steps: the part of a driver of kernels that uses its API.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/format/program.h"
#include "runtime/numerics/types/return_if_error.h"

#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace qrt::kernels {

enum class RunKind {
  Plain,
  Profiled, // knows afterwards how long each node took
  Bound,    // keeps its inputs: nothing else lies where they do
  OnDevice, // on tensors of the caller's in the device's memory, queued where the caller says
};

/// A queue, memory, and launches for one batch. Use by one thread at a time.
class RunState {
public:
  explicit RunState(RunKind kind) : ownKind(kind) {}
  virtual ~RunState() = default;

  RunKind kind() const { return ownKind; }
  int64_t preparedFor() const { return batch; }
  /// Prepares memory and launches for batch `wanted`. After a failure, drop the state.
  Status prepare(int64_t wanted) {
    if (batch == wanted)
      return {};
    batch = 0;
    QRT_RETURN_IF_ERROR(setBatch(wanted));
    batch = wanted;
    return {};
  }

  // Queued one after the other; tensors must stay in place until finish().
  virtual Status upload(size_t input, const Tensor &tensor) = 0;
  /// Launches every node, after setting the fault store to zeros.
  virtual Status launch() = 0;
  virtual Status download(size_t output, Tensor &tensor) = 0;

  /// For an OnDevice state: Executable::runOnDevice without the check of the tensors, which came
  /// before, and of faults. A later call, prepare or destruction waits for a run that has not
  /// ended, or is ordered after it.
  virtual Expected<std::shared_ptr<DeviceMoment>>
  launchOn(std::span<const Tensor> inputs, std::span<Tensor> outputs, DeviceStream stream);

  /// Waits for the launches, and reads the fault store.
  virtual Status readFaults(std::span<uint32_t> words) = 0;
  /// Waits for all queued work, even after an error: it may still read the caller's memory.
  virtual Status finish() = 0;
  /// Stores each node's time in seconds; for a Profiled state that has finished.
  virtual Status readTimes(std::span<double> seconds) = 0;

protected:
  virtual Status setBatch(int64_t wanted) = 0;

private:
  RunKind ownKind;
  int64_t batch = 0;
};

/// Idle states: as many as were ever in use at once.
class StatePool {
public:
  /// Returns a state of this kind, preferably one prepared for this batch; null if there is none.
  std::unique_ptr<RunState> take(RunKind kind, int64_t batch);
  void give(std::unique_ptr<RunState> state);

private:
  std::mutex mutex;
  std::vector<std::unique_ptr<RunState>> idle;
};

} // namespace qrt::kernels
