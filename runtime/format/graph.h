// The program's DAG, as verification and planning ask about it. Indices must
// have been checked (verifyProgram) or come from our own lowering.
#pragma once

#include "runtime/format/program.h"

#include <cstdint>
#include <vector>

namespace qrt {

/// Who touches each buffer, as ascending node indices.
struct BufferUses {
  std::vector<std::vector<uint32_t>> writers, users; // users: readers too

  explicit BufferUses(const Program &program);
};

/// When buffers hold something, as an interval of positions in the nodes'
/// list; inputs begin at −1 and outputs end at the number of nodes.
struct Lifetime {
  int64_t begin = 0, end = -1; // inclusive; empty when begin > end
  bool overlaps(const Lifetime &other) const { return begin <= other.end && other.begin <= end; }
};
std::vector<Lifetime> lifetimes(const Program &program, const BufferUses &);
/// The same for who gives memory: what nobody reads is still written.
std::vector<Lifetime> heldLifetimes(const Program &program, const BufferUses &);

/// "Before" along Node::after, transitively. Quadratic in nodes, in bits.
class NodeOrder {
public:
  explicit NodeOrder(const Program &program);
  /// Of so many nodes, without edges yet.
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

/// Whether edges end every use of `first`, its copy out included, before any of `second`.
bool isOverBefore(const Program &program, const BufferUses &uses, const NodeOrder &order,
                  uint32_t first, uint32_t second);

/// Which buffers hold something at once, and so share no bytes: where nodes run one behind the
/// other as they are listed, or side by side as far as edges allow.
class Coexistence {
public:
  static Coexistence alongList(const std::vector<Lifetime> &lives);
  static Coexistence alongEdges(const Program &program, const BufferUses &uses);
  /// As so many queues run it, whose buffers are held as `lives`.
  static Coexistence onQueues(const Program &program, const BufferUses &uses,
                              const std::vector<Lifetime> &lives, unsigned queues) {
    return queues > 1 ? alongEdges(program, uses) : alongList(lives);
  }
  bool operator()(uint32_t a, uint32_t b) const { return rows[a][b]; }

private:
  explicit Coexistence(size_t buffers) : rows(buffers, std::vector<bool>(buffers)) {}
  std::vector<std::vector<bool>> rows;
};

} // namespace qrt
