// Nodes of calls that became part of others go.
#pragma once

#include "runtime/format/program.h"

namespace qopt {

/// Old numbers to new ones, of what is kept.
std::vector<uint32_t> numberedWithout(const std::vector<bool> &gone);

template <typename T> void dropItems(std::vector<T> &items, const std::vector<bool> &gone) {
  size_t i = 0;
  std::erase_if(items, [&](const T &) { return gone[i++]; });
}

/// Lets node `index` wait for what `others` wait for, in place of `others`, which become part of
/// it.
void takeEdges(qrt::Program &calls, uint32_t index, std::span<const uint32_t> others);

/// Removes the nodes in `gone`, which no edge names any more; their buffers stay.
void removeNodes(qrt::Program &calls, const std::vector<bool> &gone);

} // namespace qopt
