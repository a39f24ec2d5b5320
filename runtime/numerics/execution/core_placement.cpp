#include "runtime/numerics/execution/core_placement.h"

#if defined(__linux__)
#include <sched.h>
#endif

namespace qrt {

CorePlacement::CorePlacement(unsigned threads)
    : threads(threads), seats(std::make_unique<Seat[]>(threads)) {}

bool CorePlacement::isTaken(unsigned worker, int core, int callersCore) const {
  if (core == callersCore)
    return true;
  for (unsigned other = 1; other < threads; ++other)
    if (other != worker && seats[other].core.load(std::memory_order_relaxed) == core)
      return true;
  return false;
}

void CorePlacement::settle(unsigned worker, int callersCore) {
  const int core = currentCore();
  Seat &seat = seats[worker];
  if (seat.core.load(std::memory_order_relaxed) != core)
    seat.core.store(core, std::memory_order_relaxed);
  if (core >= 0 && isTaken(worker, core, callersCore))
    move(worker, callersCore);
}

void CorePlacement::leave(unsigned worker) {
  seats[worker].core.store(-1, std::memory_order_relaxed);
}

#if defined(__linux__)

int CorePlacement::currentCore() { return sched_getcpu(); }

void CorePlacement::move(unsigned worker, int callersCore) {
  Seat &seat = seats[worker];
  const auto now = std::chrono::steady_clock::now();
  cpu_set_t allowed;
  if (now - seat.moved < std::chrono::milliseconds(1) ||
      sched_getaffinity(0, sizeof allowed, &allowed))
    return;
  seat.moved = now;
  cpu_set_t free = allowed;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &allowed) && isTaken(worker, core, callersCore))
      CPU_CLR(core, &free);
  if (!CPU_COUNT(&free) || sched_setaffinity(0, sizeof free, &free))
    return;
  sched_setaffinity(0, sizeof allowed, &allowed); // it stays where it is, and may be moved again
  seat.core.store(currentCore(), std::memory_order_relaxed);
}

#else

int CorePlacement::currentCore() { return -1; }
void CorePlacement::move(unsigned, int) {}

#endif

} // namespace qrt
