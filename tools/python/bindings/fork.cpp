#include "tools/python/bindings/fork.h"

#include <pthread.h>

namespace qopt::python {

// The process's own: whoever forks has no other way to tell the child's threads.
static int forks = 0;

int forksSoFar() { return forks; }

void countForks() {
  pthread_atfork(nullptr, nullptr, [] { ++forks; });
}

// A forked child leaves its parent's state undeleted, because a thread that is gone may have locked
// it.
ProcessMutex::~ProcessMutex() {
  State *last = state.load();
  if (last->forks == forksSoFar())
    delete last;
}

ProcessMutex::State *ProcessMutex::own() {
  State *now = state.load(std::memory_order_acquire);
  while (now->forks != forksSoFar()) {
    auto *next = new State{forksSoFar(), now->wasHeld || now->isHeld.load()};
    if (state.compare_exchange_strong(now, next, std::memory_order_acq_rel))
      return next;
    delete next; // another thread was first
  }
  return now;
}

void ProcessMutex::lock() {
  State *held = own();
  held->mutex.lock();
  held->isHeld = true;
}

void ProcessMutex::unlock() {
  State *held = state.load(std::memory_order_acquire);
  held->isHeld = false;
  held->mutex.unlock();
}

} // namespace qopt::python
