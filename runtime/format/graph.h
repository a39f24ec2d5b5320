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

/// "Before" along Node::after, transitively. Quadratic in nodes, in bits.
class NodeOrder {
public:
  explicit NodeOrder(const Program &program);
  bool before(uint32_t earlier, uint32_t later) const {
    return ancestors[later][earlier / 64] >> (earlier % 64) & 1;
  }
  /// Adds the edge earlier → later; `later`'s successors do not learn of it,
  /// so add in ascending order of `later`.
  void inherit(uint32_t earlier, uint32_t later);

private:
  std::vector<std::vector<uint64_t>> ancestors;
};

} // namespace qrt
