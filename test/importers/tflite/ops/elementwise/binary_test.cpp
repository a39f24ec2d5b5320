// Operators element by element: those of several steps.
#include "test/importers/tflite/import_fixture.h"

#include <cmath>

using namespace qopt;
using namespace qopt::tflite;
using namespace qopt::tflite::test;
using schema::BuiltinOperator;
using schema::TensorType;

static Floats binary(BuiltinOperator code, const Floats &a, const Floats &c) {
  ModelBuilder m;
  const Shape shape{int32_t(a.size())};
  const int32_t x = m.input(shape), z = m.input(shape), y = m.tensor(shape);
  m.op(code, {x, z}, {y});
  m.output(y);
  return Import(m).run({a, c});
}

TEST(TfliteElementwise, RemaindersHaveTheDivisorsSign) {
  expectFloats(binary(BuiltinOperator::FLOOR_MOD, {7, -7, 7, -7, 6}, {3, 3, -3, -3, 3}),
               {1, 2, -2, -1, 0});
  expectFloats(binary(BuiltinOperator::FLOOR_DIV, {7, -7, 7, -7}, {2, 2, -2, -2}), {3, -4, -4, 3});
}

TEST(TfliteElementwise, AnglesOfAllQuarters) {
  const Floats y{1, 1, -1, -1, 0, 0, 1}, x{1, -1, 1, -1, 1, -1, 0};
  Floats expected;
  for (size_t i = 0; i < x.size(); ++i)
    expected.push_back(std::atan2(y[i], x[i]));
  expectFloats(binary(BuiltinOperator::ATAN2, y, x), expected);
  expectFloats(binary(BuiltinOperator::ATAN2, {0}, {0}), {0});
}

TEST(TfliteElementwise, SoftmaxTakesItsFactor) {
  ModelBuilder m;
  const int32_t x = m.input({1, 2}), y = m.tensor({1, 2});
  schema::SoftmaxOptionsT options;
  options.beta = 0.5f;
  m.op(BuiltinOperator::SOFTMAX, {x}, {y}, options);
  m.output(y);
  const float e = std::exp(1.0f);
  expectFloats(Import(m).run({{2, 0}}), {e / (e + 1), 1 / (e + 1)});
}

TEST(TfliteElementwise, OperandsOfTwoTypesAreRefused) {
  ModelBuilder m;
  const int32_t x = m.input({2}), z = m.ints({2}, {1, 2}), y = m.tensor({2});
  m.op(BuiltinOperator::MAXIMUM, {x, z}, {y});
  m.output(y);
  expectRefused(m, ImportFailure::BadFile, "operands have different element types");
}

TEST(TfliteElementwise, ActivationsBehind) {
  ModelBuilder m;
  const int32_t x = m.input({3}), z = m.floats({3}, {1, 1, 1}), y = m.tensor({3});
  schema::AddOptionsT options;
  options.fused_activation_function = schema::ActivationFunctionType::RELU6;
  m.op(BuiltinOperator::ADD, {x, z}, {y}, options);
  m.output(y);
  expectFloats(Import(m).run({{-3, 2, 9}}), {0, 3, 6});
  ModelBuilder sign;
  const int32_t a = sign.input({1}), c = sign.floats({1}, {1}), d = sign.tensor({1});
  options.fused_activation_function = schema::ActivationFunctionType::SIGN_BIT;
  sign.op(BuiltinOperator::ADD, {a, c}, {d}, options);
  sign.output(d);
  expectRefused(sign, ImportFailure::Unsupported, "with activation SIGN_BIT");
}
