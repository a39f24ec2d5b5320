#include "lowering/emit/memory_plan.h"

#include "runtime/format/graph.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace qopt {

using qrt::Coexistence;
using qrt::Lifetime;

namespace {
/// A buffer to place: `size` bytes for each unit of the zone's scale.
struct Block {
  uint32_t buffer;
  int64_t size;
  Lifetime life;
};

/// Offsets of the blocks in one zone, and the zone's end.
struct Placement {
  std::vector<int64_t> offsets;
  int64_t end = 0;
};
} // namespace

static int64_t alignUp(int64_t size) {
  return (size + qrt::bufferAlignment - 1) / qrt::bufferAlignment * qrt::bufferAlignment;
}

// Placing a block compares it with its pairs; planning more pairs than this would take noticeable
// time.
constexpr size_t mostPairs = 1 << 22;

// Blocks that live at the same time, of each.
using Pairs = std::vector<std::vector<uint32_t>>;

// Each block, in the given order, at the lowest offset where no block that
// lives at the same time is in the way. It ends where all would take `most` bytes or more.
static Placement place(const std::vector<Block> &blocks, const Pairs &pairs,
                       const std::vector<uint32_t> &order, int64_t most) {
  Placement placement;
  placement.offsets.assign(blocks.size(), -1);
  std::vector<std::pair<int64_t, int64_t>> taken; // from, to; ascending
  for (uint32_t next : order) {
    taken.clear();
    for (uint32_t other : pairs[next])
      if (int64_t from = placement.offsets[other]; from >= 0)
        taken.emplace_back(from, from + blocks[other].size);
    std::sort(taken.begin(), taken.end());
    int64_t offset = 0;
    for (auto [from, to] : taken) {
      if (from - offset >= blocks[next].size)
        break;
      offset = std::max(offset, to);
    }
    placement.offsets[next] = offset;
    placement.end = std::max(placement.end, offset + blocks[next].size);
    if (placement.end >= most)
      break;
  }
  return placement;
}

static int64_t largestLive(const std::vector<Block> &blocks) {
  std::map<int64_t, int64_t> changes; // of what is live, at positions in the list
  for (const Block &block : blocks) {
    changes[block.life.begin] += block.size;
    changes[block.life.end + 1] -= block.size;
  }
  int64_t live = 0, largest = 0;
  for (auto [position, change] : changes)
    largest = std::max(largest, live += change);
  return largest;
}

// A few good orders, then shuffles of the best for as long as they can help.
// The generator is seeded: the same program gets the same plan.
static Placement bestPlacement(const std::vector<Block> &blocks, const Pairs &pairs) {
  constexpr int64_t comparisons = 1 << 23; // of all swaps; more would be felt
  std::vector<uint32_t> order(blocks.size());
  std::iota(order.begin(), order.end(), 0u);
  Placement best = place(blocks, pairs, order, std::numeric_limits<int64_t>::max());
  std::vector<uint32_t> bestOrder = order;
  int64_t floor = largestLive(blocks);
  auto attempt = [&](const std::vector<uint32_t> &candidate) {
    Placement placement = place(blocks, pairs, candidate, best.end);
    if (placement.end < best.end) {
      best = std::move(placement);
      bestOrder = candidate;
    }
  };
  auto length = [&](uint32_t i) { return blocks[i].life.end - blocks[i].life.begin + 1; };
  auto attemptBy = [&](auto &&weight) {
    if (best.end <= floor)
      return;
    std::vector<uint32_t> sorted = order;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](uint32_t a, uint32_t b) { return weight(a) > weight(b); });
    attempt(sorted);
  };
  attemptBy([&](uint32_t i) { return blocks[i].size; });
  attemptBy([&](uint32_t i) { return length(i); });
  attemptBy([&](uint32_t i) { return blocks[i].size * length(i); });
  std::mt19937 random(1);
  int64_t compared = 2;
  for (const std::vector<uint32_t> &others : pairs)
    compared += int64_t(others.size());
  int64_t swaps =
      order.size() < 2
          ? 0
          : std::min({int64_t(2000), 200000 / int64_t(order.size()), comparisons / (compared / 2)});
  for (int64_t i = 0; i < swaps && best.end > floor; ++i) {
    std::vector<uint32_t> shuffled = bestOrder;
    std::swap(shuffled[random() % shuffled.size()], shuffled[random() % shuffled.size()]);
    std::swap(shuffled[random() % shuffled.size()], shuffled[random() % shuffled.size()]);
    attempt(shuffled);
  }
  return best;
}

