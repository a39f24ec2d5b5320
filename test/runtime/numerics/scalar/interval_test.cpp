// Intervals hold every result: brute force over the list of operations, so that a new row is tried
// too. Ends that grow with N are tried at several N.
#include "test/runtime/numerics/scalar_cases.h"

namespace qrt::test {
namespace {

/// A random interval of integers whose ends are linear in N, not empty for N up to 4.
Interval randomInterval(Random &random) {
  auto end = [&](int64_t near) {
    int64_t scale = random.integer(0, 2) ? 0 : random.integer(0, 3);
    return ValueBound(double(scale), double(near + random.integer(-4, 4)));
  };
  for (;;) {
    int64_t near = random.integer(0, 3) ? random.integer(-6, 12) : random.integer(-40, 400);
    Interval interval{end(near), end(near + 3)};
    bool isFilled = true;
    for (int n = 1; n <= 4; ++n)
      isFilled &= interval.low.at(n) <= interval.high.at(n);
    if (isFilled)
      return interval;
  }
}

int64_t valueIn(Random &random, const Interval &interval, int n) {
  int64_t low = int64_t(interval.low.at(n)), high = int64_t(interval.high.at(n));
  int64_t pick = random.integer(0, 3);
  return pick == 0 ? low : pick == 1 ? high : random.integer(low, high);
}

/// The result of one application; none where it has no value.
std::optional<int64_t> resultOf(const ScalarCase &c, const int64_t (&operands)[3]) {
  ScalarBuilder b;
  ScalarBuilder::Value values[3];
  for (int k = 0; k < operandCount(c.op); ++k)
    values[k] = constantOf(b, c.types[k], uint64_t(operands[k]));
  ScalarProgram folded = b.finish(applyTo(b, c.op, values), storageOf(c.result));
  if (folded.instructions.size() != 1)
    return std::nullopt;
  uint64_t bits = folded.instructions[folded.result].bits;
  return c.result == ScalarType::I64 ? int64_t(bits) : int64_t(int32_t(bits));
}

bool isOfIntegers(const ScalarCase &c) {
  bool integers = c.result != ScalarType::F32;
  for (int k = 0; k < operandCount(c.op); ++k)
    integers &= c.types[k] != ScalarType::F32;
  return integers;
}

TEST(Interval, HoldsEveryIntegerResult) {
  Random random(20261121);
  for (const ScalarCase &c : scalarCases()) {
    if (!isOfIntegers(c))
      continue;
    for (int round = 0; round < 4000; ++round) {
      Interval ranges[3];
      for (Interval &range : ranges)
        range = randomInterval(random);
      Interval result = rowOf(c.op).range(ranges[0], ranges[1], ranges[2]);
      if (!isAtMost(result.low, result.high))
        continue; // the verifier takes it for anything
      int n = int(random.integer(1, 4));
      int64_t operands[3];
      for (int k = 0; k < 3; ++k)
        operands[k] = valueIn(random, ranges[k], n);
      std::optional<int64_t> value = resultOf(c, operands);
      if (!value)
        continue;
      ASSERT_LE(result.low.at(n), double(*value))
          << c.name() << " of " << operands[0] << ", " << operands[1] << " at N = " << n;
      ASSERT_GE(result.high.at(n), double(*value))
          << c.name() << " of " << operands[0] << ", " << operands[1] << " at N = " << n;
    }
  }
}

// floor((N + 15) / 13)·13: real ends, rounded, proved it below N + 15.
TEST(Interval, EndsOfQuotientsAreIntegers) {
  for (int offset = 0; offset < 40; ++offset)
    for (int c = 1; c < 20; ++c) {
      Interval i{0, ValueBound(1, offset)}, divisor{double(c), double(c)};
      Interval product = interval::product(interval::quotient(i, divisor, {}), divisor, {});
      for (int n = 1; n < 200; ++n)
        ASSERT_GE(product.high.at(n), double((n + offset) / c * c)) << offset << " / " << c;
      EXPECT_EQ(product.high.offset, std::floor(product.high.offset));
    }
}

TEST(Interval, FarEnds) {
  const double far = 0x1p49;
  EXPECT_GE(interval::bitsOfEither({0, far}, {0, 0}, {}).high.offset, far);
  double inf = std::numeric_limits<double>::infinity();
  Interval open = interval::product({-inf, 5}, {-3, 0}, {});
  EXPECT_TRUE(!isAtMost(open.low, open.high) || open.high.offset == inf);
  // The size that grows bounds what data say, whichever comes first.
  Interval size{ValueBound(1, -1), ValueBound(1, -1)}, data{-100, inf};
  EXPECT_TRUE(isAtMost(interval::least(data, size, {}).high, ValueBound(1, -1)));
  EXPECT_TRUE(isAtMost(interval::least(size, data, {}).high, ValueBound(1, -1)));
}

} // namespace
} // namespace qrt::test
