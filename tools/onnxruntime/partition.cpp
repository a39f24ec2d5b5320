#include "tools/onnxruntime/partition.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace qopt::ort {
namespace {

class Parts {
public:
  explicit Parts(const std::vector<GraphNode> &nodes)
      : nodes(nodes), levels(nodes.size()), heads(nodes.size()) {
    std::iota(heads.begin(), heads.end(), size_t(0));
  }

  std::vector<std::vector<size_t>> find() {
    for (size_t i = 0; i < nodes.size(); ++i) {
      setLevel(i);
      for (const std::string &output : nodes[i].given.outputs)
        makers[output] = i;
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
    return parts;
  }

private:
  bool isOpen(size_t node) const { return nodes[node].why.empty(); }
  size_t headOf(size_t node) {
    while (heads[node] != node)
      node = heads[node] = heads[heads[node]];
    return node;
  }

  // The level is above that of whoever is of the other kind, and not below that of its own kind:
  // what lies between two nodes of one level is of that level and kind.
  void setLevel(size_t node) {
    std::vector<size_t> read;
    for (const std::string &name : nodes[node].reads)
      if (auto maker = makers.find(name); maker != makers.end())
        read.push_back(maker->second);
    for (size_t maker : read)
      levels[node] = std::max(levels[node], levels[maker] + (isOpen(maker) != isOpen(node)));
    for (size_t maker : read)
      if (isOpen(node) && isOpen(maker) && levels[maker] == levels[node])
        heads[headOf(node)] = headOf(maker);
  }

  const std::vector<GraphNode> &nodes;
  std::vector<size_t> levels, heads;
  std::unordered_map<std::string, size_t> makers; // of values
};

} // namespace

std::vector<std::vector<size_t>> connectedParts(const std::vector<GraphNode> &nodes) {
  return Parts(nodes).find();
}

} // namespace qopt::ort
