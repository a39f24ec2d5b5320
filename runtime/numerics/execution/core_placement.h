// The choice of the cores that a pool's threads run on.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>

namespace qrt {

/// Keeps a pool's threads on cores of their own. The system wakes a thread on its waker's core, and
/// takes two threads that alternate there within microseconds for cache-hot: they stay together
/// beside an idle core, and a loop takes as long as on one thread.
class CorePlacement {
public:
  explicit CorePlacement(unsigned threads);
  /// The calling thread's core; -1 where the system does not tell.
  static int currentCore();
  /// Called by a worker (1 to threads - 1) that has taken a loop: notes its core. If the loop's
  /// caller or another busy worker is on that core, it moves the worker to an allowed core that
  /// none of them uses. It stays if there is none, or if it moved within the last millisecond:
  /// other processes have threads too.
  void settle(unsigned worker, int callersCore);
  /// The worker is about to sleep: its core is free.
  void leave(unsigned worker);

private:
  struct alignas(64) Seat {
    std::atomic<int> core{-1};
    std::chrono::steady_clock::time_point moved{};
  };
  bool isTaken(unsigned worker, int core, int callersCore) const;
  void move(unsigned worker, int callersCore);

  unsigned threads;
  std::unique_ptr<Seat[]> seats; // per worker, from 1
};

} // namespace qrt
