// A graph in rows: what the steps of a layered drawing hand on. First boxes get their rows, then
// each edge that passes rows gets a bend in each, then rows get an order, then all gets an x.
#pragma once

#include "tools/libqopt/report/layout/layout.h"

namespace qopt::drawing {

struct RowNode {
  double width = 0;
  uint32_t row = 0, place = 0;    // its place in the row
  bool isBend = false;            // of an edge, no box
  std::vector<uint32_t> up, down; // neighbours one row away
};

struct Rows {
  std::vector<RowNode> nodes; // the boxes, then bends
  std::vector<std::vector<uint32_t>> order;
  /// For each edge, the bends that it goes through.
  std::vector<std::vector<uint32_t>> bends;

  void setOrder(size_t row, std::vector<uint32_t> nodesInIt);
};

/// Rows as high up as the graph allows; boxes that read less than is read of them, as inputs that
/// are used late, move down to their readers.
std::vector<uint32_t> assignRows(size_t boxes, std::span<const Edge> edges);

/// Makes boxes and bends, rows in an order of discovery. Lines that leave a box share bends until
/// they part.
Rows makeRows(std::span<const Size> boxes, std::span<const Edge> edges);

/// Orders each row so that few lines cross: sweeps by medians of neighbours, then neighbours that
/// are better exchanged.
void reduceCrossings(Rows &rows);
int64_t countCrossings(const Rows &rows);

/// An x of each node so that long lines and chains are vertical (Brandes and Köpf, 2001).
std::vector<double> assignColumns(const Rows &rows);

} // namespace qopt::drawing
