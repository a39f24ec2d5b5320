// What a run has of its own on a device, and how it goes: the part of a driver of kernels that
// speaks its API.
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

/// A queue, memory, and launches set for one batch. One thread at a time.
class RunState {
public:
  explicit RunState(RunKind kind) : ownKind(kind) {}
  virtual ~RunState() = default;

  RunKind kind() const { return ownKind; }
  int64_t preparedFor() const { return batch; }
  /// Sets memory and launches for `wanted`. After a failure, drop the state.
  Status prepare(int64_t wanted) {
    if (batch == wanted)
      return {};
    batch = 0;
    QRT_RETURN_IF_ERROR(setBatch(wanted));
    batch = wanted;
    return {};
  }

  // These are queued one behind the other; tensors stay where they are until finish().
  virtual Status upload(size_t input, const Tensor &tensor) = 0;
  /// Every node, with a fault store of zeros.
  virtual Status launch() = 0;
  virtual Status download(size_t output, Tensor &tensor) = 0;

  /// Of an OnDevice state: Executable::runOnDevice, which has checked the tensors, but for faults.
  /// What it has not ended when it is asked again, prepared or destroyed, it waits for or comes
  /// after.
  virtual Expected<std::shared_ptr<DeviceMoment>>
  launchOn(std::span<const Tensor> inputs, std::span<Tensor> outputs, DeviceStream stream);

  /// Waits for what was launched, and reads the fault store.
  virtual Status readFaults(std::span<uint32_t> words) = 0;
  /// Waits for all that is queued, also after an error: it may still read the caller's memory.
  virtual Status finish() = 0;
  /// Of a Profiled state that has finished, of each node.
  virtual Status readTimes(std::span<double> seconds) = 0;

protected:
  virtual Status setBatch(int64_t wanted) = 0;

private:
  RunKind ownKind;
  int64_t batch = 0;
};

/// States at rest: as many as ever were under way at once.
class StatePool {
public:
  /// One that is set for this batch, else any of its kind; null: there is none.
  std::unique_ptr<RunState> take(RunKind kind, int64_t batch);
  void give(std::unique_ptr<RunState> state);

private:
  std::mutex mutex;
  std::vector<std::unique_ptr<RunState>> idle;
};

} // namespace qrt::kernels
