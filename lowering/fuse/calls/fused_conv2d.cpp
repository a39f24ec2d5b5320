#include "lowering/fuse/calls/fused_conv2d.h"

#include "lowering/fuse/calls/remove_nodes.h"
#include "runtime/format/graph.h"
#include "runtime/format/parts.h"

#include <algorithm>

namespace qopt {
namespace {

using qrt::Conv2dCall;

const Conv2dCall *convolutionOf(const qrt::Node &node) {
  const qrt::Call *call = std::get_if<qrt::Call>(&node.work);
  return call ? std::get_if<Conv2dCall>(call) : nullptr;
}

bool contains(const std::vector<uint32_t> &list, uint32_t item) {
  return std::ranges::find(list, item) != list.end();
}

/// Nodes `first` and first + 1 may be one call.
bool isPair(const qrt::Program &calls, const qrt::BufferUses &uses, uint32_t first) {
  const Conv2dCall *call = convolutionOf(calls.nodes[first]);
  const Conv2dCall *next = convolutionOf(calls.nodes[first + 1]);
  if (!call || !next)
    return false;
  const uint32_t between = calls.nodes[first].writes[0];
  return calls.buffers[between].role == qrt::BufferRole::Activation &&
         uses.users[between] == std::vector<uint32_t>{first, first + 1} &&
         readsOnce(*next, between) && canFuse(*call, *next);
}

/// A pair keeps what its first call reads alive until its second ends. Returns whether that costs
/// no memory, or the value between them is larger than what stays in a core's cache.
bool isWorth(const qrt::Program &calls, uint32_t first) {
  constexpr int64_t leastBytes = 512 * 1024; // of a sample
  const qrt::Node &node = calls.nodes[first];
  return calls.buffers[node.writes[0]].bytes.at(1) >= leastBytes ||
         std::ranges::all_of(node.reads, [&](uint32_t read) {
           return contains(calls.nodes[first + 1].reads, read);
         });
}

/// Node first + 1 becomes both.
void join(qrt::Program &calls, uint32_t first) {
  qrt::Node &before = calls.nodes[first], &node = calls.nodes[first + 1];
  const uint32_t between = before.writes[0];
  takeEdges(calls, first + 1, std::span(&first, 1));
  std::vector<uint32_t> reads = before.reads;
  for (uint32_t read : node.reads)
    if (read != between && !contains(reads, read))
      reads.push_back(read);
  node.reads = std::move(reads);
  node.writes.insert(node.writes.begin(), between);
  node.note =
      "with '" + before.name + "', row by row" + (node.note.empty() ? "" : "; " + node.note);
  node.work = qrt::Call(qrt::FusedConv2dCall{*convolutionOf(before), *convolutionOf(node)});
  node.parts = qrt::partsOf(calls.buffers, node);
}

} // namespace

void computeRowsTogether(qrt::Program &calls) {
  const qrt::BufferUses uses(calls);
  std::vector<bool> gone(calls.nodes.size(), false);
  for (uint32_t first = 0; first + 1 < calls.nodes.size(); ++first)
    if (isPair(calls, uses, first) && isWorth(calls, first)) {
      join(calls, first);
      gone[first] = true;
    }
  if (std::ranges::find(gone, true) == gone.end())
    return;
  for (uint32_t i = 0; i < calls.nodes.size(); ++i) { // what waited for the first waits for both
    std::vector<uint32_t> &after = calls.nodes[i].after;
    if (gone[i] || std::ranges::none_of(after, [&](uint32_t before) { return gone[before]; }))
      continue;
    for (uint32_t &before : after)
      before += gone[before];
    takeEdges(calls, i, {});
  }
  removeNodes(calls, gone);
}

} // namespace qopt
