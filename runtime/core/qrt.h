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

/// A run in flight. It keeps the loaded program alive, but not the device. Many threads may ask it
/// and wait; only one may move or destroy it. Destroyed early, it drops a run that has not begun
/// and waits for one that has: afterwards nothing touches its tensors.
class PendingRun {
public:
  PendingRun(PendingRun &&) = default;
  PendingRun &operator=(PendingRun &&other) noexcept;
  ~PendingRun();

  bool hasEnded() const { return queue->hasEnded(*run); }
  /// Returns whether the run ended within that time.
  bool waitFor(std::chrono::nanoseconds timeout) const { return queue->waitFor(*run, timeout); }
  /// Waits and returns the run's status; may be called repeatedly.
  Status wait() const;
  /// Waits and returns the outputs in the program's order; they share memory with those of an
  /// earlier call.
  Expected<std::vector<Tensor>> outputs() const;

private:
  friend class Model;
  PendingRun(std::shared_ptr<RunQueue> queue, std::shared_ptr<QueuedRun> run)
      : queue(std::move(queue)), run(std::move(run)) {}
  std::shared_ptr<RunQueue> queue;
  std::shared_ptr<QueuedRun> run; // null: moved from
};

/// Returns the program with new values of some weights, found by name through `places`.
/// Model::refit by values continues with it and has the same errors.
Expected<std::shared_ptr<const Program>> withWeights(const Program &program,
                                                     std::span<const WeightPlace> places,
                                                     std::span<const NamedTensor> values);

class Model {
public:
  /// Loads a program. `weights` are its file's (ArtifactEntry::weights) and allow refitting by
  /// name.
  static Expected<Model> load(Device &device, std::shared_ptr<const Program> program,
                              const LoadOptions &options, std::vector<WeightPlace> weights = {});

  /// The reference is valid until the model is refitted; a caller that runs beside a refit holds
  /// ready().
  const Program &program() const { return *current->ready.program; }
  Executable &executable() { return *current->ready.executable; }
  /// Returns the program and executable that a run beginning now uses.
  RunnableProgram ready() const;
  /// Returns the network's weights, in its order; none if the program was not loaded from a file.
  std::vector<WeightPlace> weights() const;

  /// Continues with `program`, the same network compiled with other weights (checkSamePlan), on the
  /// device that the model was loaded on. Runs that begin afterwards have the new weights, those in
  /// flight keep the old ones, and no run has some of each; both are in memory until those have
  /// ended. Several refits at once take turns. After an error nothing has changed.
  /// `options.weights` of the load avoids packing unchanged weights again.
  Status refit(Device &device, std::shared_ptr<const Program> program,
               std::vector<WeightPlace> weights, const LoadOptions &options = {});
  /// The same with new values of some weights, by name, of the types and shapes of weights(); they
  /// are copied. Names that share a constant must be given together, with equal values. An error
  /// names the weight and its layer.
  Status refit(Device &device, std::span<const NamedTensor> values,
               const LoadOptions &options = {});

  /// Returns the batch that the inputs' shapes imply; an error names the input.
  Expected<int64_t> batchOf(std::span<const Tensor> inputs) const;
  /// Runs on tensors in the order of the program's inputs and returns the outputs in its order, in
  /// memory from `memory`.
  Expected<std::vector<Tensor>> run(std::span<const Tensor> inputs,
                                    const OutputMemory &memory = newMemory);
  /// The same with inputs by name, each given exactly once.
  Expected<std::vector<NamedTensor>> run(const std::vector<NamedTensor> &inputs);

  /// Queues a run on tensors of the ports' types and shapes at `batch` that lie in the device's own
  /// memory, whose `data` are addresses there (Tensor::view), on the caller's `stream`; the caller
  /// keeps them until the end. Inputs are read and outputs written in place;
  /// Executable::runOnDevice states the requirements and the order. Unsupported on devices whose
  /// memory has no addresses (OpenCL's), and if a port's buffer has its dimensions in another
  /// order.
  Expected<std::shared_ptr<DeviceMoment>> runOnDevice(int64_t batch, std::span<const Tensor> inputs,
                                                      std::span<Tensor> outputs,
                                                      DeviceStream stream);

  /// Begins a run, or queues it behind RunQueue::mostInFlight - 1 others at most, and returns
  /// before it ends; its results have the same bits as run's. Inputs that run would refuse are
  /// refused here. The host executes one run at a time, on all of the device's threads; other
  /// devices execute two, each on a queue or stream of its own, so that copies of one overlap
  /// kernels of the other: memory for two runs. Input tensors are held until the run ends; the
  /// caller keeps the bytes of views unchanged until then. Outputs are allocated.
  Expected<PendingRun> submit(std::span<const Tensor> inputs);
  /// The same into the caller's tensors of the ports' sizes at `batch`, which no one else reads or
  /// writes until the run ends. Tensors that do not fit are reported as the run's error.
  Expected<PendingRun> submit(int64_t batch, std::span<const Tensor> inputs,
                              std::span<const Tensor> outputs);

private:
  /// The program that new runs use, and the locks under which it is exchanged.
  struct Current {
    mutable std::mutex mutex; // of the two that follow
    RunnableProgram ready;
    std::shared_ptr<const std::vector<WeightPlace>> weights;
    std::mutex refits; // one at a time
  };
  Model(RunnableProgram ready, std::vector<WeightPlace> weights, unsigned runsAtOnce);
  /// Loads `program` in place of the current one; the caller holds Current::refits.
  Status exchange(Device &device, std::shared_ptr<const Program> program,
                  std::shared_ptr<const std::vector<WeightPlace>> weights,
                  const LoadOptions &options);

  std::shared_ptr<Current> current;
  std::shared_ptr<RunQueue> queue;
};

} // namespace qrt
