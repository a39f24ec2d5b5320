#include "runtime/format/graph.h"

#include <algorithm>
#include <numeric>

namespace qrt {

BufferUses::BufferUses(const Program &program)
    : writers(program.buffers.size()), users(program.buffers.size()) {
  auto add = [](std::vector<uint32_t> &list, uint32_t node) {
    if (list.empty() || list.back() != node)
      list.push_back(node);
  };
  for (uint32_t i = 0; i < program.nodes.size(); ++i) {
    for (uint32_t buffer : program.nodes[i].reads)
      add(users[buffer], i);
    for (uint32_t buffer : program.nodes[i].writes) {
      add(writers[buffer], i);
      add(users[buffer], i);
    }
  }
}

std::vector<Lifetime> lifetimes(const Program &program, const BufferUses &uses) {
  std::vector<Lifetime> result(program.buffers.size());
  for (size_t i = 0; i < result.size(); ++i) {
    if (!uses.users[i].empty())
      result[i] = {uses.users[i].front(), uses.users[i].back()};
    if (program.buffers[i].role == BufferRole::Input) {
      result[i].begin = -1;
      result[i].end = std::max<int64_t>(result[i].end, -1);
    }
    if (program.buffers[i].role == BufferRole::Output)
      result[i].end = int64_t(program.nodes.size());
  }
  return result;
}

std::vector<Lifetime> heldLifetimes(const Program &program, const BufferUses &uses) {
  std::vector<Lifetime> lives = lifetimes(program, uses);
  for (Lifetime &life : lives)
    life.end = std::max(life.end, life.begin);
  return lives;
}

void AncestorWalk::start(uint32_t later, uint32_t first) {
  heads = {};
  ++round;
  earliest = first;
  for (uint32_t direct : program.nodes[later].after)
    open(direct);
}

void AncestorWalk::open(uint32_t node) {
  if (node < earliest || seen[node] == round)
    return;
  seen[node] = round;
  heads.push(node);
}

bool AncestorWalk::reaches(uint32_t earlier) {
  while (!heads.empty() && heads.top() > earlier) {
    const uint32_t node = heads.top();
    heads.pop();
    for (uint32_t direct : program.nodes[node].after)
      open(direct);
  }
  return seen[earlier] == round;
}

NodeOrder::NodeOrder(const Program &program) : NodeOrder(program.nodes.size()) {
  for (uint32_t i = 0; i < program.nodes.size(); ++i)
    for (uint32_t earlier : program.nodes[i].after)
      inherit(earlier, i);
}

void NodeOrder::inherit(uint32_t earlier, uint32_t later) {
  std::vector<uint64_t> &mine = ancestors[later];
  const std::vector<uint64_t> &theirs = ancestors[earlier];
  for (size_t word = 0; word <= earlier / 64; ++word)
    mine[word] |= theirs[word];
  mine[earlier / 64] |= uint64_t(1) << (earlier % 64);
}

bool isOverBefore(const Program &program, const BufferUses &uses, const NodeOrder &order,
                  uint32_t first, uint32_t second) {
  if (program.buffers[first].role == BufferRole::Output ||
      program.buffers[second].role == BufferRole::Input)
    return false;
  for (uint32_t earlier : uses.users[first])
    for (uint32_t later : uses.users[second])
      if (!order.before(earlier, later))
        return false;
  return true;
}

std::vector<uint32_t> RangeOwners::take(int64_t begin, int64_t end, uint32_t owner) {
  std::vector<uint32_t> before;
  if (begin >= end)
    return before;
  auto piece = pieces.upper_bound(begin);
  if (piece != pieces.begin() && std::prev(piece)->second.end > begin)
    --piece;
  while (piece != pieces.end() && piece->first < end) {
    const auto [from, old] = *piece;
    before.push_back(old.owner);
    piece = pieces.erase(piece);
    if (from < begin)
      pieces.emplace(from, Piece{begin, old.owner});
    if (old.end > end)
      piece = pieces.emplace(end, old).first;
  }
  pieces.emplace(begin, Piece{end, owner});
  std::sort(before.begin(), before.end());
  before.erase(std::unique(before.begin(), before.end()), before.end());
  return before;
}

Coexistence Coexistence::alongList(std::vector<Lifetime> lives) {
  Coexistence result;
  result.lives = std::move(lives);
  return result;
}

Coexistence Coexistence::alongEdges(const Program &program, const BufferUses &uses) {
  const NodeOrder order(program);
  Coexistence result;
  const size_t buffers = program.buffers.size();
  result.rows.assign(buffers, std::vector<bool>(buffers));
  for (uint32_t a = 0; a < buffers; ++a)
    for (uint32_t b = 0; b <= a; ++b)
      result.rows[a][b] = result.rows[b][a] =
          !isOverBefore(program, uses, order, a, b) && !isOverBefore(program, uses, order, b, a);
  return result;
}

std::optional<std::vector<std::vector<uint32_t>>>
Coexistence::pairs(std::span<const uint32_t> buffers, size_t most) const {
  std::vector<std::vector<uint32_t>> result(buffers.size());
  size_t found = 0;
  auto add = [&](uint32_t a, uint32_t b) {
    result[a].push_back(b);
    result[b].push_back(a);
    return ++found <= most;
  };
  std::vector<uint32_t> order(buffers.size());
  std::iota(order.begin(), order.end(), 0u);
  const bool alongList = rows.empty();
  if (alongList)
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return lives[buffers[a]].begin < lives[buffers[b]].begin;
    });
  std::vector<uint32_t> held; // that the next may meet
  for (uint32_t next : order) {
    if (alongList)
      std::erase_if(held, [&](uint32_t other) {
        return lives[buffers[other]].end < lives[buffers[next]].begin;
      });
    for (uint32_t other : held)
      if ((alongList || rows[buffers[other]][buffers[next]]) && !add(other, next))
        return std::nullopt;
    held.push_back(next);
  }
  return result;
}

} // namespace qrt
