// libqrt's face: open a device, load a program, run it with named tensors.
//
//   auto device = qrt::openDevice("opencl");
//   auto model = qrt::Model::load(**device, program, {});
//   auto outputs = model->run({{"input", tensor}});
//
//   auto pending = model->submit({tensor});      // goes on meanwhile
//   auto later = pending->outputs();             // waits
//
// Status values, no exceptions. Many threads may run one model.
#pragma once

#include "runtime/core/check_tensors.h"
#include "runtime/core/driver.h"
#include "runtime/core/run_queue.h"

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

class Model {
public:
  static Expected<Model> load(Device &device, std::shared_ptr<const Program> program,
                              const LoadOptions &options);

  const Program &program() const { return *compiled; }
  Executable &executable() { return *loaded; }
  /// The batch that an input of this shape means; an error names the input.
  Expected<int64_t> batchOf(std::span<const Tensor> inputs) const;
  /// Tensors in the order of the program's inputs; outputs in its order.
  Expected<std::vector<Tensor>> run(std::span<const Tensor> inputs);
  /// Inputs by name, each exactly once.
  Expected<std::vector<NamedTensor>> run(const std::vector<NamedTensor> &inputs);

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
  Model(std::shared_ptr<const Program> program, std::shared_ptr<Executable> executable,
        unsigned runsAtOnce)
      : compiled(std::move(program)), loaded(std::move(executable)),
        queue(std::make_shared<RunQueue>(compiled, loaded, runsAtOnce)) {}
  Expected<std::vector<Tensor>> allocateOutputs(int64_t batch) const;
  /// The outputs of a run of `inputs`, whose batch the device takes; `batch` becomes it.
  Expected<std::vector<Tensor>> outputsOf(std::span<const Tensor> inputs, int64_t &batch) const;

  std::shared_ptr<const Program> compiled;
  std::shared_ptr<Executable> loaded;
  std::shared_ptr<RunQueue> queue;
};

} // namespace qrt
