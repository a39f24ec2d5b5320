// Tensors made of few numbers.
#include "test/importers/tflite/one_operator.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

TEST(TfliteGenerate, OneNumber) {
  ModelBuilder m;
  const int32_t x = m.input({}), y = m.tensor({2, 2}), zeros = m.tensor({2, 2}),
                all = m.tensor({4, 2});
  m.op(BuiltinOperator::FILL, {m.ints({2}, {2, 2}), x}, {y});
  m.op(BuiltinOperator::ZEROS_LIKE, {y}, {zeros});
  m.op(BuiltinOperator::CONCATENATION, {y, zeros}, {all}, schema::ConcatenationOptionsT());
  m.output(all);
  expectFloats(Import(m).run({{3}}), {3, 3, 3, 3, 0, 0, 0, 0});
}

TEST(TfliteGenerate, Ranges) {
  ModelBuilder m;
  const int32_t x = m.input({3}), steps = m.tensor({3}), y = m.tensor({3});
  m.op(BuiltinOperator::RANGE, {m.floats({}, {1}), m.floats({}, {-0.5}), m.floats({}, {-0.5})},
       {steps});
  m.op(BuiltinOperator::ADD, {x, steps}, {y}, schema::AddOptionsT());
  m.output(y);
  expectFloats(Import(m).run({{10, 20, 30}}), {11, 20.5, 30});
  ModelBuilder still;
  const int32_t places = still.tensor({1}, TensorType::INT32), a = still.input({4}),
                b = still.tensor({1});
  still.op(BuiltinOperator::RANGE, {still.ints({}, {1}), still.ints({}, {3}), still.ints({}, {0})},
           {places});
  still.op(BuiltinOperator::GATHER, {a, places}, {b}, schema::GatherOptionsT());
  still.output(b);
  expectRefused(still, ImportFailure::BadFile, "its step is 0");
}

TEST(TfliteGenerate, IntegerRanges) {
  ModelBuilder m;
  const int32_t places = m.tensor({2}, TensorType::INT32), x = m.input({4}), y = m.tensor({2});
  m.op(BuiltinOperator::RANGE, {m.ints({}, {3}), m.ints({}, {-1}), m.ints({}, {-2})}, {places});
  m.op(BuiltinOperator::GATHER, {x, places}, {y}, schema::GatherOptionsT());
  m.output(y);
  expectFloats(Import(m).run({{1, 2, 3, 4}}), {4, 2});
}

TEST(TfliteGenerate, OneHot) {
  for (int32_t axis : {-1, 0}) {
    ModelBuilder m;
    const int32_t on = m.input({}), y = m.tensor(axis ? Shape{2, 3} : Shape{3, 2});
    schema::OneHotOptionsT options;
    options.axis = axis;
    m.op(BuiltinOperator::ONE_HOT, {m.ints({2}, {2, 0}), m.ints({}, {3}), on, m.floats({}, {-1})},
         {y}, options);
    m.output(y);
    expectFloats(Import(m).run({{5}}),
                 axis ? Floats{-1, -1, 5, 5, -1, -1} : Floats{-1, 5, -1, -1, 5, -1});
  }
}

TEST(TfliteGenerate, Embeddings) {
  ModelBuilder m;
  const int32_t rows = m.input({3, 2}), y = m.tensor({2, 2});
  m.op(BuiltinOperator::EMBEDDING_LOOKUP, {m.ints({2}, {2, 0}), rows}, {y});
  m.output(y);
  expectFloats(Import(m).run({{1, 2, 3, 4, 5, 6}}), {5, 6, 1, 2});
}

TEST(TfliteGenerate, Diagonals) {
  ModelBuilder m;
  const int32_t x = m.input({2}), matrix = m.tensor({2, 2}), y = m.tensor({2, 2});
  m.op(BuiltinOperator::MATRIX_DIAG, {x}, {matrix});
  m.op(BuiltinOperator::MATRIX_SET_DIAG, {m.floats({2, 2}, {1, 2, 3, 4}), x}, {y});
  m.output(matrix);
  m.output(y);
  Import import(m);
  const Floats values{8, 9};
  const std::vector<qrt::Tensor> out =
      import.runAll({qrt::Tensor::fromValues<float>({2}, std::span<const float>(values))});
  ASSERT_EQ(out.size(), 2u);
  expectFloats({out[0].values<float>().begin(), out[0].values<float>().end()}, {8, 0, 0, 9});
  expectFloats({out[1].values<float>().begin(), out[1].values<float>().end()}, {8, 2, 3, 9});
}

