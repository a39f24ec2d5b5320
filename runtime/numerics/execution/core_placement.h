// Which cores a pool's threads run on.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>

namespace qrt {

/// Keeps a pool's threads on cores of their own. The system wakes a thread where its waker runs,
/// and two threads that run there in turns of microseconds it takes for cache-hot: they stay,
/// beside a core that is idle, and a loop takes as long as on one thread.
class CorePlacement {
public:
  explicit CorePlacement(unsigned threads);
  /// The calling thread's core; -1 where the system does not tell.
  static int currentCore();
  /// Of a worker (1 to threads - 1) that has taken a loop: notes its core, and where the loop's
  /// caller or another worker at work has it, moves to one that none of them has, of those that
  /// the thread is allowed. Where there is none, or it moved within a millisecond, it stays: other
  /// processes have threads too.
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
