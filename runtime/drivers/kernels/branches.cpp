#include "runtime/drivers/kernels/branches.h"

#include "runtime/format/graph.h"

#include <algorithm>

namespace qrt::kernels {

namespace {

constexpr uint32_t nowhere = ~0u;

class QueueAssignment {
public:
  QueueAssignment(const Edges &after, QueueLimits limits)
      : after(after), limits(limits), order(after.size()), queueOf(after.size(), nowhere) {
    for (uint32_t node = 0; node < after.size(); ++node)
      for (uint32_t earlier : after[node])
        order.inherit(earlier, node);
  }
  std::vector<uint32_t> assign() {
    for (std::vector<uint32_t> path = longestPath(); !path.empty(); path = longestPath()) {
      const uint32_t queue = chooseFor(path);
      if (queue == members.size())
        members.emplace_back();
      for (uint32_t node : path) {
        queueOf[node] = queue;
        members[queue].push_back(node);
      }
    }
    return queueOf;
  }

private:
  /// Along the edges, of nodes that have no queue yet.
  std::vector<uint32_t> longestPath() const {
    std::vector<uint32_t> length(after.size()), from(after.size(), nowhere);
    uint32_t end = nowhere;
    for (uint32_t node = 0; node < after.size(); ++node) {
      if (queueOf[node] != nowhere)
        continue;
      for (uint32_t earlier : after[node])
        if (length[earlier] > 0 && length[earlier] >= length[node])
          length[node] = length[earlier], from[node] = earlier;
      ++length[node];
      if (end == nowhere || length[node] > length[end])
        end = node;
    }
    std::vector<uint32_t> path;
    for (uint32_t node = end; node != nowhere; node = from[node])
      path.push_back(node);
    std::reverse(path.begin(), path.end());
    return path;
  }

  uint32_t chooseFor(const std::vector<uint32_t> &path) const {
    if (!members.empty() && path.size() < limits.shortest)
      return queueBefore(path.front());
    uint32_t best = 0;
    size_t fewest = ~size_t(0);
    for (uint32_t queue = 0; queue < members.size(); ++queue)
      if (const size_t beside = besideOn(queue, path); beside < fewest)
        best = queue, fewest = beside;
    return fewest > 0 && members.size() < limits.queues ? uint32_t(members.size()) : best;
  }
  /// Returns the queue of the latest node that `node` waits for; 0 if there is none.
  uint32_t queueBefore(uint32_t node) const {
    uint32_t latest = nowhere;
    for (uint32_t earlier : after[node])
      if (queueOf[earlier] != nowhere && (latest == nowhere || earlier > latest))
        latest = earlier;
    return latest == nowhere ? 0 : queueOf[latest];
  }
  /// Returns the number of the queue's nodes that edges leave unordered with some node of the path.
  size_t besideOn(uint32_t queue, const std::vector<uint32_t> &path) const {
    return size_t(std::count_if(members[queue].begin(), members[queue].end(), [&](uint32_t node) {
      return std::any_of(path.begin(), path.end(), [&](uint32_t other) {
        return !order.before(node, other) && !order.before(other, node);
      });
    }));
  }

  const Edges &after;
  const QueueLimits limits;
  NodeOrder order;
  std::vector<uint32_t> queueOf;
  std::vector<std::vector<uint32_t>> members; // per queue
};

/// Walks the list and notes which nodes each queue knows to have ended.
class Waits {
public:
  Waits(const Edges &after, const std::vector<uint32_t> &queueOf, size_t queues)
      : after(after), queueOf(queueOf), position(after.size()), known(after.size()),
        ends(queues, std::vector<uint32_t>(queues)) {}

  /// Returns the nodes that the next node, in the list's order, must wait for.
  std::vector<uint32_t> next(uint32_t node) {
    std::vector<uint32_t> waits = learn(queueOf[node], after[node]);
    std::vector<uint32_t> &mine = ends[queueOf[node]];
    position[node] = ++mine[queueOf[node]];
    known[node] = mine;
    return waits;
  }
  bool hasBegun(uint32_t queue) const { return ends[queue][queue] > 0; }
  /// Returns those of `nodes` that the queue must still wait for; it then also knows what they
  /// knew.
  std::vector<uint32_t> learn(uint32_t queue, std::vector<uint32_t> nodes) {
    std::sort(nodes.rbegin(), nodes.rend()); // the latest first: it implies most others
    std::vector<uint32_t> waits;
    for (uint32_t node : nodes) {
      if (position[node] <= ends[queue][queueOf[node]])
        continue;
      waits.push_back(node);
      for (size_t other = 0; other < ends.size(); ++other)
        ends[queue][other] = std::max(ends[queue][other], known[node][other]);
    }
    return waits;
  }

private:
  const Edges &after;
  const std::vector<uint32_t> &queueOf;
  std::vector<uint32_t> position;           // on its queue, from 1
  std::vector<std::vector<uint32_t>> known; // per node: its queue's `ends` when it ends
  std::vector<std::vector<uint32_t>> ends;  // per queue: of each, how many nodes have ended
};

} // namespace

std::vector<uint32_t> queuesOf(const Edges &after, QueueLimits limits) {
  if (limits.queues <= 1)
    return std::vector<uint32_t>(after.size(), 0);
  return QueueAssignment(after, limits).assign();
}

/// Edges among the nodes that run, by their numbers among these.
static Edges edgesAmong(const Program &program, const std::vector<bool> &runs) {
  Edges before(program.nodes.size()), edges; // of nodes that run
  for (size_t i = 0; i < program.nodes.size(); ++i) {
    for (uint32_t earlier : program.nodes[i].after)
      before[i].insert(before[i].end(), before[earlier].begin(), before[earlier].end());
    std::sort(before[i].begin(), before[i].end());
    before[i].erase(std::unique(before[i].begin(), before[i].end()), before[i].end());
    if (!runs[i])
      continue;
    edges.push_back(std::move(before[i]));
    before[i] = {uint32_t(edges.size() - 1)};
  }
  return edges;
}

QueuePlan planQueues(const Program &program, const std::vector<bool> &runs, QueueLimits limits) {
  const Edges after = edgesAmong(program, runs);
  limits.queues = queuesFor(program, limits.queues); // as memory is planned
  const std::vector<uint32_t> queueOf = queuesOf(after, limits);
  QueuePlan plan;
  for (uint32_t queue : queueOf)
    plan.queues = std::max(plan.queues, queue + 1);
  Waits waits(after, queueOf, plan.queues);
  std::vector<uint32_t> last(plan.queues, nowhere), number;
  for (uint32_t i = 0; i < program.nodes.size(); ++i)
    if (runs[i])
      number.push_back(i);
  auto await = [&](const std::vector<uint32_t> &nodes) {
    std::vector<uint32_t> numbers;
    for (uint32_t node : nodes) {
      plan.steps[node].isAwaited = true;
      numbers.push_back(number[node]);
    }
    return numbers;
  };
  for (uint32_t i = 0; i < after.size(); ++i) {
    QueuedNode step{number[i], queueOf[i]};
    const bool isFirst = !waits.hasBegun(step.queue);
    step.waits = await(waits.next(i));
    step.follows = !isFirst && step.waits.empty();
    last[step.queue] = i;
    plan.steps.push_back(std::move(step));
  }
  std::erase(last, nowhere);
  plan.ends = await(waits.learn(0, last));
  return plan;
}

} // namespace qrt::kernels
