#include "lowering/fuse/calls/remove_nodes.h"

#include <algorithm>

namespace qopt {

std::vector<uint32_t> numberedWithout(const std::vector<bool> &gone) {
  std::vector<uint32_t> numbers(gone.size());
  uint32_t next = 0;
  for (size_t i = 0; i < gone.size(); ++i) {
    numbers[i] = next;
    next += !gone[i];
  }
  return numbers;
}

void takeEdges(qrt::Program &calls, uint32_t index, std::span<const uint32_t> others) {
  std::vector<uint32_t> &after = calls.nodes[index].after;
  for (uint32_t other : others)
    after.insert(after.end(), calls.nodes[other].after.begin(), calls.nodes[other].after.end());
  std::ranges::sort(after);
  after.erase(std::unique(after.begin(), after.end()), after.end());
  std::erase_if(after,
                [&](uint32_t before) { return std::ranges::find(others, before) != others.end(); });
}

void removeNodes(qrt::Program &calls, const std::vector<bool> &gone) {
  dropItems(calls.nodes, gone);
  const std::vector<uint32_t> numbers = numberedWithout(gone);
  for (qrt::Node &node : calls.nodes)
    for (uint32_t &before : node.after)
      before = numbers[before];
}

} // namespace qopt
