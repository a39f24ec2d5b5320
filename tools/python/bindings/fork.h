// These classes handle what a forked process has of its parent. Threads are not copied: a lock that
// one of them held stays locked, a pool waits for ever, and so would the destructor of either.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

namespace qopt::python {

/// Returns how many forks lie between this process and the one that imported the module. This is
/// cheaper to ask than the process's number.
int forksSoFar();
/// From now on forks count. Called once, as the module is imported.
void countForks();

/// A value that the threads of one process serve. In a child, whose threads are gone, it is never
/// destroyed, since it would wait for them.
template <typename T> class OfProcess {
public:
  OfProcess() = default;
  explicit OfProcess(T value) : value(std::make_unique<T>(std::move(value))) {}
  OfProcess(OfProcess &&) noexcept = default;
  OfProcess &operator=(OfProcess &&other) noexcept {
    leave();
    value = std::move(other.value);
    forks = other.forks;
    return *this;
  }
  ~OfProcess() { leave(); }
  bool isOurs() const { return forks == forksSoFar(); }
  T &operator*() { return *value; }
  T *operator->() { return value.get(); }

private:
  void leave() {
    if (value && !isOurs())
      (void)value.release();
  }
  std::unique_ptr<T> value;
  int forks = forksSoFar();
};

/// A mutex of which each process has its own, free at first.
class ProcessMutex {
public:
  ProcessMutex() : state(new State{forksSoFar()}) {}
  ~ProcessMutex();
  ProcessMutex(const ProcessMutex &) = delete;
  ProcessMutex &operator=(const ProcessMutex &) = delete;

  void lock();
  void unlock();
  /// A thread held it as the process was forked: what it guards was being changed, and nobody is
  /// left who would end that.
  bool wasHeldAtFork() { return own()->wasHeld; }

private:
  struct State {
    int forks;
    bool wasHeld = false;
    std::atomic<bool> isHeld{false};
    std::mutex mutex;
  };
  State *own();
  std::atomic<State *> state;
};

} // namespace qopt::python
