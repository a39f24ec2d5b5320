// Places that data choose. items/s counts scores, or elements looked at.
#include "runtime/calls/non_max_suppression/non_max_suppression.h"
#include "runtime/calls/non_zero/non_zero.h"
#include "test/runtime/numerics/bench/bench.h"

namespace {

using namespace qrt;
using namespace qrt::bench;

/// Boxes of a third of a side, on a grid as detectors have them.
void addSuppression(int64_t boxes, int64_t most) {
  std::vector<float> corners;
  for (int64_t i = 0; i < boxes; ++i) {
    const float y = float(i / 32), x = float(i % 32);
    corners.insert(corners.end(), {y, x, y + 3, x + 3});
  }
  SuppressionShape shape;
  shape.boxes = boxes;
  shape.most = most;
  shape.overlap = 0.5f;
  shape.corners = {{boxes * 4, 4, 1}, 0};
  shape.scores = {{boxes, boxes, 1}, 0};
  shape.rows = {{3, 1}, 0};
  auto rows = std::make_shared<std::vector<int64_t>>(most * 3);
  addBench("non_max_suppression", "of " + std::to_string(boxes) + " boxes", boxes,
           [=, scores = shuffled(boxes)](const Execution &execution) {
             int64_t count = 0;
             suppressNonMaxima(execution, shape, 1, 1, corners.data(), scores.data(), rows->data(),
                               &count);
             benchmark::DoNotOptimize(count);
           });
}

void addNonZero(int64_t every) {
  constexpr int64_t side = 256, elements = side * side;
  std::vector<float> x(elements);
  for (int64_t i = 0; i < elements; i += every)
    x[size_t(i)] = 1;
  const NonZeroShape shape{{{side, 1}, 0}, {{elements, 1}, 0}};
  auto places = std::make_shared<std::vector<int64_t>>(2 * elements);
  addBench(
      "non_zero", "one in " + std::to_string(every), elements, [=](const Execution &execution) {
        const int64_t sizes[] = {side, side};
        int64_t count = 0;
        findNonZero(execution, shape, sizes, ElementType::F32, x.data(), places->data(), &count);
        benchmark::DoNotOptimize(count);
      });
}

const bool selectRegistered = [] {
  for (int64_t boxes : {int64_t(1000), int64_t(8000)})
    addSuppression(boxes, 200);
  for (int64_t every : {int64_t(2), int64_t(100)})
    addNonZero(every);
  return true;
}();

} // namespace
