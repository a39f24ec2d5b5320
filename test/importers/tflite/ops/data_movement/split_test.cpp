// Parts of a tensor as outputs of their own.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

static void expectParts(const ModelBuilder &m, const std::vector<Floats> &expected) {
  const Floats x{1, 2, 3, 4, 5, 6, 7, 8};
  Import import(m);
  const std::vector<qrt::Tensor> out =
      import.runAll({qrt::Tensor::fromValues<float>({2, 4}, std::span<const float>(x))});
  ASSERT_EQ(out.size(), expected.size());
  for (size_t i = 0; i < out.size(); ++i)
    expectFloats({out[i].values<float>().begin(), out[i].values<float>().end()}, expected[i]);
}

TEST(TfliteSplit, EqualParts) {
  ModelBuilder m;
  const int32_t x = m.input({2, 4}), a = m.tensor({2, 2}), b = m.tensor({2, 2});
  m.op(BuiltinOperator::SPLIT, {m.ints({}, {1}), x}, {a, b}, schema::SplitOptionsT());
  m.output(a);
  m.output(b);
  expectParts(m, {{1, 2, 5, 6}, {3, 4, 7, 8}});
}

// A size of −1 is what the others leave.
TEST(TfliteSplit, PartsBySize) {
  ModelBuilder m;
  const int32_t x = m.input({2, 4}), a = m.tensor({2, 1}), b = m.tensor({2, 3});
  m.op(BuiltinOperator::SPLIT_V, {x, m.ints({2}, {1, -1}), m.ints({}, {-1})}, {a, b},
       schema::SplitVOptionsT());
  m.output(a);
  m.output(b);
  expectParts(m, {{1, 5}, {2, 3, 4, 6, 7, 8}});
}

TEST(TfliteSplit, Elements) {
  ModelBuilder m;
  const int32_t x = m.input({2, 4}), a = m.tensor({4}), b = m.tensor({4});
  m.op(BuiltinOperator::UNPACK, {x}, {a, b}, schema::UnpackOptionsT());
  m.output(a);
  m.output(b);
  expectParts(m, {{1, 2, 3, 4}, {5, 6, 7, 8}});
}

TEST(TfliteSplit, Refusals) {
  ModelBuilder uneven, few;
  const int32_t x = uneven.input({2, 3}), a = uneven.tensor({2, 1}), b = uneven.tensor({2, 1});
  uneven.op(BuiltinOperator::SPLIT, {uneven.ints({}, {1}), x}, {a, b}, schema::SplitOptionsT());
  uneven.output(a);
  expectRefused(uneven, ImportFailure::BadFile, "into 2 equal parts, which do not divide");
  const int32_t c = few.input({3, 2}), d = few.tensor({2});
  few.op(BuiltinOperator::UNPACK, {c}, {d}, schema::UnpackOptionsT());
  few.output(d);
  expectRefused(few, ImportFailure::BadFile, "has another number of outputs than elements");
}
