// Queries on the program's DAG for verification and planning. Indices must have been checked
// (verifyProgram) or come from our own lowering.
#pragma once

#include "runtime/format/program.h"

#include <cstdint>
#include <map>
#include <optional>
#include <queue>
#include <span>
#include <vector>

namespace qrt {

/// The nodes that use each buffer, as ascending node indices.
struct BufferUses {
  std::vector<std::vector<uint32_t>> writers, users; // users: readers too

  explicit BufferUses(const Program &program);
};

/// The lifetime of a buffer's contents, as an interval of positions in the nodes' list; inputs
/// begin at −1 and outputs end at the number of nodes.
struct Lifetime {
  int64_t begin = 0, end = -1; // inclusive; empty when begin > end
  bool overlaps(const Lifetime &other) const { return begin <= other.end && other.begin <= end; }
};
std::vector<Lifetime> lifetimes(const Program &program, const BufferUses &);
/// The same for memory planning: a buffer that no node reads is still written.
std::vector<Lifetime> heldLifetimes(const Program &program, const BufferUses &);

/// The number of a device's queues that a program uses. A long program runs on one queue, since
/// deciding which of its nodes may run side by side takes memory quadratic in their number.
constexpr size_t longestOnQueues = 1 << 13; // nodes or buffers
inline unsigned queuesFor(const Program &program, unsigned queues) {
  const bool isLong =
      program.nodes.size() > longestOnQueues || program.buffers.size() > longestOnQueues;
  return isLong ? 1 : queues;
}
/// The largest number of nodes, and of buffers, of a program.
constexpr size_t programLimit = 1 << 24;

/// Finds the ancestors of a node along Node::after, from the latest to the earliest. Asked of all
/// nodes, it costs as much as the edges between those that are asked about.
class AncestorWalk {
public:
  explicit AncestorWalk(const Program &program) : program(program), seen(program.nodes.size()) {}
  /// Begins questions about `later`; none may concern a node before `earliest`.
  void start(uint32_t later, uint32_t earliest);
  /// Returns whether edges lead from `earlier` to the node. Ask in descending order.
  bool reaches(uint32_t earlier);
  /// Adds an edge from `earlier`, the node that was asked about last.
  void add(uint32_t earlier) { open(earlier); }

private:
  void open(uint32_t node);

  const Program &program;
  std::vector<uint32_t> seen;          // the round in which a node was met
  std::priority_queue<uint32_t> heads; // met, with edges that were not followed
  uint32_t round = 0, earliest = 0;
};

/// The transitive order along Node::after. Takes memory quadratic in nodes, in bits.
class NodeOrder {
public:
  explicit NodeOrder(const Program &program);
  /// An order of `nodes` nodes without edges.
  explicit NodeOrder(size_t nodes) : ancestors(nodes, std::vector<uint64_t>((nodes + 63) / 64)) {}
  bool before(uint32_t earlier, uint32_t later) const {
    return ancestors[later][earlier / 64] >> (earlier % 64) & 1;
  }
  /// Adds the edge earlier → later; `later`'s successors do not learn of it,
  /// so add in ascending order of `later`.
  void inherit(uint32_t earlier, uint32_t later);

private:
  std::vector<std::vector<uint64_t>> ancestors;
};

/// Returns whether edges order every use of `first`, its copy to the caller included, before every
/// use of `second`.
bool isOverBefore(const Program &program, const BufferUses &uses, const NodeOrder &order,
                  uint32_t first, uint32_t second);

/// The owner of each place on a line whose ranges are taken one after the other.
class RangeOwners {
public:
  /// Gives [begin, end) to `owner`; returns the previous owners of any part of it, each once.
  std::vector<uint32_t> take(int64_t begin, int64_t end, uint32_t owner);

private:
  struct Piece {
    int64_t end;
    uint32_t owner;
  };
  std::map<int64_t, Piece> pieces; // by their beginnings
};

/// The pairs of buffers that are live at once and so cannot share bytes. Nodes run in the list's
/// order (alongList), or side by side as far as edges allow (alongEdges).
class Coexistence {
public:
  static Coexistence alongList(std::vector<Lifetime> lives);
  static Coexistence alongEdges(const Program &program, const BufferUses &uses);
  /// The pairs for a device with `queues` queues; `lives` are the buffers' lifetimes in list order.
  static Coexistence onQueues(const Program &program, const BufferUses &uses,
                              const std::vector<Lifetime> &lives, unsigned queues) {
    return queuesFor(program, queues) > 1 ? alongEdges(program, uses) : alongList(lives);
  }
  bool operator()(uint32_t a, uint32_t b) const {
    return rows.empty() ? lives[a].overlaps(lives[b]) : rows[a][b];
  }
  bool isAlongList() const { return rows.empty(); }
  /// Returns, for each of `buffers`, the others of them that are live with it, as positions in
  /// `buffers`; none if there are more than `most` pairs.
  std::optional<std::vector<std::vector<uint32_t>>> pairs(std::span<const uint32_t> buffers,
                                                          size_t most) const;

private:
  std::vector<Lifetime> lives;         // along the list
  std::vector<std::vector<bool>> rows; // along edges; none: along the list
};

} // namespace qrt
