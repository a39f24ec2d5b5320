// The interpreter of scalar programs: every operation on every path against
// plain C++, and against the builder's folding.
#include "test/runtime/numerics/apply.h"

#include <bit>
#include <functional>

namespace qrt::test {
namespace {

using Value = ScalarBuilder::Value;

std::vector<float> edgeFloats() {
  float inf = INFINITY, tiny = std::numeric_limits<float>::denorm_min();
  std::vector<float> v = {
      0.0f,    -0.0f,       0.5f,           -0.5f,      1.5f,    -1.5f,    2.5f,
      -2.5f,   0.49999997f, -0.49999997f,   1,          -1,      3,        -3,
      0x1p23f, -0x1p23f,    0x1p23f - 0.5f, 8388609.0f, 0x1p24f, -0x1p31f, 1e-20f,
      -1e20f,  3.4e38f,     -3.4e38f,       tiny,       -tiny,   inf,      -inf,
      NAN,     0.7f,        -0.7f,          88.0f,      -104.0f};
  Random random(91);
  for (int i = 0; i < 400; ++i)
    v.push_back(random.real(-20, 20));
  return v;
}

/// Every pair of edge values, as two columns.
void pairs(std::vector<float> &a, std::vector<float> &b) {
  auto edges = edgeFloats();
  for (size_t i = 0; i < 40; ++i)
    for (size_t j = 0; j < 40; ++j) {
      a.push_back(edges[i]);
      b.push_back(edges[j]);
    }
}

struct UnaryCase {
  ScalarOp op;
  std::function<float(float)> expected;
};

TEST(BlockProgram, UnaryFloat) {
  std::vector<UnaryCase> cases = {
      {ScalarOp::NegF, [](float x) { return -x; }},
      {ScalarOp::AbsF, [](float x) { return std::fabs(x); }},
      {ScalarOp::RintF, [](float x) { return std::nearbyint(x); }},
      {ScalarOp::FloorF, [](float x) { return std::floor(x); }},
      {ScalarOp::CeilF, [](float x) { return std::ceil(x); }},
      {ScalarOp::SqrtF, [](float x) { return std::sqrt(x); }},
  };
  auto x = edgeFloats();
  for (const UnaryCase &test : cases) {
    ScalarBuilder b;
    ScalarProgram program = b.finish(b.apply(test.op, input<float>(b, 0)), ElementType::F32);
    std::vector<float> expected;
    for (float value : x)
      expected.push_back(test.expected(value));
    for (const Execution &execution : executions())
      expectSame(expected, apply<float>(execution, program, x),
                 describe(execution) + " op " + std::to_string(int(test.op)));
  }
}

struct BinaryCase {
  ScalarOp op;
  std::function<float(float, float)> expected;
};

TEST(BlockProgram, BinaryFloat) {
  std::vector<BinaryCase> cases = {
      {ScalarOp::AddF, [](float a, float b) { return a + b; }},
      {ScalarOp::SubF, [](float a, float b) { return a - b; }},
      {ScalarOp::MulF, [](float a, float b) { return a * b; }},
      {ScalarOp::DivF, [](float a, float b) { return a / b; }},
  };
  std::vector<float> x, y;
  pairs(x, y);
  for (const BinaryCase &test : cases) {
    std::vector<float> expected;
    for (size_t i = 0; i < x.size(); ++i)
      expected.push_back(test.expected(x[i], y[i]));
    ScalarBuilder b;
    ScalarProgram program =
        b.finish(b.apply(test.op, input<float>(b, 0), input<float>(b, 1)), ElementType::F32);
    for (const Execution &execution : executions())
      expectSame(expected, apply<float>(execution, program, x, y),
                 describe(execution) + " op " + std::to_string(int(test.op)));
  }
}

/// docs/reference/numerics.md (N1, N2): any NaN wins, −0 lies below +0.
float largerOf(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    return NAN;
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
float smallerOf(float a, float b) { return -largerOf(-a, -b); }

void expectExtremes(ScalarOp op, float (*rule)(float, float)) {
  std::vector<float> x, y, expected;
  pairs(x, y);
  for (size_t i = 0; i < x.size(); ++i)
    expected.push_back(rule(x[i], y[i]));
  ScalarBuilder b;
  ScalarProgram program =
      b.finish(b.apply(op, input<float>(b, 0), input<float>(b, 1)), ElementType::F32);
  for (const Execution &execution : executions())
    expectSame(expected, apply<float>(execution, program, x, y), describe(execution));
}

// Constants on either side take loops of their own, and two of them fold.
void expectConstantExtremes(ScalarOp op, float (*rule)(float, float)) {
  auto x = edgeFloats();
  for (float bound : {0.0f, -0.0f, 1.0f, -1.5f, INFINITY, -INFINITY, NAN})
    for (bool first : {false, true}) {
      std::vector<float> expected, folded;
      for (float value : x) {
        expected.push_back(rule(value, bound));
        ScalarBuilder b;
        auto constant =
            b.apply(op, b.constant(first ? bound : value), b.constant(first ? value : bound));
        folded.push_back(std::bit_cast<float>(
            uint32_t(b.finish(constant, ElementType::F32).instructions.back().bits)));
      }
      expectSame(expected, folded, "folded with " + std::to_string(bound));
      ScalarBuilder b;
      Value value = input<float>(b, 0), constant = b.constant(bound);
      ScalarProgram program = b.finish(
          first ? b.apply(op, constant, value) : b.apply(op, value, constant), ElementType::F32);
      for (const Execution &execution : executions())
        expectSame(expected, apply<float>(execution, program, x),
                   describe(execution) + " with " + std::to_string(bound));
    }
}

TEST(BlockProgram, MaximumOfNaNAndZeros) {
  expectExtremes(ScalarOp::MaxF, largerOf);
  expectConstantExtremes(ScalarOp::MaxF, largerOf);
}

TEST(BlockProgram, MinimumOfNaNAndZeros) {
  expectExtremes(ScalarOp::MinF, smallerOf);
  expectConstantExtremes(ScalarOp::MinF, smallerOf);
}

// (1 + 2^-12)² = 1 + 2^-11 + 2^-24: rounding the product first loses the last.
TEST(BlockProgram, FmaRoundsOnce) {
  ScalarBuilder b;
  Value x = input<float>(b, 0), y = input<float>(b, 1), z = input<float>(b, 2);
  ScalarProgram fused = b.finish(b.apply(ScalarOp::FmaF, x, y, z), ElementType::F32);
  ScalarProgram split =
      b.finish(b.apply(ScalarOp::AddF, b.apply(ScalarOp::MulF, x, y), z), ElementType::F32);
  std::vector<float> a(37, 1 + 0x1p-12f), c(37, -1 - 0x1p-11f);
  for (const Execution &execution : executions()) {
    expectSame(std::vector<float>(37, 0x1p-24f), apply<float>(execution, fused, a, a, c),
               describe(execution));
    expectSame(std::vector<float>(37, 0.0f), apply<float>(execution, split, a, a, c),
               describe(execution));
  }
  Random random(92);
  auto p = random.values<float>(1000), q = random.values<float>(1000),
       r = random.values<float>(1000);
  std::vector<float> expected;
  for (size_t i = 0; i < p.size(); ++i)
    expected.push_back(std::fma(p[i], q[i], r[i]));
  for (const Execution &execution : executions())
    expectSame(expected, apply<float>(execution, fused, p, q, r), describe(execution));
}

template <class T> void sweepIntegers(uint64_t seed) {
  Random random(seed);
  std::vector<T> x, y;
  for (int i = 0; i < 777; ++i) {
    x.push_back(T(random.integer(-40000, 40000)));
    y.push_back(T(i % 5 ? random.integer(-40000, 40000) : int64_t(x.back())));
  }
  auto check = [&](ScalarOp op, auto expectedOf) {
    using R = decltype(expectedOf(T(), T()));
    std::vector<R> expected;
    for (size_t i = 0; i < x.size(); ++i)
      expected.push_back(expectedOf(x[i], y[i]));
    ScalarBuilder b;
    ScalarProgram program =
        b.finish(b.apply(op, input<T>(b, 0), input<T>(b, 1)), elementTypeOf<R>());
    for (const Execution &execution : executions())
      expectSame(expected, apply<R>(execution, program, x, y), describe(execution));
  };
  check(ScalarOp::AddI, [](T a, T b) { return T(a + b); });
  check(ScalarOp::SubI, [](T a, T b) { return T(a - b); });
  check(ScalarOp::MulI, [](T a, T b) { return T(a * b); });
  check(ScalarOp::MinI, [](T a, T b) { return std::min(a, b); });
  check(ScalarOp::MaxI, [](T a, T b) { return std::max(a, b); });
  check(ScalarOp::Less, [](T a, T b) { return int32_t(a < b); });
  check(ScalarOp::LessEqual, [](T a, T b) { return int32_t(a <= b); });
  check(ScalarOp::Equal, [](T a, T b) { return int32_t(a == b); });
}

TEST(BlockProgram, Integers32) { sweepIntegers<int32_t>(93); }
TEST(BlockProgram, Integers64) { sweepIntegers<int64_t>(94); }

TEST(BlockProgram, FloatComparisonsAndSelect) {
  std::vector<float> x, y;
  pairs(x, y);
  struct Comparison {
    ScalarOp op;
    bool (*holds)(float, float);
  };
  const Comparison comparisons[] = {{ScalarOp::Less, [](float a, float b) { return a < b; }},
                                    {ScalarOp::LessEqual, [](float a, float b) { return a <= b; }},
                                    {ScalarOp::Equal, [](float a, float b) { return a == b; }}};
  for (const Comparison &comparison : comparisons) {
    ScalarBuilder b;
    Value a = input<float>(b, 0), c = input<float>(b, 1);
    Value holds = b.apply(comparison.op, a, c);
    Value chosen = b.apply(ScalarOp::Select, holds, a, b.constant(-7.0f));
    ScalarProgram program = b.finish(chosen, ElementType::F32);
    std::vector<float> expected;
    for (size_t i = 0; i < x.size(); ++i)
      expected.push_back(comparison.holds(x[i], y[i]) ? x[i] : -7.0f);
    for (const Execution &execution : executions())
      expectSame(expected, apply<float>(execution, program, x, y), describe(execution));
  }
}

TEST(BlockProgram, SelectOfWideIntegers) {
  ScalarBuilder b;
  Value chosen = b.apply(ScalarOp::Select, input<uint8_t>(b, 0), input<int64_t>(b, 1),
                         b.constant64(int64_t(1) << 40));
  ScalarProgram program = b.finish(chosen, ElementType::I64);
  std::vector<uint8_t> when;
  std::vector<int64_t> x, expected;
  for (int i = 0; i < 300; ++i) {
    when.push_back(uint8_t(i % 3));
    x.push_back(int64_t(i) << 33);
    expected.push_back(i % 3 ? x.back() : int64_t(1) << 40);
  }
  for (const Execution &execution : executions())
    expectSame(expected, apply<int64_t>(execution, program, when, x), describe(execution));
}

// Halfway cases of both widths, above what f32 can hold exactly.
TEST(BlockProgram, IntToFloatRoundsHalfToEven) {
  std::vector<int32_t> narrow = {0,         -1,        16777217,  16777219, -16777217,
                                 -16777219, INT32_MAX, INT32_MIN, 33554434, 33554438};
  std::vector<int64_t> wide = {0,
                               -1,
                               16777217,
                               16777219,
                               (int64_t(1) << 40) + (1 << 16),
                               (int64_t(3) << 39) + (1 << 16),
                               (int64_t(1) << 62) + (int64_t(1) << 38),
                               (int64_t(1) << 62) + (int64_t(1) << 38) + 1,
                               INT64_MAX,
                               INT64_MIN,
                               -((int64_t(1) << 40) + (1 << 16))};
  Random random(95);
  for (int i = 0; i < 500; ++i) {
    narrow.push_back(int32_t(random.integer(INT32_MIN, INT32_MAX)));
    wide.push_back(random.integer(INT64_MIN, INT64_MAX));
  }
  std::vector<float> expectedNarrow(narrow.begin(), narrow.end()), expectedWide;
  for (int64_t x : wide) // through x87's 64-bit significand: one rounding
    expectedWide.push_back(float(static_cast<long double>(x)));
  EXPECT_EQ(expectedNarrow[2], 16777216.0f);
  EXPECT_EQ(expectedNarrow[3], 16777220.0f);
  ScalarBuilder b, c;
  ScalarProgram n = b.finish(b.apply(ScalarOp::IntToF32, input<int32_t>(b, 0)), ElementType::F32);
  ScalarProgram w = c.finish(c.apply(ScalarOp::IntToF32, input<int64_t>(c, 0)), ElementType::F32);
  for (const Execution &execution : executions()) {
    expectSame(expectedNarrow, apply<float>(execution, n, narrow), describe(execution));
    expectSame(expectedWide, apply<float>(execution, w, wide), describe(execution));
  }
}

template <class T> void sweepStorage(uint64_t seed) {
  Random random(seed);
  auto x = random.values<T>(1000);
  ScalarBuilder b;
  Value result = b.apply(ScalarOp::MaxI, input<T>(b, 0), b.constant(5));
  ScalarProgram program = b.finish(result, elementTypeOf<T>());
  std::vector<T> expected;
  for (T value : x)
    expected.push_back(T(std::max<int32_t>(value, 5)));
  for (const Execution &execution : executions())
    expectSame(expected, apply<T>(execution, program, x), describe(execution));
}

TEST(BlockProgram, StorageTypes) {
  sweepStorage<int8_t>(96);
  sweepStorage<uint8_t>(97);
  sweepStorage<int16_t>(98);
  sweepStorage<uint16_t>(99);
  sweepStorage<int32_t>(100);
}

TEST(BlockProgram, Lookups) {
  std::vector<float> floats;
  std::vector<int32_t> integers;
  for (int i = 0; i < 256; ++i) {
    floats.push_back(std::sin(float(i)));
    integers.push_back(i * i - 300);
  }
  ScalarBuilder b, c;
  Value shifted = b.apply(ScalarOp::AddI, input<int8_t>(b, 0), b.constant(128));
  ScalarProgram f = b.finish(b.lookup(floats, shifted), ElementType::F32);
  ScalarProgram n = c.finish(c.lookup(integers, input<uint8_t>(c, 0)), ElementType::I32);
  Random random(101);
  auto x = random.values<int8_t>(999);
  auto y = random.values<uint8_t>(999);
  std::vector<float> expectedFloats;
  std::vector<int32_t> expectedIntegers;
  for (size_t i = 0; i < x.size(); ++i) {
    expectedFloats.push_back(floats[size_t(x[i] + 128)]);
    expectedIntegers.push_back(integers[y[i]]);
  }
  for (const Execution &execution : executions()) {
    expectSame(expectedFloats, apply<float>(execution, f, x), describe(execution));
    expectSame(expectedIntegers, apply<int32_t>(execution, n, y), describe(execution));
  }
}

/// clamp(rint(t) + zero): recognised as one step when written like this; with
/// an extra use of the rounded value it is not. Both must agree.
template <class T> void sweepQuantize(float zero, bool upperFirst) {
  float lower = std::numeric_limits<T>::min(), upper = std::numeric_limits<T>::max();
  std::vector<float> x;
  for (float value : edgeFloats())
    if (!std::isnan(value))
      x.push_back(value);
  for (float centre : {lower, upper, 0.0f})
    for (float d : {-1.5f, -1.0f, -0.5f, 0.0f, 0.5f, 1.0f, 1.5f})
      x.push_back(centre + d - zero);
  std::vector<T> expected;
  for (float value : x)
    expected.push_back(T(std::min(std::max(std::nearbyint(value) + zero, lower), upper)));
  for (bool shared : {false, true}) {
    ScalarBuilder b;
    Value rounded = b.apply(ScalarOp::RintF, input<float>(b, 0));
    Value t = zero == 0 ? rounded : b.apply(ScalarOp::AddF, rounded, b.constant(zero));
    if (upperFirst)
      t = b.apply(ScalarOp::MinF, t, b.constant(upper));
    t = b.apply(ScalarOp::MaxF, t, b.constant(lower));
    if (!upperFirst)
      t = b.apply(ScalarOp::MinF, t, b.constant(upper));
    Value q = b.apply(ScalarOp::F32ToI32, t);
    if (shared)
      q = b.apply(ScalarOp::Select, b.apply(ScalarOp::LessEqual, rounded, rounded), q,
                  b.constant(0));
    ScalarProgram program = b.finish(q, elementTypeOf<T>());
    for (const Execution &execution : executions())
      expectSame(expected, apply<T>(execution, program, x),
                 describe(execution) + (shared ? " shared" : ""));
  }
}

TEST(BlockProgram, QuantizeSaturates) {
  for (float zero : {0.0f, 3.0f, -7.0f})
    for (bool upperFirst : {false, true}) {
      sweepQuantize<uint8_t>(zero, upperFirst);
      sweepQuantize<int8_t>(zero, upperFirst);
      sweepQuantize<int16_t>(zero, upperFirst);
    }
}

TEST(BlockProgram, QuantizeOfNanIsTheZeroPoint) {
  ScalarBuilder b;
  Value x = input<float>(b, 0);
  Value t = b.apply(ScalarOp::AddF,
                    b.apply(ScalarOp::RintF, b.apply(ScalarOp::DivF, x, b.constant(0.1f))),
                    b.constant(9.0f));
  t = b.apply(ScalarOp::MinF, b.apply(ScalarOp::MaxF, t, b.constant(0.0f)), b.constant(255.0f));
  Value finite = b.apply(ScalarOp::Select, b.apply(ScalarOp::Equal, x, x), t, b.constant(9.0f));
  ScalarProgram program = b.finish(b.apply(ScalarOp::F32ToI32, finite), ElementType::U8);
  std::vector<float> values = {NAN, INFINITY, -INFINITY, 0.25f, 0.35f};
  // 0.25/0.1f = 2.4999998 or 2.5: the division decides, then half to even.
  auto expected = [](float v) { return uint8_t(std::nearbyint(v / 0.1f) + 9); };
  for (const Execution &execution : executions())
    expectSame({9, 255, 0, expected(0.25f), expected(0.35f)},
               apply<uint8_t>(execution, program, values), describe(execution));
}

TEST(BlockProgram, ResultMayBeAnInputOrAConstant) {
  std::vector<uint8_t> x = {1, 2, 250};
  ScalarBuilder b, c;
  ScalarProgram same = b.finish(input<uint8_t>(b, 0), ElementType::U8);
  input<uint8_t>(c, 0);
  ScalarProgram seven = c.finish(c.constant(7), ElementType::I16);
  for (const Execution &execution : executions()) {
    expectSame(x, apply<uint8_t>(execution, same, x), describe(execution));
    expectSame(std::vector<int16_t>(3, 7), apply<int16_t>(execution, seven, x),
               describe(execution));
  }
}

// Long random programs: registers are reused, and folding with constants in
// place of the inputs must give the same bits.
TEST(BlockProgram, RandomProgramsAgreeWithFolding) {
  constexpr uint64_t seed = 102;
  Random random(seed);
  const ScalarOp binary[] = {ScalarOp::AddF, ScalarOp::SubF, ScalarOp::MulF,
                             ScalarOp::DivF, ScalarOp::MinF, ScalarOp::MaxF};
  const ScalarOp unary[] = {ScalarOp::NegF,  ScalarOp::RintF, ScalarOp::FloorF,
                            ScalarOp::CeilF, ScalarOp::TanhF, ScalarOp::AbsF};
  for (int i = 0; i < 60; ++i) {
    uint64_t shape = uint64_t(random.integer(0, INT64_MAX));
    auto build = [&](ScalarBuilder &b, std::vector<Value> values) {
      Random choice(shape);
      auto any = [&] { return values[size_t(choice.integer(0, int64_t(values.size()) - 1))]; };
      for (int k = 0; k < 25; ++k) {
        switch (choice.integer(0, 3)) {
        case 0: values.push_back(b.apply(unary[choice.integer(0, 5)], any())); break;
        case 1: {
          Value x = any(), y = any(), z = any();
          values.push_back(b.apply(ScalarOp::FmaF, x, y, z));
          break;
        }
        default: {
          Value x = any(), y = any();
          values.push_back(b.apply(binary[choice.integer(0, 5)], x, y));
        }
        }
      }
      return b.finish(values.back(), ElementType::F32);
    };
    auto x = random.values<float>(70), y = random.values<float>(70);
    ScalarBuilder symbolic;
    ScalarProgram program = build(symbolic, {input<float>(symbolic, 0), input<float>(symbolic, 1)});
    std::vector<float> expected;
    for (size_t k = 0; k < x.size(); ++k) {
      ScalarBuilder constant;
      ScalarProgram folded = build(constant, {constant.constant(x[k]), constant.constant(y[k])});
      ASSERT_EQ(folded.instructions.size(), 1u);
      float value;
      uint32_t bits = uint32_t(folded.instructions[0].bits);
      std::memcpy(&value, &bits, 4);
      expected.push_back(value);
    }
    for (const Execution &execution : executions())
      expectSame(expected, apply<float>(execution, program, x, y),
                 describe(execution) + " seed " + std::to_string(seed) + " program " +
                     std::to_string(i));
  }
}

} // namespace
} // namespace qrt::test
