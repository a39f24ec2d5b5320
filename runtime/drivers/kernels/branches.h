// What of a program may run side by side: its nodes on few queues, and what queues wait for.
#pragma once

#include "runtime/format/program.h"

#include <cstdint>
#include <vector>

namespace qrt::kernels {

/// For each node those that must have ended, all of them earlier in the list.
using Edges = std::vector<std::vector<uint32_t>>;

struct QueueLimits {
  unsigned queues = 1;
  /// Nodes of a branch that is worth a queue; a shorter one stays in line. A lone projection beside
  /// a block costs two waits, and its line's dependent launches: as much as it takes itself.
  unsigned shortest = 2;
};

/// Each node's queue. The longest path lies on queue 0, the longest of what is left on the next,
/// or on one where nothing is beside it.
std::vector<uint32_t> queuesOf(const Edges &after, QueueLimits limits);

struct QueuedNode {
  uint32_t node = 0, queue = 0;
  std::vector<uint32_t> waits = {}; // nodes of other queues, without those that others imply
  bool follows = false;             // waits for the one before on its queue, and nothing else
  bool isAwaited = false;           // by another queue, or by the run's end
  /// Nothing but the run's begin stands before it, which queue 0 alone knows.
  bool waitsForBegin() const { return queue != 0 && !follows && waits.empty(); }
};

struct QueuePlan {
  unsigned queues = 1;           // those that are used
  std::vector<QueuedNode> steps; // in the list's order
  std::vector<uint32_t> ends;    // nodes of other queues that queue 0 waits for at last
};

/// Of the nodes that `runs` says have something to do; what waits for one that has not waits for
/// what that one would have waited for.
QueuePlan planQueues(const Program &program, const std::vector<bool> &runs, QueueLimits limits);

} // namespace qrt::kernels
