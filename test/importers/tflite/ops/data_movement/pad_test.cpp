// Borders around a tensor, and between its elements.
#include "test/importers/tflite/import_fixture.h"

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

TEST(TflitePads, ANumber) {
  ModelBuilder m;
  const int32_t x = m.input({1, 2}), y = m.tensor({2, 5});
  m.op(BuiltinOperator::PADV2, {x, m.ints({2, 2}, {1, 0, 2, 1}), m.floats({}, {7})}, {y});
  m.output(y);
  expectFloats(Import(m).run({{1, 2}}), {7, 7, 7, 7, 7, 7, 7, 1, 2, 7});
}

// A border of steps stands for their real value.
TEST(TflitePads, ANumberOfSteps) {
  ModelBuilder m;
  const int32_t x = m.input({2}, TensorType::INT8), border = m.bytes({}, {9});
  const int32_t padded = m.tensor({3}, TensorType::INT8), y = m.tensor({3});
  for (int32_t steps : {x, border, padded})
    m.quantize(steps, {0.5}, {1});
  m.op(BuiltinOperator::PADV2, {x, m.ints({1, 2}, {0, 1}), border}, {padded});
  m.op(BuiltinOperator::DEQUANTIZE, {padded}, {y});
  m.output(y);
  Import import(m);
  const std::vector<int8_t> steps{3, 5};
  std::vector<qrt::Tensor> out =
      import.runAll({qrt::Tensor::fromValues<int8_t>({2}, std::span<const int8_t>(steps))});
  ASSERT_EQ(out.size(), 1u);
  auto values = std::as_const(out[0]).values<float>();
  expectFloats({values.begin(), values.end()}, {1, 2, 4});
}

TEST(TflitePads, Mirrors) {
  for (auto mode : {schema::MirrorPadMode::REFLECT, schema::MirrorPadMode::SYMMETRIC}) {
    ModelBuilder m;
    const int32_t x = m.input({1, 3}), y = m.tensor({1, 6});
    schema::MirrorPadOptionsT options;
    options.mode = mode;
    m.op(BuiltinOperator::MIRROR_PAD, {x, m.ints({2, 2}, {0, 0, 2, 1})}, {y}, options);
    m.output(y);
    expectFloats(Import(m).run({{1, 2, 3}}), mode == schema::MirrorPadMode::REFLECT
                                                 ? Floats{3, 2, 1, 2, 3, 2}
                                                 : Floats{2, 1, 1, 2, 3, 3});
  }
}

TEST(TflitePads, BetweenElements) {
  ModelBuilder m;
  const int32_t x = m.input({2, 2}), y = m.tensor({2, 4});
  m.op(BuiltinOperator::DILATE, {x, m.ints({2}, {1, 3}), m.floats({}, {-1})}, {y});
  m.output(y);
  expectFloats(Import(m).run({{1, 2, 3, 4}}), {1, -1, -1, 2, 3, -1, -1, 4});
}

TEST(TflitePads, Refusals) {
  ModelBuilder wide, few;
  schema::MirrorPadOptionsT options;
  options.mode = schema::MirrorPadMode::SYMMETRIC;
  const int32_t x = wide.input({2}), y = wide.tensor({5});
  wide.op(BuiltinOperator::MIRROR_PAD, {x, wide.ints({1, 2}, {3, 0})}, {y}, options);
  wide.output(y);
  expectRefused(wide, ImportFailure::BadFile, "a border is wider than the tensor");
  const int32_t a = few.input({2, 2}), b = few.tensor({2, 3});
  few.op(BuiltinOperator::PAD, {a, few.ints({1, 2}, {0, 1})}, {b});
  few.output(b);
  expectRefused(few, ImportFailure::BadFile, "needs two pads for each dimension");
}