// Blocks in the order in which they begin, each in the tightest gap that holds it: in time of their
// number, however many live at once. For lives along the list.
static Placement placeInTime(const std::vector<Block> &blocks) {
  Placement placement;
  placement.offsets.resize(blocks.size());
  std::map<int64_t, int64_t> gaps;             // below the end: from, size
  std::set<std::pair<int64_t, int64_t>> sizes; // of gaps: size, from
  auto take = [&](int64_t from, int64_t size) {
    gaps.erase(from);
    sizes.erase({size, from});
  };
  auto give = [&](int64_t from, int64_t size) {
    if (size == 0)
      return;
    auto above = gaps.lower_bound(from);
    if (above != gaps.end() && above->first == from + size) {
      size += above->second;
      take(above->first, above->second);
    }
    auto below = gaps.lower_bound(from);
    if (below != gaps.begin() && std::prev(below)->first + std::prev(below)->second == from) {
      auto [start, more] = *std::prev(below);
      take(start, more);
      from = start, size += more;
    }
    gaps.emplace(from, size);
    sizes.emplace(size, from);
  };
  std::vector<uint32_t> order(blocks.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return blocks[a].life.begin < blocks[b].life.begin;
  });
  std::multimap<int64_t, uint32_t> ends;
  for (uint32_t next : order) {
    const Block &block = blocks[next];
    while (!ends.empty() && ends.begin()->first < block.life.begin) {
      const uint32_t over = ends.begin()->second;
      ends.erase(ends.begin());
      give(placement.offsets[over], blocks[over].size);
    }
    ends.emplace(block.life.end, next);
    int64_t &offset = placement.offsets[next];
    if (auto gap = sizes.lower_bound({block.size, 0}); gap != sizes.end()) {
      const auto [size, from] = *gap;
      take(from, size);
      offset = from;
      give(from + block.size, size - block.size);
      continue;
    }
    // No gap holds it: the last one grows, where it reaches the end.
    offset = placement.end;
    if (!gaps.empty() && gaps.rbegin()->first + gaps.rbegin()->second == placement.end) {
      const auto [from, size] = *gaps.rbegin();
      take(from, size);
      offset = from;
    }
    placement.end = offset + block.size;
  }
  return placement;
}

// Places blocks where too many live at once, as the results of a network that is measured do: those
// that live to the end lie below the others, of which few may live at once. Lives run along the
// list.
static Placement placeApart(const std::vector<Block> &blocks, const Coexistence &coexist,
                            int64_t end) {
  Placement placement;
  placement.offsets.resize(blocks.size());
  std::vector<Block> passing;
  std::vector<uint32_t> indices, buffers;
  for (uint32_t i = 0; i < blocks.size(); ++i)
    if (blocks[i].life.end >= end) {
      placement.offsets[i] = placement.end;
      placement.end += blocks[i].size;
    } else {
      passing.push_back(blocks[i]);
      indices.push_back(i);
      buffers.push_back(blocks[i].buffer);
    }
  std::optional<Pairs> pairs = coexist.pairs(buffers, mostPairs);
  const Placement above = pairs ? bestPlacement(passing, *pairs) : placeInTime(passing);
  for (size_t i = 0; i < indices.size(); ++i)
    placement.offsets[indices[i]] = placement.end + above.offsets[i];
  placement.end += above.end;
  return placement;
}

