#include "tools/libqopt/report/layout/rows.h"

#include <algorithm>

namespace qopt::drawing {
namespace {

enum class Side { Up, Down };

const std::vector<uint32_t> &neighbours(const Rows &rows, uint32_t node, Side side) {
  return side == Side::Up ? rows.nodes[node].up : rows.nodes[node].down;
}

std::vector<uint32_t> places(const Rows &rows, uint32_t node, Side side) {
  std::vector<uint32_t> found;
  for (uint32_t other : neighbours(rows, node, side))
    found.push_back(rows.nodes[other].place);
  std::sort(found.begin(), found.end());
  return found;
}

/// Pairs of lines of two neighbours that cross where `a` stands on the left.
int64_t crossingsOf(const std::vector<uint32_t> &a, const std::vector<uint32_t> &b) {
  int64_t count = 0;
  size_t lower = 0;
  for (uint32_t place : a) {
    while (lower < b.size() && b[lower] < place)
      ++lower;
    count += int64_t(lower);
  }
  return count;
}

/// Lines between a row and the next one that cross, by a tree of counts (Barth, Mutzel, Jünger).
int64_t crossingsBelow(const Rows &rows, size_t row) {
  std::vector<int64_t> tree(rows.order[row + 1].size() + 1);
  int64_t crossings = 0, total = 0;
  for (uint32_t node : rows.order[row])
    for (uint32_t place : places(rows, node, Side::Down)) {
      int64_t before = 0; // lines so far that end at this place or left of it
      for (size_t i = place + 1; i > 0; i -= i & (~i + 1))
        before += tree[i];
      crossings += total - before;
      for (size_t i = place + 1; i < tree.size(); i += i & (~i + 1))
        ++tree[i];
      ++total;
    }
  return crossings;
}

double medianOf(const std::vector<uint32_t> &sorted) {
  const size_t half = sorted.size() / 2;
  if (sorted.size() % 2)
    return sorted[half];
  if (sorted.size() == 2)
    return (sorted[0] + sorted[1]) / 2.0;
  const double left = sorted[half - 1] - sorted.front(), right = sorted.back() - sorted[half];
  if (left + right == 0)
    return (sorted[half - 1] + sorted[half]) / 2.0;
  return (sorted[half - 1] * right + sorted[half] * left) / (left + right);
}

/// Nodes without neighbours on that side keep their places; the others take what is left in the
/// order of their medians.
void orderByMedians(Rows &rows, size_t row, Side side) {
  struct Placed {
    double median;
    uint32_t node;
  };
  std::vector<Placed> moving;
  std::vector<uint32_t> result = rows.order[row];
  std::vector<size_t> free;
  for (size_t i = 0; i < result.size(); ++i) {
    const std::vector<uint32_t> at = places(rows, result[i], side);
    if (at.empty())
      continue;
    moving.push_back({medianOf(at), result[i]});
    free.push_back(i);
  }
  std::stable_sort(moving.begin(), moving.end(),
                   [](const Placed &a, const Placed &b) { return a.median < b.median; });
  for (size_t i = 0; i < moving.size(); ++i)
    result[free[i]] = moving[i].node;
  rows.setOrder(row, std::move(result));
}

void sweep(Rows &rows, Side side) {
  const size_t count = rows.order.size();
  for (size_t i = 1; i < count; ++i)
    orderByMedians(rows, side == Side::Up ? i : count - 1 - i, side);
}

/// Exchanges neighbours that cross less the other way round; whether there were any.
bool exchange(Rows &rows, size_t row) {
  std::vector<uint32_t> order = rows.order[row];
  bool any = false;
  for (size_t i = 0; i + 1 < order.size(); ++i) {
    int64_t now = 0, then = 0;
    for (Side side : {Side::Up, Side::Down}) {
      const auto a = places(rows, order[i], side), b = places(rows, order[i + 1], side);
      now += crossingsOf(a, b);
      then += crossingsOf(b, a);
    }
    if (then >= now)
      continue;
    std::swap(order[i], order[i + 1]);
    any = true;
  }
  if (any)
    rows.setOrder(row, std::move(order));
  return any;
}

void exchangeAll(Rows &rows) {
  constexpr int rounds = 4;
  for (int round = 0; round < rounds; ++round) {
    bool any = false;
    for (size_t row = 0; row < rows.order.size(); ++row)
      any |= exchange(rows, row);
    if (!any)
      return;
  }
}

} // namespace

int64_t countCrossings(const Rows &rows) {
  int64_t crossings = 0;
  for (size_t row = 0; row + 1 < rows.order.size(); ++row)
    crossings += crossingsBelow(rows, row);
  return crossings;
}

void reduceCrossings(Rows &rows) {
  constexpr int sweeps = 8;
  auto best = rows.order;
  int64_t fewest = countCrossings(rows);
  for (int i = 0; i < sweeps && fewest > 0; ++i) {
    sweep(rows, i % 2 ? Side::Down : Side::Up);
    exchangeAll(rows);
    if (const int64_t crossings = countCrossings(rows); crossings < fewest) {
      fewest = crossings;
      best = rows.order;
    }
  }
  for (size_t row = 0; row < best.size(); ++row)
    rows.setOrder(row, std::move(best[row]));
}

} // namespace qopt::drawing
