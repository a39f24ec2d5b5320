#include "runtime/calls/non_max_suppression/non_max_suppression.h"
#include "runtime/numerics/execution/execution.h"
#include "test/runtime/format/refused.h"

#include <gtest/gtest.h>

#include <random>

using namespace qrt;

namespace {

struct Case {
  int64_t samples, classes, boxes, most;
  std::vector<float> corners, scores; // [sample, box, 4], [sample, box, class]
};

// On a coarse grid, so that scores and overlaps are often equal, and boxes often without an area.
Case randomCase(std::mt19937 &random) {
  auto below = [&](int64_t n) { return int64_t(random() % uint64_t(n)); };
  Case c{1 + below(3), 1 + below(3), 1 + below(9), 0, {}, {}};
  c.most = 1 + below(c.boxes);
  for (int64_t i = 0; i < c.samples * c.boxes * 4; ++i)
    c.corners.push_back(float(below(5)));
  for (int64_t i = 0; i < c.samples * c.boxes * c.classes; ++i)
    c.scores.push_back(float(below(6)) / 4);
  return c;
}

// In whole numbers: overlap / union > eighths / 8.
bool overlaps(const float *a, const float *b, int64_t eighths) {
  int64_t sides[2], areas[2] = {1, 1};
  for (int d = 0; d < 2; ++d) {
    auto low = [&](const float *box) { return int64_t(std::min(box[d], box[d + 2])); };
    auto high = [&](const float *box) { return int64_t(std::max(box[d], box[d + 2])); };
    sides[d] = std::max<int64_t>(0, std::min(high(a), high(b)) - std::max(low(a), low(b)));
    areas[0] *= high(a) - low(a);
    areas[1] *= high(b) - low(b);
  }
  const int64_t both = sides[0] * sides[1];
  return both * 8 > eighths * (areas[0] + areas[1] - both);
}

// Score by score from the highest, box by box; what was taken is looked through each time.
std::vector<int64_t> expectedRows(const Case &c, int64_t eighths, float above) {
  std::vector<int64_t> rows;
  for (int64_t n = 0; n < c.samples; ++n)
    for (int64_t k = 0; k < c.classes; ++k) {
      std::vector<const float *> taken;
      for (float level = 2; level > above; level -= 0.25f)
        for (int64_t i = 0; i < c.boxes && int64_t(taken.size()) < c.most; ++i) {
          const float *box = &c.corners[size_t((n * c.boxes + i) * 4)];
          bool isFree = c.scores[size_t((n * c.boxes + i) * c.classes + k)] == level;
          for (const float *other : taken)
            isFree &= !overlaps(other, box, eighths);
          if (!isFree)
            continue;
          taken.push_back(box);
          rows.insert(rows.end(), {n, k, i});
        }
    }
  return rows;
}

TEST(NonMaxSuppression, AgreesWithALoopOverScores) {
  std::mt19937 random(7);
  ThreadPool pool(3);
  for (int round = 0; round < 2000; ++round) {
    const Case c = randomCase(random);
    const int64_t eighths = int64_t(random() % 9), room = c.samples * c.classes * c.most;
    SuppressionShape shape{c.boxes, c.most, float(eighths) / 8};
    shape.above = 0.25f;
    shape.corners = {{c.boxes * 4, 4, 1}};
    shape.scores = {{c.boxes * c.classes, 1, c.classes}};
    const bool isTurned = round % 2 != 0; // a column after the other
    shape.rows = {isTurned ? std::vector<int64_t>{1, room} : std::vector<int64_t>{3, 1}};
    std::vector<int64_t> rows(size_t(room) * 3, 77);
    int64_t count = 77;
    Execution execution;
    execution.pool = round % 3 ? &pool : nullptr;
    suppressNonMaxima(execution, shape, c.samples, c.classes, c.corners.data(), c.scores.data(),
                      rows.data(), &count);
    std::vector<int64_t> expected = expectedRows(c, eighths, 0.25f);
    EXPECT_EQ(count, int64_t(expected.size()) / 3);
    expected.resize(size_t(room) * 3, -1);
    for (int64_t row = 0; row < room; ++row)
      for (int64_t d = 0; d < 3; ++d)
        ASSERT_EQ(rows[size_t(row * shape.rows.strides[0] + d * shape.rows.strides[1])],
                  expected[size_t(row * 3 + d)])
            << "round " << round;
  }
}

} // namespace

namespace qrt::test {

TEST(NonMaxSuppression, RefusesWhatDoesNotFit) {
  auto boxes = [](const std::function<void(NonMaxSuppressionCall &)> &corrupt,
                  std::string_view says) {
    expectProgramRefused(
        everyCall(), [&](Program &p) { corrupt(callOf<NonMaxSuppressionCall>(p)); }, says);
  };
  boxes([](NonMaxSuppressionCall &c) { c.shape.most = 4; }, "more boxes chosen");
  boxes([](NonMaxSuppressionCall &c) { c.shape.most = 3; }, "past the end");
  boxes([](NonMaxSuppressionCall &c) { c.shape.most = 0; }, "dimension");
  boxes([](NonMaxSuppressionCall &c) { c.shape.boxes = 4; }, "past the end");
  boxes([](NonMaxSuppressionCall &c) { c.samples.offset = 1; }, "past the end");
  boxes([](NonMaxSuppressionCall &c) { c.classes = fixed(2); }, "past the end");
  boxes([](NonMaxSuppressionCall &c) { c.classes = perSample(); }, "past the end");
  boxes([](NonMaxSuppressionCall &c) { c.shape.corners.strides.pop_back(); }, "rank");
  boxes([](NonMaxSuppressionCall &c) { c.shape.scores.offset = 1; }, "past the end");
  boxes([](NonMaxSuppressionCall &c) { c.shape.rows.strides[0] = 4; }, "past the end");
}

} // namespace qrt::test
