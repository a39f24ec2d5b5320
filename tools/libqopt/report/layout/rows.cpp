#include "tools/libqopt/report/layout/rows.h"

#include <algorithm>
#include <limits>
#include <set>

namespace qopt::drawing {

void Rows::setOrder(size_t row, std::vector<uint32_t> nodesInIt) {
  for (uint32_t place = 0; place < nodesInIt.size(); ++place)
    nodes[nodesInIt[place]].place = place;
  order[row] = std::move(nodesInIt);
}

std::vector<uint32_t> assignRows(size_t boxes, std::span<const Edge> edges) {
  std::vector<std::vector<uint32_t>> readers(boxes);
  std::vector<uint32_t> rows(boxes), reads(boxes);
  for (const Edge &edge : edges) {
    readers[edge.from].push_back(edge.to);
    ++reads[edge.to];
  }
  for (uint32_t box = 0; box < boxes; ++box)
    for (uint32_t reader : readers[box])
      rows[reader] = std::max(rows[reader], rows[box] + 1);
  for (uint32_t box = uint32_t(boxes); box-- > 0;) {
    if (readers[box].size() <= reads[box])
      continue; // its edges would be no shorter
    uint32_t first = std::numeric_limits<uint32_t>::max();
    for (uint32_t reader : readers[box])
      first = std::min(first, rows[reader]);
    rows[box] = first - 1;
  }
  return rows;
}

namespace {

class RowMaker {
public:
  RowMaker(std::span<const Size> boxes, std::span<const Edge> edges) : edges(edges) {
    const std::vector<uint32_t> own = assignRows(boxes.size(), edges);
    uint32_t last = 0;
    for (size_t box = 0; box < boxes.size(); ++box) {
      rows.nodes.push_back({boxes[box].width, own[box]});
      last = std::max(last, own[box]);
    }
    rows.order.resize(size_t(last) + 1);
    trunks.resize(boxes.size());
  }

  Rows make() {
    for (const Edge &edge : edges)
      rows.bends.push_back(routeOf(edge));
    std::vector<bool> seen(rows.nodes.size());
    std::vector<std::vector<uint32_t>> found(rows.order.size());
    for (uint32_t node = 0; node < rows.nodes.size(); ++node)
      if (rows.nodes[node].up.empty())
        discover(node, seen, found);
    for (size_t row = 0; row < found.size(); ++row)
      rows.setOrder(row, std::move(found[row]));
    return std::move(rows);
  }

private:
  void connect(uint32_t above, uint32_t below) {
    if (!connected.insert({above, below}).second)
      return; // a box that reads a value twice
    rows.nodes[above].down.push_back(below);
    rows.nodes[below].up.push_back(above);
  }

  std::vector<uint32_t> routeOf(const Edge &edge) {
    std::vector<uint32_t> &trunk = trunks[edge.from];
    const size_t count = rows.nodes[edge.to].row - rows.nodes[edge.from].row - 1;
    while (trunk.size() < count) {
      const uint32_t bend = uint32_t(rows.nodes.size());
      const uint32_t row = rows.nodes[edge.from].row + 1 + uint32_t(trunk.size());
      rows.nodes.push_back({0, row, 0, true});
      connect(trunk.empty() ? edge.from : trunk.back(), bend);
      trunk.push_back(bend);
    }
    connect(count ? trunk[count - 1] : edge.from, edge.to);
    return {trunk.begin(), trunk.begin() + ptrdiff_t(count)};
  }

  // Depth first, without recursion: a network is as deep as it has layers.
  void discover(uint32_t root, std::vector<bool> &seen,
                std::vector<std::vector<uint32_t>> &found) const {
    std::vector<uint32_t> stack{root};
    while (!stack.empty()) {
      const uint32_t node = stack.back();
      stack.pop_back();
      if (seen[node])
        continue;
      seen[node] = true;
      found[rows.nodes[node].row].push_back(node);
      const std::vector<uint32_t> &down = rows.nodes[node].down;
      stack.insert(stack.end(), down.rbegin(), down.rend());
    }
  }

  std::span<const Edge> edges;
  Rows rows;
  std::vector<std::vector<uint32_t>> trunks; // the bends below each box
  std::set<std::pair<uint32_t, uint32_t>> connected;
};

} // namespace

Rows makeRows(std::span<const Size> boxes, std::span<const Edge> edges) {
  return RowMaker(boxes, edges).make();
}

} // namespace qopt::drawing
