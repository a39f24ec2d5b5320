// The settings of the fake driver, and the counts of its calls. Its device is the host's memory; a
// kernel is known by its entry (fake_cuda.cpp), and work is done only when it is waited for.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

struct FakeCuda {
  // Settings.
  size_t memory = 0; // of one allocation, at most
  int failure = 0;   // what waits give
  int maxLocalBytes = 227 << 10;
  int (*whileWaiting)() = nullptr; // is asked as an event is waited for
  // Counts.
  std::atomic<int> asked = 0;    // how often whileWaiting was
  std::atomic<int> answers = 0;  // the sum of what it gave
  std::atomic<int> live = 0;     // objects of all kinds
  std::atomic<int> retained = 0; // the primary context
  std::atomic<int> streams = 0;  // ever made
  std::atomic<int> graphs = 0;   // ever instantiated
  std::atomic<int> replays = 0;
  std::atomic<int> dependent = 0;    // launches that may begin early, ever recorded
  std::atomic<int> exchanges = 0;    // arguments of kernels of graphs
  std::atomic<int> allocations = 0;  // of the device's memory, ever
  std::atomic<int> deviceCopies = 0; // from there to there
  std::atomic<int> contextWaits = 0; // for all that is queued
  std::atomic<int> wrong = 0;        // calls without a context, and the like
  std::atomic<int> gone = 0;         // calls on streams that were destroyed
  int localBytes = 0;                // what the last function was allowed
  std::vector<int> sharedPercents;   // the splits of memory that functions asked for
  unsigned grid[3] = {}, block[3] = {}, sharedBytes = 0; // of the last launch that was recorded
};

extern "C" FakeCuda *fakeCuda();
