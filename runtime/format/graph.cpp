#include "runtime/format/graph.h"

#include <algorithm>

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

Coexistence Coexistence::alongList(const std::vector<Lifetime> &lives) {
  Coexistence result(lives.size());
  for (size_t a = 0; a < lives.size(); ++a)
    for (size_t b = 0; b < lives.size(); ++b)
      result.rows[a][b] = lives[a].overlaps(lives[b]);
  return result;
}

Coexistence Coexistence::alongEdges(const Program &program, const BufferUses &uses) {
  const NodeOrder order(program);
  Coexistence result(program.buffers.size());
  for (uint32_t a = 0; a < result.rows.size(); ++a)
    for (uint32_t b = 0; b <= a; ++b)
      result.rows[a][b] = result.rows[b][a] =
          !isOverBefore(program, uses, order, a, b) && !isOverBefore(program, uses, order, b, a);
  return result;
}

} // namespace qrt
