#include "runtime/calls/non_max_suppression/non_max_suppression.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace qrt {
namespace {

struct Box {
  float top, left, bottom, right, area;
};

Box boxAt(const SuppressionShape &shape, const float *at) {
  const int64_t step = shape.corners.strides[2];
  const float a = at[0], b = at[step], c = at[2 * step], d = at[3 * step];
  Box box;
  if (shape.centered)
    box = {b - d / 2, a - c / 2, b + d / 2, a + c / 2, 0};
  else
    box = {std::min(a, c), std::min(b, d), std::max(a, c), std::max(b, d), 0};
  // A NaN may have got lost in min and max, not in here.
  const float height = shape.centered ? box.bottom - box.top : std::fabs(c - a);
  const float width = shape.centered ? box.right - box.left : std::fabs(d - b);
  box.area = height * width;
  return box;
}

// Comparisons are worded so that NaN says no.
bool overlaps(const Box &a, const Box &b, float most) {
  const float top = std::max(a.top, b.top), bottom = std::min(a.bottom, b.bottom);
  const float left = std::max(a.left, b.left), right = std::min(a.right, b.right);
  if (!(bottom > top) || !(right > left) || !(a.area > 0) || !(b.area > 0))
    return false;
  const float both = (bottom - top) * (right - left);
  const float either = a.area + b.area - both;
  return both > 0 && either > 0 && both / either > most;
}

/// The boxes of one class of one sample.
class Chooser {
public:
  Chooser(const SuppressionShape &shape, const float *corners, const float *scores)
      : shape(shape), corners(corners), scores(scores) {}

  /// choose(box) for each, the best first; how many.
  template <typename Choose> int64_t run(Choose &&choose) {
    auto isWorse = [&](int64_t a, int64_t b) {
      const float left = score(a), right = score(b);
      return left < right || (left == right && a > b);
    };
    for (int64_t i = 0; i < shape.boxes; ++i)
      if (const float own = score(i); own == own && (!shape.above || own > *shape.above))
        left.push_back(i);
    std::make_heap(left.begin(), left.end(), isWorse);
    while (!left.empty() && int64_t(chosen.size()) < shape.most) {
      std::pop_heap(left.begin(), left.end(), isWorse);
      const int64_t next = left.back();
      left.pop_back();
      const Box box = boxAt(shape, corners + next * shape.corners.strides[1]);
      if (std::any_of(chosen.begin(), chosen.end(),
                      [&](const Box &other) { return overlaps(other, box, shape.overlap); }))
        continue;
      chosen.push_back(box);
      choose(next);
    }
    return int64_t(chosen.size());
  }

private:
  float score(int64_t box) const { return scores[box * shape.scores.strides[2]]; }

  const SuppressionShape &shape;
  const float *corners, *scores;
  std::vector<int64_t> left; // a heap
  std::vector<Box> chosen;
};

} // namespace

void suppressNonMaxima(const Execution &execution, const SuppressionShape &shape, int64_t samples,
                       int64_t classes, const float *corners, const float *scores, int64_t *rows,
                       int64_t *count) {
  int64_t *first = rows + shape.rows.offset;
  const int64_t step = shape.rows.strides[0], column = shape.rows.strides[1];
  const int64_t groups = samples * classes;
  std::vector<int64_t> found(static_cast<size_t>(groups));
  // Each class of each sample writes where its rows are if all before it are full.
  auto run = [&](int64_t begin, int64_t end) {
    for (int64_t group = begin; group < end; ++group) {
      const int64_t sample = group / classes, kind = group % classes;
      int64_t *row = first + group * shape.most * step;
      Chooser chooser(shape, corners + shape.corners.offset + sample * shape.corners.strides[0],
                      scores + shape.scores.offset + sample * shape.scores.strides[0] +
                          kind * shape.scores.strides[1]);
      found[size_t(group)] = chooser.run([&](int64_t box) {
        row[0] = sample, row[column] = kind, row[2 * column] = box;
        row += step;
      });
    }
  };
  execution.parallelFor(groups, 4096 / std::max<int64_t>(shape.boxes, 1) + 1, run);
  int64_t total = 0;
  auto store = [&](int64_t row, auto &&valueOf) {
    for (int64_t c = 0; c < 3; ++c)
      first[row * step + c * column] = valueOf(c);
  };
  for (int64_t group = 0; group < groups; ++group)
    for (int64_t i = 0; i < found[size_t(group)]; ++i, ++total)
      store(total, [&](int64_t c) { return first[(group * shape.most + i) * step + c * column]; });
  for (int64_t row = total; row < groups * shape.most; ++row)
    store(row, [](int64_t) { return int64_t(-1); });
  *count = total;
}

} // namespace qrt
