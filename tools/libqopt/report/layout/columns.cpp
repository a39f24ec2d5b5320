// Brandes and Köpf, "Fast and simple horizontal coordinate assignment" (2001), in four directions.
// Blocks of aligned nodes are placed over a graph of blocks, whose longest paths keep distances:
// the paper's shifts of classes may let nodes overlap.
#include "tools/libqopt/report/layout/rows.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace qopt::drawing {
namespace {

constexpr double betweenBoxes = 28, betweenBends = 16;

/// Lines whose two ends must not be aligned: they cross one between two bends, which is to be
/// straight.
using Conflicts = std::set<std::pair<uint32_t, uint32_t>>;

bool isInner(const Rows &rows, uint32_t above, uint32_t below) {
  return rows.nodes[above].isBend && rows.nodes[below].isBend;
}

/// The place of the bend above `node` where both are bends; none: the last place.
int64_t innerPlace(const Rows &rows, uint32_t node, int64_t otherwise) {
  for (uint32_t above : rows.nodes[node].up)
    if (isInner(rows, above, node))
      return rows.nodes[above].place;
  return otherwise;
}

Conflicts findConflicts(const Rows &rows) {
  Conflicts conflicts;
  for (size_t row = 1; row < rows.order.size(); ++row) {
    const std::vector<uint32_t> &nodes = rows.order[row];
    const int64_t last = int64_t(rows.order[row - 1].size()) - 1;
    int64_t left = 0;
    size_t scanned = 0;
    for (size_t i = 0; i < nodes.size(); ++i) {
      const int64_t none = -1, inner = innerPlace(rows, nodes[i], none);
      if (inner == none && i + 1 < nodes.size())
        continue;
      const int64_t right = inner == none ? last : inner;
      for (; scanned <= i; ++scanned)
        for (uint32_t above : rows.nodes[nodes[scanned]].up) {
          const int64_t place = rows.nodes[above].place;
          if ((place < left || place > right) && !isInner(rows, above, nodes[scanned]))
            conflicts.insert({above, nodes[scanned]});
        }
      left = right;
    }
  }
  return conflicts;
}

struct Direction {
  bool fromAbove, fromLeft;
};

class Alignment {
public:
  Alignment(const Rows &rows, const Conflicts &conflicts, Direction direction)
      : rows(rows), conflicts(conflicts), direction(direction) {}

  std::vector<double> columns() {
    align();
    placeBlocks();
    std::vector<double> x(rows.nodes.size());
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = direction.fromLeft ? at[root[i]] : -at[root[i]];
    return x;
  }

private:
  std::vector<uint32_t> rowInDirection(size_t row) const {
    std::vector<uint32_t> nodes = rows.order[row];
    if (!direction.fromLeft)
      std::reverse(nodes.begin(), nodes.end());
    return nodes;
  }
  int64_t placeOf(uint32_t node) const {
    const int64_t place = rows.nodes[node].place;
    return direction.fromLeft ? place : -place;
  }
  const std::vector<uint32_t> &before(uint32_t node) const {
    return direction.fromAbove ? rows.nodes[node].up : rows.nodes[node].down;
  }

  /// Boxes go with boxes, bends with bends, so that a chain and what passes by it are straight: one
  /// that has its like on the other side is not taken from it.
  std::vector<uint32_t> candidates(uint32_t node) const {
    const bool isBend = rows.nodes[node].isBend;
    std::vector<uint32_t> alike, others;
    for (uint32_t other : before(node)) {
      if (rows.nodes[other].isBend == isBend)
        alike.push_back(other);
      else if (!goesOn(other))
        others.push_back(other);
    }
    std::vector<uint32_t> found = alike.empty() ? others : alike;
    std::sort(found.begin(), found.end(),
              [&](uint32_t a, uint32_t b) { return placeOf(a) < placeOf(b); });
    return found;
  }
  bool goesOn(uint32_t node) const {
    const std::vector<uint32_t> &after =
        direction.fromAbove ? rows.nodes[node].down : rows.nodes[node].up;
    return std::any_of(after.begin(), after.end(), [&](uint32_t other) {
      return rows.nodes[other].isBend == rows.nodes[node].isBend;
    });
  }
  bool conflict(uint32_t a, uint32_t b) const {
    return conflicts.contains(direction.fromAbove ? std::pair(a, b) : std::pair(b, a));
  }

