// Runs in flight: submitted now and waited for later. The model's own worker threads execute them.
#pragma once

#include "runtime/core/driver.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace qrt {

/// A loaded program. A run holds it, so that the model may be refitted with another one meanwhile.
struct RunnableProgram {
  std::shared_ptr<const Program> program;
  std::shared_ptr<Executable> executable;
};

/// One run: its program, tensors of the ports' sizes at `batch`, and its status.
struct QueuedRun {
  enum class Stage { Waiting, Running, Ended };
  RunnableProgram on;
  int64_t batch = 1;
  std::vector<Tensor> inputs, outputs;
  Stage stage = Stage::Waiting; // this and `status` are guarded by the queue's mutex
  Status status;
};

/// The queue of one model. Runs begin in the order in which they were submitted; `atOnce` of them
/// execute side by side and may end in any order. Each is one Executable::run and has its bits.
/// Workers start when they are first needed and sleep when there is nothing to do.
class RunQueue {
public:
  /// The limit on runs that have not ended: one more is refused, so that a caller that submits
  /// faster than the device runs learns of it.
  static constexpr size_t mostInFlight = 256;

  explicit RunQueue(unsigned atOnce) : atOnce(atOnce) {}
  /// No run is in flight, since whoever holds a run holds the queue.
  ~RunQueue();
  RunQueue(const RunQueue &) = delete;

  Status submit(std::shared_ptr<QueuedRun> run);
  bool hasEnded(const QueuedRun &run) const;
  /// Returns whether the run ended within that time; does not wait if the time is 0 or less.
  bool waitFor(const QueuedRun &run, std::chrono::nanoseconds timeout) const;
  /// Waits until it ends.
  void wait(const QueuedRun &run) const;
  /// Removes a run that has not begun, else waits until it ends: nothing touches its tensors
  /// afterwards.
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
