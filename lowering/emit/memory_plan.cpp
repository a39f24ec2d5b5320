#include "lowering/emit/memory_plan.h"

#include "runtime/format/graph.h"

#include <algorithm>
#include <numeric>
#include <random>

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

// Each block, in the given order, at the lowest offset where no block that
// lives at the same time is in the way.
static Placement place(const std::vector<Block> &blocks, const Coexistence &coexist,
                       const std::vector<uint32_t> &order) {
  Placement placement;
  placement.offsets.assign(blocks.size(), -1);
  std::vector<uint32_t> placed; // by ascending offset
  for (uint32_t next : order) {
    int64_t offset = 0;
    for (uint32_t other : placed) {
      if (!coexist(blocks[other].buffer, blocks[next].buffer))
        continue;
      if (placement.offsets[other] - offset >= blocks[next].size)
        break;
      offset = std::max(offset, placement.offsets[other] + blocks[other].size);
    }
    placement.offsets[next] = offset;
    placement.end = std::max(placement.end, offset + blocks[next].size);
    auto at = std::upper_bound(placed.begin(), placed.end(), next, [&](uint32_t a, uint32_t b) {
      return placement.offsets[a] < placement.offsets[b];
    });
    placed.insert(at, next);
  }
  return placement;
}

static int64_t largestLive(const std::vector<Block> &blocks) {
  int64_t largest = 0;
  for (const Block &at : blocks) {
    int64_t live = 0;
    for (const Block &block : blocks)
      if (block.life.begin <= at.life.begin && at.life.begin <= block.life.end)
        live += block.size;
    largest = std::max(largest, live);
  }
  return largest;
}

// A few good orders, then shuffles of the best for as long as they can help.
// The generator is seeded: the same program gets the same plan.
static Placement bestPlacement(const std::vector<Block> &blocks, const Coexistence &coexist) {
  std::vector<uint32_t> order(blocks.size());
  std::iota(order.begin(), order.end(), 0u);
  Placement best = place(blocks, coexist, order);
  std::vector<uint32_t> bestOrder = order;
  int64_t floor = largestLive(blocks);
  auto attempt = [&](const std::vector<uint32_t> &candidate) {
    Placement placement = place(blocks, coexist, candidate);
    if (placement.end < best.end) {
      best = std::move(placement);
      bestOrder = candidate;
    }
  };
  auto length = [&](uint32_t i) { return blocks[i].life.end - blocks[i].life.begin + 1; };
  auto attemptBy = [&](auto &&weight) {
    std::vector<uint32_t> sorted = order;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](uint32_t a, uint32_t b) { return weight(a) > weight(b); });
    attempt(sorted);
  };
  attemptBy([&](uint32_t i) { return blocks[i].size; });
  attemptBy([&](uint32_t i) { return length(i); });
  attemptBy([&](uint32_t i) { return blocks[i].size * length(i); });
  std::mt19937 random(1);
  int64_t swaps = order.size() < 2 ? 0 : std::min<int64_t>(2000, 200000 / int64_t(order.size()));
  for (int64_t i = 0; i < swaps && best.end > floor; ++i) {
    std::vector<uint32_t> shuffled = bestOrder;
    std::swap(shuffled[random() % shuffled.size()], shuffled[random() % shuffled.size()]);
    std::swap(shuffled[random() % shuffled.size()], shuffled[random() % shuffled.size()]);
    attempt(shuffled);
  }
  return best;
}

// Reused bytes: whoever writes them next waits for all who used them before.
static void addReuseEdges(qrt::Program &program, const qrt::BufferUses &uses,
                          const std::vector<Block> &blocks, const Placement &placement) {
  std::vector<std::vector<uint32_t>> wanted(program.nodes.size()); // later → earlier
  for (size_t a = 0; a < blocks.size(); ++a)
    for (size_t b = 0; b < blocks.size(); ++b) {
      const Block &old = blocks[a], &fresh = blocks[b];
      bool shares = placement.offsets[a] < placement.offsets[b] + fresh.size &&
                    placement.offsets[b] < placement.offsets[a] + old.size;
      if (!shares || old.life.end >= fresh.life.begin)
        continue;
      for (uint32_t writer : uses.writers[fresh.buffer])
        wanted[writer].insert(wanted[writer].end(), uses.users[old.buffer].begin(),
                              uses.users[old.buffer].end());
    }
  qrt::NodeOrder before(program);
  for (uint32_t later = 0; later < program.nodes.size(); ++later) {
    // What earlier nodes have gained by now is inherited first.
    for (uint32_t direct : program.nodes[later].after)
      before.inherit(direct, later);
    std::vector<uint32_t> &edges = wanted[later];
    std::sort(edges.rbegin(), edges.rend()); // the latest first: it implies most others
    for (uint32_t earlier : edges)
      if (!before.before(earlier, later)) {
        program.nodes[later].after.push_back(earlier);
        before.inherit(earlier, later);
      }
    std::sort(program.nodes[later].after.begin(), program.nodes[later].after.end());
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
  Placement fixed = bestPlacement(zones[0], coexist), growing = bestPlacement(zones[1], coexist);
  for (size_t i = 0; i < zones[0].size(); ++i)
    program.buffers[zones[0][i].buffer].offset = {0, fixed.offsets[i], 1};
  for (size_t i = 0; i < zones[1].size(); ++i)
    program.buffers[zones[1][i].buffer].offset = {growing.offsets[i], fixed.end, 1};
  program.arenaBytes = {growing.end, fixed.end, 1};
  addReuseEdges(program, uses, zones[0], fixed);
  addReuseEdges(program, uses, zones[1], growing);
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
