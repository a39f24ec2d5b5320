#include "tools/onnxruntime/partition.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace qopt::ort {
namespace {

class Parts {
public:
  explicit Parts(const std::vector<GraphNode> &nodes)
      : nodes(nodes), levels(nodes.size()), heads(nodes.size()), isFree(nodes.size()) {
    std::iota(heads.begin(), heads.end(), size_t(0));
  }

  std::vector<std::vector<size_t>> find() {
    for (size_t i = 0; i < nodes.size(); ++i) {
      isFree[i] = readsConstantsAlone(i);
      if (!isFree[i])
        setLevel(i);
      for (const std::string &output : nodes[i].given.outputs)
        makers[output] = i;
    }
    lowerFree();
    for (size_t i = 0; i < nodes.size(); ++i) {
      setLevel(i);
      join(i);
    }
    std::unordered_map<size_t, size_t> places;
    std::vector<std::vector<size_t>> parts;
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (!isOpen(i))
        continue;
      auto [place, isNew] = places.try_emplace(headOf(i), parts.size());
      if (isNew)
        parts.emplace_back();
      parts[place->second].push_back(i);
    }
    joinUnread(parts);
    return parts;
  }

private:
  bool isOpen(size_t node) const { return nodes[node].why.empty(); }
  size_t headOf(size_t node) {
    while (heads[node] != node)
      node = heads[node] = heads[heads[node]];
    return node;
  }

  std::vector<size_t> makersOf(size_t node) const {
    std::vector<size_t> read;
    for (const std::string &name : nodes[node].reads)
      if (auto maker = makers.find(name); maker != makers.end())
        read.push_back(maker->second);
    return read;
  }

  bool readsConstantsAlone(size_t node) const {
    const std::vector<size_t> read = makersOf(node);
    return isOpen(node) && read.size() == nodes[node].computedReads &&
           std::ranges::all_of(read, [&](size_t maker) { return isFree[maker]; });
  }

  // The level is above that of whoever is of the other kind, and not below that of its own kind:
  // what lies between two nodes of one level is of that level and kind.
  void setLevel(size_t node) {
    for (size_t maker : makersOf(node))
      levels[node] = std::max(levels[node], levels[maker] + (isOpen(maker) != isOpen(node)));
  }

  void join(size_t node) {
    for (size_t maker : makersOf(node))
      if (isOpen(node) && isOpen(maker) && levels[maker] == levels[node])
        heads[headOf(node)] = headOf(maker);
  }

  // A node that reads constants alone, as the DequantizeLinear of weights, may be of any level. It
  // takes the earliest of those that read it, where it is a constant of their part.
  void lowerFree() {
    std::vector<size_t> limits(nodes.size(), nodes.size());
    for (size_t node = nodes.size(); node-- > 0;) {
      if (isFree[node])
        levels[node] = limits[node] == nodes.size() ? 0 : limits[node];
      const size_t below = isOpen(node) || levels[node] == 0 ? levels[node] : levels[node] - 1;
      for (size_t maker : makersOf(node))
        limits[maker] = std::min(limits[maker], below);
    }
  }

  /// Tells whether nobody outside reads what the part makes.
  bool isUnread(const std::vector<size_t> &part) const {
    std::unordered_map<std::string, size_t> inside;
    for (size_t node : part)
      for (const std::string &name : nodes[node].reads)
        ++inside[name];
    return std::ranges::all_of(part, [&](size_t node) {
      auto isOwn = [&](const std::string &name) {
        auto all = readCounts.find(name);
        return all == readCounts.end() || all->second == inside[name];
      };
      return !nodes[node].isGraphOutput && std::ranges::all_of(nodes[node].given.outputs, isOwn);
    });
  }

  // No path leads out of such a part: it may join any of its level or of a later one, and would
  // by itself be a program without outputs.
  void joinUnread(std::vector<std::vector<size_t>> &parts) {
    for (const GraphNode &node : nodes)
      for (const std::string &name : node.reads)
        ++readCounts[name];
    auto unread = std::ranges::stable_partition(
        parts, [&](const std::vector<size_t> &part) { return !isUnread(part); });
    auto levelOf = [&](const std::vector<size_t> &part) { return levels[part.front()]; };
    auto latest = std::ranges::max_element(parts.begin(), unread.begin(), {}, levelOf);
    if (latest == unread.begin())
      return;
    for (std::vector<size_t> &part : unread)
      if (levelOf(part) <= levelOf(*latest)) {
        latest->insert(latest->end(), part.begin(), part.end());
        part.clear();
      }
    std::ranges::sort(*latest);
    std::erase_if(parts, [](const std::vector<size_t> &part) { return part.empty(); });
  }

  const std::vector<GraphNode> &nodes;
  std::vector<size_t> levels, heads;
  std::vector<bool> isFree;                           // they read constants alone
  std::unordered_map<std::string, size_t> makers;     // of values
  std::unordered_map<std::string, size_t> readCounts; // of values, by all nodes
};

} // namespace

std::vector<std::vector<size_t>> connectedParts(const std::vector<GraphNode> &nodes) {
  return Parts(nodes).find();
}

} // namespace qopt::ort
