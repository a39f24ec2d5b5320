// Shapes, boxes, and the arithmetic of sizes.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

// Keras' Flatten of an open batch: SHAPE, STRIDED_SLICE, PACK, RESHAPE.
TEST(TfliteMoves, SizesThatTheBatchDecides) {
  ModelBuilder m;
  const int32_t x = m.input({1, 2, 3});
  m.at(x).shape_signature = {-1, 2, 3};
  const int32_t shape = m.tensor({3}, TensorType::INT32), batch = m.tensor({}, TensorType::INT32);
  const int32_t rows = m.ints({}, {6}), target = m.tensor({2}, TensorType::INT32);
  const int32_t y = m.tensor({1, 6});
  m.op(BuiltinOperator::SHAPE, {x}, {shape});
  schema::StridedSliceOptionsT first;
  first.shrink_axis_mask = 1;
  m.op(BuiltinOperator::STRIDED_SLICE,
       {shape, m.ints({1}, {0}), m.ints({1}, {1}), m.ints({1}, {1})}, {batch}, first);
  m.op(BuiltinOperator::PACK, {batch, rows}, {target}, schema::PackOptionsT());
  m.op(BuiltinOperator::RESHAPE, {x, target}, {y});
  m.output(y);
  Import import(m);
  ASSERT_TRUE(import.module) << import.said();
  const Floats values{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  std::vector<qrt::Tensor> out =
      import.runAll({qrt::Tensor::fromValues<float>({2, 2, 3}, std::span<const float>(values))});
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].shape(), (qrt::Shape{2, 6}));
}

TEST(TfliteMoves, BoxesWithMasks) {
  ModelBuilder m;
  const int32_t x = m.input({2, 3}), y = m.tensor({1, 2});
  schema::StridedSliceOptionsT options;
  options.shrink_axis_mask = 1;
  options.new_axis_mask = 2;
  options.end_mask = 4;
  m.op(BuiltinOperator::STRIDED_SLICE,
       {x, m.ints({3}, {-1, 0, 0}), m.ints({3}, {0, 0, 0}), m.ints({3}, {1, 1, 2})}, {y}, options);
  m.output(y);
  expectFloats(Import(m).run({{0, 1, 2, 3, 4, 5}}), {3, 5});
}

TEST(TfliteMoves, ShapesThatDoNotFit) {
  ModelBuilder m;
  const int32_t x = m.input({2, 3}), y = m.tensor({4});
  m.op(BuiltinOperator::RESHAPE, {x, m.ints({1}, {4})}, {y});
  m.output(y);
  expectRefused(m, ImportFailure::BadFile, "2x3 does not fit the shape 4");
  ModelBuilder twice;
  const int32_t a = twice.input({2, 3}), c = twice.tensor({2, 3});
  twice.op(BuiltinOperator::RESHAPE, {a, twice.ints({2}, {-1, -1})}, {c});
  twice.output(c);
  expectRefused(twice, ImportFailure::BadFile, "asks for -1 twice");
}

// A constant without elements has an empty buffer; old files say a scalar's shape as one 0.
TEST(TfliteMoves, ShapesOfScalars) {
  ModelBuilder empty, old;
  for (ModelBuilder *m : {&empty, &old}) {
    const int32_t x = m->input({1}), y = m->tensor({});
    schema::ReshapeOptionsT options;
    options.new_shape = {0};
    if (m == &empty)
      m->op(BuiltinOperator::RESHAPE, {x, m->ints({0}, {})}, {y});
    else
      m->op(BuiltinOperator::RESHAPE, {x}, {y}, options);
    m->output(y);
    Import import(*m);
    ASSERT_TRUE(import.module) << import.said();
    expectFloats(import.run({{3}}), {3});
  }
}

TEST(TfliteMoves, SegmentsBelowZeroAreLeftOut) {
  ModelBuilder m;
  const int32_t x = m.input({3}), ids = m.ints({3}, {1, -1, 1}), y = m.tensor({2});
  m.op(BuiltinOperator::UNSORTED_SEGMENT_SUM, {x, ids, m.ints({}, {2})}, {y});
  m.output(y);
  expectFloats(Import(m).run({{1, 2, 4}}), {0, 5});
}

TEST(TfliteMoves, UpdatesStayInside) {
  ModelBuilder m;
  const int32_t x = m.input({4}), update = m.input({2}), y = m.tensor({4});
  m.op(BuiltinOperator::DYNAMIC_UPDATE_SLICE, {x, update, m.ints({1}, {9})}, {y});
  m.output(y);
  expectFloats(Import(m).run({{1, 2, 3, 4}, {8, 9}}), {1, 2, 8, 9});
}
