// Tensors joined, repeated, chosen from, and taken apart.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

TEST(TfliteMove, RepeatedAndReversed) {
  ModelBuilder m;
  const int32_t x = m.input({1, 2}), many = m.tensor({2, 4}), y = m.tensor({2, 4});
  m.op(BuiltinOperator::TILE, {x, m.ints({2}, {2, 2})}, {many});
  m.op(BuiltinOperator::REVERSE_V2, {many, m.ints({1}, {1})}, {y});
  m.output(y);
  expectFloats(Import(m).run({{1, 2}}), {2, 1, 2, 1, 2, 1, 2, 1});
}

TEST(TfliteMove, Packed) {
  ModelBuilder m;
  const int32_t a = m.input({2}), b = m.input({2}), y = m.tensor({2, 2});
  schema::PackOptionsT options;
  options.axis = 1;
  m.op(BuiltinOperator::PACK, {a, b}, {y}, options);
  m.output(y);
  expectFloats(Import(m).run({{1, 2}, {3, 4}}), {1, 3, 2, 4});
}

TEST(TfliteMove, JoinedAndBounded) {
  ModelBuilder m;
  const int32_t a = m.input({2}), b = m.input({1}), y = m.tensor({3});
  schema::ConcatenationOptionsT options;
  options.fused_activation_function = schema::ActivationFunctionType::RELU;
  m.op(BuiltinOperator::CONCATENATION, {a, b}, {y}, options);
  m.output(y);
  expectFloats(Import(m).run({{1, -2}, {3}}), {1, 0, 3});
}

TEST(TfliteMove, Chosen) {
  ModelBuilder rows, batches, tuples;
  schema::GatherOptionsT options;
  options.axis = 1;
  const int32_t x = rows.input({2, 3}), y = rows.tensor({2, 2});
  rows.op(BuiltinOperator::GATHER, {x, rows.ints({2}, {2, 0})}, {y}, options);
  rows.output(y);
  expectFloats(Import(rows).run({{1, 2, 3, 4, 5, 6}}), {3, 1, 6, 4});

  options.batch_dims = 1;
  const int32_t a = batches.input({2, 3}), b = batches.tensor({2, 1});
  batches.op(BuiltinOperator::GATHER, {a, batches.ints({2, 1}, {2, 0})}, {b}, options);
  batches.output(b);
  expectFloats(Import(batches).run({{1, 2, 3, 4, 5, 6}}), {3, 4});

  const int32_t c = tuples.input({2, 3}), d = tuples.tensor({2});
  tuples.op(BuiltinOperator::GATHER_ND, {c, tuples.ints({2, 2}, {1, 2, 0, 1})}, {d});
  tuples.output(d);
  expectFloats(Import(tuples).run({{1, 2, 3, 4, 5, 6}}), {6, 2});
}

// A shape's entries stay sizes: what a gather of them gives may be a shape again.
TEST(TfliteMove, SizesChosenBySizes) {
  for (int32_t place : {1, 4}) {
    ModelBuilder m;
    const int32_t x = m.input({2, 3}), shape = m.tensor({2}, TensorType::INT32);
    const int32_t turned = m.tensor({2}, TensorType::INT32), y = m.tensor({3, 2});
    m.op(BuiltinOperator::SHAPE, {x}, {shape});
    m.op(BuiltinOperator::GATHER, {shape, m.ints({2}, {place, 0})}, {turned},
         schema::GatherOptionsT());
    m.op(BuiltinOperator::RESHAPE, {x, turned}, {y});
    m.output(y);
    if (place > 1)
      expectRefused(m, ImportFailure::BadFile, "an index is out of range");
    else
      expectFloats(Import(m).run({{1, 2, 3, 4, 5, 6}}), {1, 2, 3, 4, 5, 6});
  }
}