TEST(TfliteGenerate, JoinedShapes) {
  ModelBuilder m;
  const int32_t shape = m.tensor({2}, TensorType::INT32), x = m.input({1, 2}), y = m.tensor({3, 2});
  m.op(BuiltinOperator::BROADCAST_ARGS, {m.ints({2}, {3, 1}), m.ints({1}, {2})}, {shape});
  m.op(BuiltinOperator::BROADCAST_TO, {x, shape}, {y});
  m.output(y);
  expectFloats(Import(m).run({{1, 2}}), {1, 2, 1, 2, 1, 2});
}

TEST(TfliteGenerateRefused, Ranges) {
  ModelBuilder mixed, halves, many, wide;
  finish(mixed, BuiltinOperator::RANGE,
         {mixed.ints({}, {0}), mixed.floats({}, {3}), mixed.ints({}, {1})}, {3});
  expectDamaged(mixed, "needs three numbers of one type");
  auto byte = [](ModelBuilder &m, char value) {
    return m.constant({}, TensorType::INT8, std::string(1, value));
  };
  finish(halves, BuiltinOperator::RANGE, {byte(halves, 0), byte(halves, 3), byte(halves, 1)}, {3});
  expectUnread(halves, "of such elements");
  finish(many, BuiltinOperator::RANGE,
         {many.floats({}, {0}), many.floats({}, {1e9f}), many.floats({}, {1})}, {3});
  expectUnread(many, "of so many elements");
  auto long_ = [](ModelBuilder &m, char value) {
    return m.constant({}, TensorType::INT64, std::string(1, value) + std::string(7, '\0'));
  };
  finish(wide, BuiltinOperator::RANGE, {long_(wide, 1), long_(wide, 5), long_(wide, 2)}, {2},
         TensorType::INT64);
  EXPECT_TRUE(Import(wide).module);
}

TEST(TfliteGenerateRefused, Others) {
  ModelBuilder zeros, depth, axis, kinds, diagonal, square, open, shapes;
  finish(zeros, BuiltinOperator::ZEROS_LIKE, {ofSteps(zeros, zeros.input({2}, TensorType::INT8))},
         {2});
  expectUnread(zeros, "of quantized values");
  auto oneHot = [](ModelBuilder &m, int32_t depthOf, int32_t on) {
    finishWith(schema::OneHotOptionsT(), m, BuiltinOperator::ONE_HOT,
               {m.ints({2}, {0, 1}), depthOf, on, m.floats({}, {0})}, {2, 2});
  };
  oneHot(depth, depth.ints({2}, {2, 2}), depth.floats({}, {1}));
  expectDamaged(depth, "needs one depth");
  oneHot(kinds, kinds.ints({}, {2}), kinds.ints({}, {1}));
  expectDamaged(kinds, "its values have different element types");
  schema::OneHotOptionsT beyond;
  beyond.axis = 5;
  finishWith(
      beyond, axis, BuiltinOperator::ONE_HOT,
      {axis.ints({2}, {0, 1}), axis.ints({}, {2}), axis.floats({}, {1}), axis.floats({}, {0})},
      {2, 2});
  expectDamaged(axis, "axis is out of range");
  finish(diagonal, BuiltinOperator::MATRIX_DIAG, {diagonal.input({})}, {1, 1});
  expectDamaged(diagonal, "of a number");
  finish(open, BuiltinOperator::MATRIX_DIAG, {openInput(open, {2}, {-1})}, {2, 2});
  expectUnread(open, "of so long a diagonal");
  finish(square, BuiltinOperator::MATRIX_SET_DIAG, {square.input({2, 3}), square.input({2})},
         {2, 3});
  expectUnread(square, "of matrices that are not square");
  const int32_t shape = shapes.tensor({2}, TensorType::INT32);
  shapes.op(BuiltinOperator::BROADCAST_ARGS, {shapes.ints({2}, {2, 3}), shapes.ints({2}, {3, 2})},
            {shape});
  finish(shapes, BuiltinOperator::BROADCAST_TO, {shapes.input({1}), shape}, {2, 3});
  expectDamaged(shapes, "its shapes do not broadcast");
}
