// A layered drawing of a graph without cycles: boxes in rows, what is computed later further down,
// lines around boxes (Sugiyama, Tagawa and Toda, 1981). Lengths are in pixels, y grows downwards.
// docs/decisions/tools/reports.md says why it is our own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace qopt::drawing {

struct Point {
  double x = 0, y = 0;
};

struct Size {
  double width = 0, height = 0;
};

struct Edge {
  uint32_t from = 0, to = 0; // from < to: boxes stand in an order of computation
};

struct Layout {
  std::vector<Point> centers; // of the boxes
  /// For each edge: points from the lower side of a box to the upper side of another. Between two
  /// points of one x it is straight, else a curve that begins and ends vertically.
  std::vector<std::vector<Point>> routes;
  double width = 0, height = 0; // of all, with a margin
};

/// The same for the same graph, on every machine but for the rounding of sums.
Layout layOut(std::span<const Size> boxes, std::span<const Edge> edges);

} // namespace qopt::drawing
