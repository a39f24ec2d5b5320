// libqrt's face: open a device, load a program, run it with named tensors.
//
//   auto device = qrt::openDevice("opencl");
//   auto model = qrt::Model::load(**device, program, {});
//   auto outputs = model->run({{"input", tensor}});
//
//   auto pending = model->submit({tensor});      // goes on meanwhile
//   auto later = pending->outputs();             // waits
//
//   model->refit(**device, otherWeights);        // runs from here on have them
//
// Status values, no exceptions. Many threads may run one model, and one may refit it meanwhile.
#pragma once

#include "runtime/core/check_tensors.h"
#include "runtime/core/driver.h"
#include "runtime/core/ports.h"
#include "runtime/core/run_queue.h"
#include "runtime/format/weight_place.h"

namespace qrt {

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

/// A run in flight. It keeps what was loaded alive, not the device. Many threads may ask it and
/// wait; moving and destroying it is for one. Destroyed early, it drops a run that has not begun
/// and waits for one that has: afterwards nothing touches its tensors.
class PendingRun {
public:
  PendingRun(PendingRun &&) = default;
  PendingRun &operator=(PendingRun &&other) noexcept;
  ~PendingRun();

  bool hasEnded() const { return queue->hasEnded(*run); }
  /// Whether it ended within that time.
  bool waitFor(std::chrono::nanoseconds timeout) const { return queue->waitFor(*run, timeout); }
  /// Waits, and says what became of it, as often as it is asked.
  Status wait() const;
  /// Waits; outputs in the program's order, which share memory with those of an earlier call.
  Expected<std::vector<Tensor>> outputs() const;

private:
  friend class Model;
  PendingRun(std::shared_ptr<RunQueue> queue, std::shared_ptr<QueuedRun> run)
      : queue(std::move(queue)), run(std::move(run)) {}
  std::shared_ptr<RunQueue> queue;
  std::shared_ptr<QueuedRun> run; // null: moved from
};

/// The program with new values of some weights, by name, as `places` say where they lie: what
/// Model::refit of values goes on with, and the same errors.
Expected<std::shared_ptr<const Program>> withWeights(const Program &program,
                                                     std::span<const WeightPlace> places,
                                                     std::span<const NamedTensor> values);

class Model {
public:
  /// `weights`: what its file says of them (ArtifactEntry::weights), for refit by name.
  static Expected<Model> load(Device &device, std::shared_ptr<const Program> program,
                              const LoadOptions &options, std::vector<WeightPlace> weights = {});

  /// Good until it is refitted: who may run beside that holds ready().
  const Program &program() const { return *current->ready.program; }
  Executable &executable() { return *current->ready.executable; }
  /// What a run that begins now runs on.
  RunnableProgram ready() const;
  /// The network's weights, in its order; of a program that no file told of, none.
  std::vector<WeightPlace> weights() const;

  /// Goes on with `program`, the same network compiled with other weights (checkSamePlan), on the
  /// device that it was loaded on. Runs that begin afterwards have the new weights, those in flight
  /// keep the old ones, and no run has some of each; both are in memory until those have ended. Of
  /// several refits at once one comes after the other. After an error all is as it was.
  /// `options.weights` of the load spares packing again what is as it was.
  Status refit(Device &device, std::shared_ptr<const Program> program,
               std::vector<WeightPlace> weights, const LoadOptions &options = {});
  /// The same with new values of some weights, by name, of the types and shapes of weights(): they
  /// are copied. Names whose constants are one are given together, and alike. An error names the
  /// weight and its layer.
  Status refit(Device &device, std::span<const NamedTensor> values,
               const LoadOptions &options = {});

  /// The batch that an input of this shape means; an error names the input.
  Expected<int64_t> batchOf(std::span<const Tensor> inputs) const;
  /// Takes tensors in the order of the program's inputs, and returns outputs in its order, which
  /// lie where `memory` says.
  Expected<std::vector<Tensor>> run(std::span<const Tensor> inputs,
                                    const OutputMemory &memory = newMemory);
  /// Inputs by name, each exactly once.
  Expected<std::vector<NamedTensor>> run(const std::vector<NamedTensor> &inputs);

  /// Queues a run on tensors of the ports' types and shapes at `batch` that lie in the device's own
  /// memory, whose `data` are addresses there (Tensor::view), on the caller's `stream`; the caller
  /// keeps them until the end. Inputs are read and outputs written where they lie: what that asks,
  /// and how it is ordered, Executable::runOnDevice says. Unsupported on devices whose memory has
  /// no addresses (OpenCL's), and where a port's buffer has its dimensions in another order.
  Expected<std::shared_ptr<DeviceMoment>> runOnDevice(int64_t batch, std::span<const Tensor> inputs,
                                                      std::span<Tensor> outputs,
                                                      DeviceStream stream);

  /// Begins a run, or queues it behind RunQueue::mostInFlight - 1 others at most, and comes back
  /// before it ends; its bits are run's. What run would refuse is refused here. On the host one run
  /// at a time goes on, by all of the device's threads; on others two do, each on a queue or stream
  /// of its own, so that copies of one go beside kernels of the other: memory for two runs.
  /// Input tensors are held until the run ends; of views, the caller keeps the bytes as they are
  /// until then. Outputs are allocated.
  Expected<PendingRun> submit(std::span<const Tensor> inputs);
  /// The same into the caller's tensors of the ports' sizes at `batch`, which nobody reads or
  /// writes until the run ends. Tensors that do not fit are the run's error.
  Expected<PendingRun> submit(int64_t batch, std::span<const Tensor> inputs,
                              std::span<const Tensor> outputs);

private:
  /// What runs begin on, and who may exchange it.
  struct Current {
    mutable std::mutex mutex; // of the two that follow
    RunnableProgram ready;
    std::shared_ptr<const std::vector<WeightPlace>> weights;
    std::mutex refits; // one at a time
  };
  Model(RunnableProgram ready, std::vector<WeightPlace> weights, unsigned runsAtOnce);
  /// Loads `program` in place of what runs now; under Current::refits.
  Status exchange(Device &device, std::shared_ptr<const Program> program,
                  std::shared_ptr<const std::vector<WeightPlace>> weights,
                  const LoadOptions &options);

  std::shared_ptr<Current> current;
  std::shared_ptr<RunQueue> queue;
};

} // namespace qrt
