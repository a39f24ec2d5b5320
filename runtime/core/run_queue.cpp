#include "runtime/core/run_queue.h"

#include "runtime/core/out_of_memory.h"
#include "runtime/core/ports.h"

#include <algorithm>
#include <csignal>
#include <exception>
#include <system_error>

namespace qrt {

RunQueue::~RunQueue() {
  {
    std::lock_guard lock(mutex);
    closes = true;
  }
  arrived.notify_all();
  for (std::thread &worker : workers)
    worker.join();
}

namespace {
// Signals are for the program's own threads: a worker is born with all of them blocked.
class BlockedSignals {
public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;

private:
  sigset_t before;
};
} // namespace

Status RunQueue::startWorker() {
  const BlockedSignals blocked;
  try {
    workers.emplace_back([this] { work(); });
  } catch (const std::system_error &error) {
    if (workers.empty()) // else those that there are do it
      return {StatusCode::DeviceError,
              std::string("no thread can be started for runs in flight: ") + error.what()};
  }
  return {};
}

Status RunQueue::submit(std::shared_ptr<QueuedRun> run) {
  std::lock_guard lock(mutex);
  if (waiting.size() + running >= mostInFlight)
    return {StatusCode::DeviceError, std::to_string(mostInFlight) +
                                         " runs of this model are in flight: wait for one of them"};
  if (workers.size() < std::min<size_t>(atOnce, waiting.size() + running + 1))
    if (Status status = startWorker(); !status.ok())
      return status;
  waiting.push_back(std::move(run));
  arrived.notify_one();
  return {};
}

bool RunQueue::hasEnded(const QueuedRun &run) const {
  std::lock_guard lock(mutex);
  return run.stage == QueuedRun::Stage::Ended;
}

bool RunQueue::waitFor(const QueuedRun &run, std::chrono::nanoseconds timeout) const {
  constexpr std::chrono::nanoseconds longest = std::chrono::hours(24 * 365); // sums stay in range
  std::unique_lock lock(mutex);
  return ended.wait_for(lock, std::clamp(timeout, std::chrono::nanoseconds(0), longest),
                        [&] { return run.stage == QueuedRun::Stage::Ended; });
}

void RunQueue::wait(const QueuedRun &run) const {
  std::unique_lock lock(mutex);
  ended.wait(lock, [&] { return run.stage == QueuedRun::Stage::Ended; });
}

void RunQueue::drop(const std::shared_ptr<QueuedRun> &run) {
  std::unique_lock lock(mutex);
  if (run->stage == QueuedRun::Stage::Waiting) {
    waiting.erase(std::find(waiting.begin(), waiting.end(), run));
    run->stage = QueuedRun::Stage::Ended;
    run->status = {StatusCode::DeviceError, "the run was dropped before it began"};
    run->on = {};
    ended.notify_all();
  }
  ended.wait(lock, [&] { return run->stage == QueuedRun::Stage::Ended; });
}

void RunQueue::work() {
  std::unique_lock lock(mutex);
  for (;;) {
    arrived.wait(lock, [&] { return closes || !waiting.empty(); });
    if (waiting.empty())
      return;
    std::shared_ptr<QueuedRun> run = std::move(waiting.front());
    waiting.pop_front();
    run->stage = QueuedRun::Stage::Running;
    ++running;
    lock.unlock();
    Status status = execute(*run);
    run->inputs.clear(); // the caller's memory may go before the handle does
    run->on = {};        // as weights may that were replaced meanwhile
    lock.lock();
    --running;
    run->status = std::move(status);
    run->stage = QueuedRun::Stage::Ended;
    run.reset();
    ended.notify_all();
  }
}

Status RunQueue::execute(QueuedRun &run) {
  try {
    return orOutOfMemory(
        [&] {
          return runPorts(*run.on.program, *run.on.executable, run.batch, run.inputs, run.outputs);
        },
        "a run at batch " + std::to_string(run.batch));
  } catch (const std::exception &error) { // it would end the process here
    return {StatusCode::DeviceError, error.what()};
  }
}

} // namespace qrt
