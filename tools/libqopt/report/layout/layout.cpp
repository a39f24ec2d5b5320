#include "tools/libqopt/report/layout/layout.h"

#include "tools/libqopt/report/layout/rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace qopt::drawing {
namespace {

constexpr double margin = 24, gap = 30, mostGap = 70, atBox = 14; // between arrows at a box

class Placer {
public:
  Placer(std::span<const Size> boxes, std::span<const Edge> edges)
      : boxes(boxes), edges(edges), rows(makeRows(boxes, edges)) {}

  Layout place() {
    reduceCrossings(rows);
    x = assignColumns(rows);
    moveToMargin();
    placeRows();
    Layout layout;
    for (size_t box = 0; box < boxes.size(); ++box)
      layout.centers.push_back(
          {x[box], top[rows.nodes[box].row] + height[rows.nodes[box].row] / 2});
    std::vector<double> ends = arrivals();
    for (size_t edge = 0; edge < edges.size(); ++edge)
      layout.routes.push_back(routeOf(edge, ends[edge]));
    layout.width = width + 2 * margin;
    layout.height = top.back() + height.back() + margin;
    return layout;
  }

private:
  void moveToMargin() {
    double left = std::numeric_limits<double>::infinity(), right = -left;
    for (size_t i = 0; i < x.size(); ++i) {
      left = std::min(left, x[i] - rows.nodes[i].width / 2);
      right = std::max(right, x[i] + rows.nodes[i].width / 2);
    }
    width = right - left;
    for (double &at : x)
      at = std::round((at - left + margin) * 2) / 2;
  }

  /// Rows between which lines turn far are further apart.
  void placeRows() {
    double y = margin;
    for (size_t row = 0; row < rows.order.size(); ++row) {
      double tallest = 0, furthest = 0;
      for (uint32_t node : rows.order[row]) {
        if (node < boxes.size())
          tallest = std::max(tallest, boxes[node].height);
        for (uint32_t below : rows.nodes[node].down)
          furthest = std::max(furthest, std::abs(x[node] - x[below]));
      }
      top.push_back(y);
      height.push_back(tallest);
      y += tallest + std::min(mostGap, gap + furthest / 16);
    }
  }

  /// Returns where each edge meets the upper side of its box: those that come from the left on the
  /// left.
  std::vector<double> arrivals() const {
    std::vector<std::vector<size_t>> into(boxes.size());
    for (size_t edge = 0; edge < edges.size(); ++edge)
      into[edges[edge].to].push_back(edge);
    auto from = [&](size_t edge) {
      return x[rows.bends[edge].empty() ? edges[edge].from : rows.bends[edge].back()];
    };
    std::vector<double> ends(edges.size());
    for (size_t box = 0; box < boxes.size(); ++box) {
      std::vector<size_t> &all = into[box];
      std::stable_sort(all.begin(), all.end(),
                       [&](size_t a, size_t b) { return from(a) < from(b); });
      const double room = boxes[box].width - 2 * atBox;
      const double step = all.size() < 2 ? 0 : std::min(atBox, room / double(all.size() - 1));
      for (size_t i = 0; i < all.size(); ++i)
        ends[all[i]] = x[box] + step * (double(i) - double(all.size() - 1) / 2);
    }
    return ends;
  }

  std::vector<Point> routeOf(size_t edge, double end) const {
    const auto [from, to] = edges[edge];
    const uint32_t first = rows.nodes[from].row, last = rows.nodes[to].row;
    std::vector<Point> points;
    auto add = [&](double px, double py) {
      if (!points.empty() && points.back().x == px && points.back().y == py)
        return;
      if (points.size() > 1 && points.back().x == px && points[points.size() - 2].x == px)
        points.back().y = py; // further along a straight line
      else
        points.push_back({px, py});
    };
    add(x[from], top[first] + (height[first] + boxes[from].height) / 2);
    add(x[from], top[first] + height[first]);
    for (uint32_t bend : rows.bends[edge]) {
      const uint32_t row = rows.nodes[bend].row;
      add(x[bend], top[row]);
      add(x[bend], top[row] + height[row]);
    }
    add(end, top[last]);
    add(end, top[last] + (height[last] - boxes[to].height) / 2);
    return points;
  }

  std::span<const Size> boxes;
  std::span<const Edge> edges;
  Rows rows;
  std::vector<double> x, top, height; // of nodes; of rows
  double width = 0;
};

} // namespace

Layout layOut(std::span<const Size> boxes, std::span<const Edge> edges) {
  return boxes.empty() ? Layout{} : Placer(boxes, edges).place();
}

} // namespace qopt::drawing