  void align() {
    root.resize(rows.nodes.size());
    for (uint32_t i = 0; i < root.size(); ++i)
      root[i] = i;
    std::vector<bool> isTaken(root.size());
    const size_t count = rows.order.size();
    for (size_t i = 1; i < count; ++i) {
      int64_t taken = std::numeric_limits<int64_t>::min();
      for (uint32_t node : rowInDirection(direction.fromAbove ? i : count - 1 - i)) {
        const std::vector<uint32_t> all = candidates(node);
        if (all.empty())
          continue;
        for (size_t middle : {(all.size() - 1) / 2, all.size() / 2}) {
          const uint32_t other = all[middle];
          if (root[node] != node || isTaken[other] || placeOf(other) <= taken ||
              conflict(other, node))
            continue;
          root[node] = root[other];
          isTaken[other] = true;
          taken = placeOf(other);
        }
      }
    }
  }

  double distance(uint32_t a, uint32_t b) const {
    const bool areBends = rows.nodes[a].isBend && rows.nodes[b].isBend;
    return (rows.nodes[a].width + rows.nodes[b].width) / 2 +
           (areBends ? betweenBends : betweenBoxes);
  }

  /// Each block as far left as those on its left allow, then as far right as those on its right.
  void placeBlocks() {
    struct Link {
      uint32_t to;
      double distance;
    };
    std::vector<std::vector<Link>> right(rows.nodes.size());
    std::vector<uint32_t> waiting(rows.nodes.size());
    for (size_t row = 0; row < rows.order.size(); ++row) {
      const std::vector<uint32_t> nodes = rowInDirection(row);
      for (size_t i = 0; i + 1 < nodes.size(); ++i) {
        right[root[nodes[i]]].push_back({root[nodes[i + 1]], distance(nodes[i], nodes[i + 1])});
        ++waiting[root[nodes[i + 1]]];
      }
    }
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < root.size(); ++i)
      if (root[i] == i && waiting[i] == 0)
        order.push_back(i);
    at.assign(rows.nodes.size(), 0);
    for (size_t i = 0; i < order.size(); ++i)
      for (const Link &link : right[order[i]]) {
        at[link.to] = std::max(at[link.to], at[order[i]] + link.distance);
        if (--waiting[link.to] == 0)
          order.push_back(link.to);
      }
    for (size_t i = order.size(); i-- > 0;) {
      double most = std::numeric_limits<double>::infinity();
      for (const Link &link : right[order[i]])
        most = std::min(most, at[link.to] - link.distance);
      if (most < std::numeric_limits<double>::infinity())
        at[order[i]] = std::max(at[order[i]], most);
    }
  }

  const Rows &rows;
  const Conflicts &conflicts;
  const Direction direction;
  std::vector<uint32_t> root;
  std::vector<double> at; // of a root
};

struct Extent {
  double left, right;
  double width() const { return right - left; }
};

Extent extentOf(const Rows &rows, const std::vector<double> &x) {
  Extent extent{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (size_t i = 0; i < x.size(); ++i) {
    extent.left = std::min(extent.left, x[i] - rows.nodes[i].width / 2);
    extent.right = std::max(extent.right, x[i] + rows.nodes[i].width / 2);
  }
  return extent;
}

} // namespace

std::vector<double> assignColumns(const Rows &rows) {
  const Conflicts conflicts = findConflicts(rows);
  constexpr std::array<Direction, 4> directions{
      Direction{true, true}, {true, false}, {false, true}, {false, false}};
  std::array<std::vector<double>, 4> all;
  std::array<Extent, 4> extents{};
  size_t narrowest = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    all[i] = Alignment(rows, conflicts, directions[i]).columns();
    extents[i] = extentOf(rows, all[i]);
    if (extents[i].width() < extents[narrowest].width())
      narrowest = i;
  }
  std::array<double, 4> shift{};
  for (size_t i = 0; i < all.size(); ++i)
    shift[i] = directions[i].fromLeft ? extents[narrowest].left - extents[i].left
                                      : extents[narrowest].right - extents[i].right;
  std::vector<double> x(rows.nodes.size());
  for (size_t node = 0; node < x.size(); ++node) {
    std::array<double, 4> found{};
    for (size_t i = 0; i < all.size(); ++i)
      found[i] = all[i][node] + shift[i];
    std::sort(found.begin(), found.end());
    x[node] = (found[1] + found[2]) / 2;
  }
  return x;
}

} // namespace qopt::drawing
