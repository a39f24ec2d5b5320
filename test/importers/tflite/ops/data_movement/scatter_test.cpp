// Elements written to places; updates of one place join.
#include "test/importers/tflite/import_fixture.h"

#include <limits>

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

TEST(TfliteScatter, UpdatesOfOnePlaceAddUp) {
  ModelBuilder m;
  const int32_t updates = m.input({3, 2}), y = m.tensor({4, 2});
  m.op(BuiltinOperator::SCATTER_ND, {m.ints({3, 1}, {2, 0, 2}), updates, m.ints({2}, {4, 2})}, {y});
  m.output(y);
  expectFloats(Import(m).run({{1, 2, 3, 4, 5, 6}}), {3, 4, 0, 0, 6, 8, 0, 0});
}

TEST(TfliteScatter, SparseElements) {
  for (bool isOneValue : {false, true}) {
    ModelBuilder m;
    const int32_t values = m.input(isOneValue ? Shape{} : Shape{2}), y = m.tensor({4});
    m.op(BuiltinOperator::SPARSE_TO_DENSE,
         {m.ints({2}, {3, 1}), m.ints({1}, {4}), values, m.floats({}, {-1})}, {y});
    m.output(y);
    expectFloats(Import(m).run({isOneValue ? Floats{7} : Floats{7, 8}}),
                 isOneValue ? Floats{-1, 7, -1, 7} : Floats{-1, 8, -1, 7});
  }
}

TEST(TfliteScatter, Segments) {
  ModelBuilder m;
  const int32_t x = m.input({3, 2}), y = m.tensor({3, 2});
  m.op(BuiltinOperator::SEGMENT_SUM, {x, m.ints({3}, {0, 0, 2})}, {y});
  m.output(y);
  expectFloats(Import(m).run({{1, 2, 3, 4, 5, 6}}), {4, 6, 0, 0, 5, 6});
}

// A segment that no row names has the number that changes none.
TEST(TfliteScatter, SegmentsInAnyOrder) {
  const float most = std::numeric_limits<float>::max();
  const std::pair<BuiltinOperator, Floats> cases[] = {
      {BuiltinOperator::UNSORTED_SEGMENT_PROD, {3, 8, 1}},
      {BuiltinOperator::UNSORTED_SEGMENT_MAX, {3, 4, -most}},
      {BuiltinOperator::UNSORTED_SEGMENT_MIN, {3, 2, most}}};
  for (const auto &[code, expected] : cases) {
    ModelBuilder m;
    const int32_t x = m.input({3}), y = m.tensor({3});
    m.op(code, {x, m.ints({3}, {1, 0, 1}), m.ints({}, {3})}, {y});
    m.output(y);
    expectFloats(Import(m).run({{4, 3, 2}}), expected);
  }
}