static Placement placeAll(const std::vector<Block> &blocks, const Coexistence &coexist,
                          int64_t end) {
  std::vector<uint32_t> buffers;
  for (const Block &block : blocks)
    buffers.push_back(block.buffer);
  std::optional<Pairs> pairs = coexist.pairs(buffers, coexist.isAlongList() ? mostPairs : SIZE_MAX);
  return pairs ? bestPlacement(blocks, *pairs) : placeApart(blocks, coexist, end);
}

// Reused bytes: whoever writes them next waits for all who used them last; those waited for whose
// the bytes were before. `wanted` are the earlier ones for each later one.
static void addReuse(const qrt::BufferUses &uses, const std::vector<Block> &blocks,
                     const Placement &placement, std::vector<std::vector<uint32_t>> &wanted) {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < blocks.size(); ++i)
    if (!uses.users[blocks[i].buffer].empty())
      order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return blocks[a].life.begin < blocks[b].life.begin;
  });
  qrt::RangeOwners owners;
  for (uint32_t next : order) {
    const int64_t from = placement.offsets[next];
    for (uint32_t old : owners.take(from, from + blocks[next].size, next)) {
      const std::vector<uint32_t> &users = uses.users[blocks[old].buffer];
      for (uint32_t writer : uses.writers[blocks[next].buffer])
        wanted[writer].insert(wanted[writer].end(), users.begin(), users.end());
    }
  }
}

static void addEdges(qrt::Program &program, std::vector<std::vector<uint32_t>> wanted) {
  qrt::AncestorWalk walk(program);
  for (uint32_t later = 0; later < program.nodes.size(); ++later) {
    std::vector<uint32_t> &edges = wanted[later];
    if (edges.empty())
      continue;
    std::sort(edges.rbegin(), edges.rend()); // the latest first: it implies most others
    walk.start(later, edges.back());
    std::vector<uint32_t> &after = program.nodes[later].after;
    for (uint32_t earlier : edges)
      if (!walk.reaches(earlier)) {
        after.push_back(earlier);
        walk.add(earlier);
      }
    std::sort(after.begin(), after.end());
  }
}

static void plan(qrt::Program &program, const qrt::BufferUses &uses,
                 const std::vector<Lifetime> &life, const Coexistence &coexist) {
  // Zone 0 holds what does not grow with the batch and lies first; zone 1 is
  // measured per sample. scale·N + offset ≤ (scale + offset)·N for N ≥ 1.
  std::vector<Block> zones[2];
  for (uint32_t i = 0; i < program.buffers.size(); ++i) {
    const qrt::Extent &bytes = program.buffers[i].bytes;
    int64_t size = std::max<int64_t>(bytes.scale + std::max<int64_t>(bytes.offset, 0), 1);
    zones[bytes.scale != 0].push_back({i, alignUp(size), life[i]});
  }
  const int64_t end = int64_t(program.nodes.size());
  Placement fixed = placeAll(zones[0], coexist, end), growing = placeAll(zones[1], coexist, end);
  for (size_t i = 0; i < zones[0].size(); ++i)
    program.buffers[zones[0][i].buffer].offset = {0, fixed.offsets[i], 1};
  for (size_t i = 0; i < zones[1].size(); ++i)
    program.buffers[zones[1][i].buffer].offset = {growing.offsets[i], fixed.end, 1};
  program.arenaBytes = {growing.end, fixed.end, 1};
  std::vector<std::vector<uint32_t>> wanted(program.nodes.size());
  addReuse(uses, zones[0], fixed, wanted);
  addReuse(uses, zones[1], growing, wanted);
  addEdges(program, std::move(wanted));
}

void planArena(qrt::Program &program, unsigned queues) {
  const qrt::BufferUses uses(program);
  const std::vector<Lifetime> lives = qrt::heldLifetimes(program, uses);
  plan(program, uses, lives, Coexistence::onQueues(program, uses, lives, queues));
}

void planApart(qrt::Program &program) {
  const std::vector<Lifetime> always(program.buffers.size(),
                                     Lifetime{-1, int64_t(program.nodes.size())});
  plan(program, qrt::BufferUses(program), always, Coexistence::alongList(always));
}

} // namespace qopt
