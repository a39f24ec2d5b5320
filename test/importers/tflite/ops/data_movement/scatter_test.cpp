// Elements written to places; updates of one place join.
#include "test/importers/tflite/one_operator.h"

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

TEST(TfliteScatterRefused, Segments) {
  ModelBuilder rows, number, steps, floats, halves;
  finish(rows, BuiltinOperator::UNSORTED_SEGMENT_SUM,
         {rows.input({2}), rows.ints({2, 1}, {0, 1}), rows.ints({}, {2})}, {2});
  expectDamaged(rows, "has more numbers than rows");
  finish(number, BuiltinOperator::UNSORTED_SEGMENT_SUM,
         {number.input({2}), number.ints({2}, {0, 1}), number.ints({2}, {2, 2})}, {2});
  expectDamaged(number, "needs one number of segments");
  finish(steps, BuiltinOperator::UNSORTED_SEGMENT_SUM,
         {ofSteps(steps, steps.input({2}, TensorType::INT8)), steps.ints({2}, {0, 1}),
          steps.ints({}, {2})},
         {2}, TensorType::INT8);
  expectUnread(steps, "of quantized values");
  finish(floats, BuiltinOperator::SEGMENT_SUM, {floats.input({2}), floats.floats({2}, {0, 1})},
         {2});
  expectDamaged(floats, "its numbers of segments are no integers");
  finish(halves, BuiltinOperator::UNSORTED_SEGMENT_MAX,
         {halves.input({2}, TensorType::FLOAT16), halves.ints({2}, {0, 1}), halves.ints({}, {2})},
         {2}, TensorType::FLOAT16);
  expectUnread(halves, "of such narrow floats");
}

// Integers have the ends of their type where no row has a number.
TEST(TfliteScatter, SegmentsOfIntegers) {
  for (TensorType type : {TensorType::INT32, TensorType::INT64}) {
    ModelBuilder m;
    finish(m, BuiltinOperator::UNSORTED_SEGMENT_MIN,
           {m.input({2}, type), m.ints({2}, {0, -1}), m.ints({}, {2})}, {2}, type);
    Import import(m);
    ASSERT_TRUE(import.module) << import.said();
    const qrt::ElementType element =
        type == TensorType::INT32 ? qrt::ElementType::I32 : qrt::ElementType::I64;
    std::vector<qrt::Tensor> y = import.runAll({qrt::Tensor::allocate(element, {2})});
    ASSERT_EQ(y.size(), 1u);
    EXPECT_EQ(qrt::integerAt(y[0], 0), 0);
    EXPECT_EQ(qrt::integerAt(y[0], 1), qrt::highestOf(element));
  }
}

TEST(TfliteScatter, TuplesOfSparseElements) {
  ModelBuilder one, kinds;
  finish(one, BuiltinOperator::SPARSE_TO_DENSE,
         {one.ints({}, {2}), one.ints({1}, {3}), one.input({}), one.floats({}, {0})}, {3});
  expectFloats(Import(one).run({{7}}), {0, 0, 7});
  finish(kinds, BuiltinOperator::SPARSE_TO_DENSE,
         {kinds.ints({1, 1}, {2}), kinds.ints({1}, {3}), kinds.input({1}), kinds.ints({}, {0})},
         {3});
  expectDamaged(kinds, "its values have different element types");
}

namespace {
ModelBuilder update(const Shape &whole, const Shape &part, const std::vector<int32_t> &open = {}) {
  ModelBuilder m;
  const int32_t x = open.empty() ? m.input(whole) : openInput(m, whole, open);
  const int32_t box = m.input(part);
  finish(m, BuiltinOperator::DYNAMIC_UPDATE_SLICE,
         {x, box, m.input({int32_t(whole.size())}, TensorType::INT32)}, whole);
  return m;
}

Floats updated(const ModelBuilder &m, const Floats &x, const Floats &box,
               const std::vector<int32_t> &at) {
  auto shapeOf = [&](size_t tensor) {
    const auto &shape = m.model.subgraphs[0]->tensors[tensor]->shape;
    return qrt::Shape(shape.begin(), shape.end());
  };
  std::vector<qrt::Tensor> y = Import(m).runAll(
      {qrt::Tensor::fromValues<float>(shapeOf(0), std::span<const float>(x)),
       qrt::Tensor::fromValues<float>(shapeOf(1), std::span<const float>(box)),
       qrt::Tensor::fromValues<int32_t>(shapeOf(2), std::span<const int32_t>(at))});
  if (y.empty())
    return {};
  auto values = std::as_const(y[0]).values<float>();
  return {values.begin(), values.end()};
}
} // namespace

TEST(TfliteScatter, BoxesAreUpdatedInside) {
  const ModelBuilder m = update({2, 3}, {1, 2});
  expectFloats(updated(m, Floats(6), {1, 2}, {1, 1}), {0, 0, 0, 0, 1, 2});
  expectFloats(updated(m, Floats(6), {1, 2}, {9, -4}), {0, 0, 0, 1, 2, 0});
  expectFloats(updated(update({2}, {2}), {1, 2}, {3, 4}, {0}), {3, 4});
}

TEST(TfliteScatterRefused, Boxes) {
  expectDamaged(update({2, 3}, {2}), "its update or its start has another rank");
  expectDamaged(update({2}, {3}), "the update is larger than what it updates");
  expectUnread(update({2}, {1}, {-1}), "of open sizes; give --shape");
  ModelBuilder steps = update({2}, {1});
  for (int32_t tensor : {0, 1, 3}) {
    steps.at(tensor).type = TensorType::INT8;
    ofSteps(steps, tensor);
  }
  expectUnread(steps, "of quantized values");
}
