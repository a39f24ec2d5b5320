// The assignment of a program's nodes to a few queues, and the waits between the queues.
#pragma once

#include "runtime/format/program.h"

#include <cstdint>
#include <vector>

namespace qrt::kernels {

/// For each node the nodes that must have ended before it; all are earlier in the list.
using Edges = std::vector<std::vector<uint32_t>>;

struct QueueLimits {
  unsigned queues = 1;
  /// The least number of nodes in a branch that gets a queue; a shorter one stays in line. A lone
  /// projection beside a block costs two waits and its line's dependent launches: as much as it
  /// takes itself.
  unsigned shortest = 2;
};

/// Returns each node's queue. The longest path is on queue 0; the longest of the remaining nodes is
/// on the next queue, or on one with no unordered node.
std::vector<uint32_t> queuesOf(const Edges &after, QueueLimits limits);

struct QueuedNode {
  uint32_t node = 0, queue = 0;
  std::vector<uint32_t> waits = {}; // nodes of other queues, without those that others imply
  bool follows = false;             // waits for the one before on its queue, and nothing else
  bool isAwaited = false;           // by another queue, or by the run's end
  /// Returns whether it waits for the run's beginning only, which queue 0 alone knows.
  bool waitsForBegin() const { return queue != 0 && !follows && waits.empty(); }
};

struct QueuePlan {
  unsigned queues = 1;           // those that are used
  std::vector<QueuedNode> steps; // in the list's order
  std::vector<uint32_t> ends;    // nodes of other queues that queue 0 waits for at last
};

/// Plans the nodes for which `runs` is true. A node that waits for one that does not run waits for
/// that one's own predecessors instead.
QueuePlan planQueues(const Program &program, const std::vector<bool> &runs, QueueLimits limits);

} // namespace qrt::kernels
