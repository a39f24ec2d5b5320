// Integer operations and those that make indices, on every path.
#include "test/runtime/numerics/apply.h"

namespace qrt::test {
namespace {

TEST(ScalarIntegers, Integers) {
  const int32_t low = INT32_MIN, high = INT32_MAX;
  struct Case {
    ScalarOp op;
    int32_t a, b, expected;
  } cases[] = {
      {ScalarOp::DivI, 7, 2, 3},
      {ScalarOp::DivI, -7, 2, -3},
      {ScalarOp::DivI, 7, -2, -3},
      {ScalarOp::DivI, 5, 0, 0},
      {ScalarOp::DivI, low, -1, low},
      {ScalarOp::RemI, 7, 3, 1},
      {ScalarOp::RemI, -7, 3, -1},
      {ScalarOp::RemI, 7, -3, 1},
      {ScalarOp::RemI, 5, 0, 0},
      {ScalarOp::RemI, low, -1, 0},
      {ScalarOp::AndI, 12, 10, 8},
      {ScalarOp::OrI, 12, 10, 14},
      {ScalarOp::XorI, 12, 10, 6},
      {ScalarOp::XorI, 5, -1, -6},
      {ScalarOp::ShlI, 3, 4, 48},
      {ScalarOp::ShlI, 1, 31, low},
      {ScalarOp::ShlI, 1, 32, 0},
      {ScalarOp::ShlI, 1, -1, 0},
      {ScalarOp::ShrI, -8, 1, -4},
      {ScalarOp::ShrI, 9, 1, 4},
      {ScalarOp::ShrI, -8, 40, -1},
      {ScalarOp::ShrI, high, 32, 0},
      {ScalarOp::GuardIndex, 4, 5, 4},
      // Halves up, then halves away from zero; a count that is no bit's leaves nothing.
      {ScalarOp::MulHighI, 1, 1 << 30, 1},
      {ScalarOp::MulHighI, -1, 1 << 30, 0},
      {ScalarOp::MulHighI, -3, 1 << 30, -1},
      {ScalarOp::MulHighI, low, high, -high},
      {ScalarOp::MulHighI, high, high, high - 1},
      {ScalarOp::ShrRoundI, 3, 1, 2},
      {ScalarOp::ShrRoundI, -3, 1, -2},
      {ScalarOp::ShrRoundI, -5, 2, -1},
      {ScalarOp::ShrRoundI, low, 0, low},
      {ScalarOp::ShrRoundI, high, 31, 1},
      {ScalarOp::ShrRoundI, low, 31, -1},
      {ScalarOp::ShrRoundI, high, 32, 0},
      {ScalarOp::ShrRoundI, 7, -1, 0},
  };
  for (const Case &c : cases)
    for (const Execution &execution : executions()) {
      ScalarBuilder b;
      ScalarProgram program =
          b.finish(b.apply(c.op, input<int32_t>(b, 0), input<int32_t>(b, 1)), ElementType::I32);
      EXPECT_EQ(apply<int32_t>(execution, program, std::vector{c.a}, std::vector{c.b})[0],
                c.expected)
          << rowOf(c.op).name << " " << c.a << ", " << c.b;
    }
}

TEST(ScalarIntegers, ToIndices) {
  const int32_t low = INT32_MIN, high = INT32_MAX;
  std::vector<float> x = {NAN,   INFINITY, -INFINITY, 2147483648.0f, 2147483520.0f, -2147483648.0f,
                          -3e9f, 1.99f,    -1.99f,    -0.0f,         1e-40f};
  std::vector<int32_t> expected = {0, high, low, high, 2147483520, low, low, 1, -1, 0, 0};
  std::vector<int64_t> wide = {int64_t(1) << 31, -(int64_t(1) << 31) - 1, 5, -7, INT64_MAX,
                               INT64_MIN};
  std::vector<int32_t> narrow = {high, low, 5, -7, high, low};
  for (const Execution &execution : executions()) {
    ScalarBuilder b, c;
    ScalarProgram program =
        b.finish(b.apply(ScalarOp::F32ToIndex, input<float>(b, 0)), ElementType::I32);
    EXPECT_EQ((apply<int32_t>(execution, program, x)), expected) << describe(execution);
    program = c.finish(c.apply(ScalarOp::I64ToI32, input<int64_t>(c, 0)), ElementType::I32);
    EXPECT_EQ((apply<int32_t>(execution, program, wide)), narrow) << describe(execution);
  }
}

} // namespace
} // namespace qrt::test
