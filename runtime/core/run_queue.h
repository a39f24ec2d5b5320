// Runs that are in flight: submitted, and waited for later. Workers of the model's own run them.
#pragma once

#include "runtime/core/driver.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace qrt {

/// A program as it is loaded. Who runs it holds it: a model that is refitted meanwhile goes on with
/// another one.
struct RunnableProgram {
  std::shared_ptr<const Program> program;
  std::shared_ptr<Executable> executable;
};

/// One run: what runs, tensors of the ports' sizes at `batch`, and what became of it.
struct QueuedRun {
  enum class Stage { Waiting, Running, Ended };
  RunnableProgram on;
  int64_t batch = 1;
  std::vector<Tensor> inputs, outputs;
  Stage stage = Stage::Waiting; // this and `status` are guarded by the queue's mutex
  Status status;
};

/// Of one model. Runs begin in the order in which they were submitted; `atOnce` of them
/// go on beside each other and may end in any order. Each is one Executable::run, so its bits are
/// that run's. Workers start when they are first needed, and sleep where there is nothing to do.
class RunQueue {
public:
  /// Runs that are submitted and have not ended: one more is refused, so that who submits faster
  /// than a device runs hears of it.
  static constexpr size_t mostInFlight = 256;

  explicit RunQueue(unsigned atOnce) : atOnce(atOnce) {}
  /// No run is in flight: who holds one holds the queue.
  ~RunQueue();
  RunQueue(const RunQueue &) = delete;

  Status submit(std::shared_ptr<QueuedRun> run);
  bool hasEnded(const QueuedRun &run) const;
  /// Whether it ended within that time; not above 0 does not wait.
  bool waitFor(const QueuedRun &run, std::chrono::nanoseconds timeout) const;
  /// Waits until it ends.
  void wait(const QueuedRun &run) const;
  /// Takes it out where it has not begun, else waits until it ends: nothing touches its tensors
  /// any more.
  void drop(const std::shared_ptr<QueuedRun> &run);

private:
  Status startWorker();
  void work();
  static Status execute(QueuedRun &run);

  const unsigned atOnce;
  mutable std::mutex mutex;
  mutable std::condition_variable ended;
  std::condition_variable arrived;
  std::deque<std::shared_ptr<QueuedRun>> waiting;
  size_t running = 0;
  bool closes = false;
  std::vector<std::thread> workers;
};

} // namespace qrt
