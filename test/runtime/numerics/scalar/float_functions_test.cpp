// exp, expm1, log, softplus, tanh, erf, sigmoid and pow: special values as C99's annex F has
// them, and folding. All other values: test/conformance/float_functions.
#include "test/runtime/numerics/float_points.h"

namespace qrt::test {
namespace {

TEST(FloatFunctions, ExpAtItsEnds) {
  expectPoints(ScalarOp::ExpF, {{0.0f, 1.0f},
                                {-0.0f, 1.0f},
                                {inf, inf},
                                {-inf, 0.0f},
                                {NAN, NAN},
                                {denormal, 1.0f},
                                {88.72284f, inf}, // log of the largest float: 88.722839…
                                {largest, inf},
                                {-103.0f, denormal},  // 1.32e-45
                                {-103.97f, denormal}, // 7.02e-46, just above its half
                                {-103.98f, 0.0f},
                                {-largest, 0.0f}});
}

TEST(FloatFunctions, LogAtItsEnds) {
  expectPoints(ScalarOp::LogF, {{1.0f, 0.0f},
                                {0.0f, -inf},
                                {-0.0f, -inf},
                                {inf, inf},
                                {-1.0f, NAN},
                                {-denormal, NAN},
                                {-inf, NAN},
                                {NAN, NAN},
                                {denormal, -103.27893f}, // −149 ln 2
                                {largest, 88.72284f}});
}

TEST(FloatFunctions, OddFunctionsKeepSignAndDenormals) {
  expectPoints(ScalarOp::TanhF, {{0.0f, 0.0f},
                                 {-0.0f, -0.0f},
                                 {inf, 1.0f},
                                 {-inf, -1.0f},
                                 {largest, 1.0f},
                                 {NAN, NAN},
                                 {denormal, denormal},
                                 {-largestDenormal, -largestDenormal},
                                 {1e-20f, 1e-20f}});
  // 2/√π · 2^-149 rounds to 2^-149, and 100 · 2^-149 to 113 · 2^-149.
  expectPoints(ScalarOp::ErfF, {{0.0f, 0.0f},
                                {-0.0f, -0.0f},
                                {inf, 1.0f},
                                {-inf, -1.0f},
                                {-largest, -1.0f},
                                {NAN, NAN},
                                {denormal, denormal},
                                {-100 * denormal, -113 * denormal}});
}

TEST(FloatFunctions, SigmoidKeepsItsSmallValues) {
  expectPoints(ScalarOp::SigmoidF, {{0.0f, 0.5f},
                                    {-0.0f, 0.5f},
                                    {inf, 1.0f},
                                    {-inf, 0.0f},
                                    {NAN, NAN},
                                    {40.0f, 1.0f},
                                    {-103.0f, denormal},
                                    {-104.0f, 0.0f}});
}

// Nearest floats of a computation with 400 bits, here and below.
TEST(FloatFunctions, Expm1KeepsItsSmallValues) {
  expectPoints(ScalarOp::Expm1F, {{0.0f, 0.0f},
                                  {-0.0f, -0.0f},
                                  {inf, inf},
                                  {-inf, -1.0f},
                                  {NAN, NAN},
                                  {denormal, denormal},
                                  {-largestDenormal, -largestDenormal},
                                  {1e-20f, 1e-20f},
                                  {88.72284f, inf},
                                  {largest, inf},
                                  {-17.5f, -1.0f},
                                  {-largest, -1.0f}});
  expectNear(ScalarOp::Expm1F,
             {{1.0f, 0x1.b7e152p0f},
              {-1.0f, -0x1.43a54ep-1f},
              {1e-3f, 0x1.06466ep-10f},
              {0x1.62e42ep6f, 0x1.ffff08p127f},
              {-17.0f, -0x1.fffffep-1f}},
             1);
}

TEST(FloatFunctions, SoftplusKeepsItsSmallValues) {
  expectPoints(ScalarOp::SoftplusF, {{inf, inf},
                                     {-inf, 0.0f},
                                     {NAN, NAN},
                                     {20.0f, 20.0f},
                                     {largest, largest},
                                     {-103.0f, denormal},
                                     {-103.97f, denormal}, // 7.02e-46, just above its half
                                     {-103.98f, 0.0f},
                                     {-largest, 0.0f}});
  expectNear(ScalarOp::SoftplusF,
             {{0.0f, 0x1.62e43p-1f},
              {-0.0f, 0x1.62e43p-1f},
              {1.0f, 0x1.5031eap0f},
              {-1.0f, 0x1.40c7acp-2f},
              {-20.0f, 0x1.1b4866p-29f}},
             1);
}

// Wherever f64 gives an f32 exactly or out of its range, pow must give it too.
TEST(FloatFunctions, PowOfSpecialValues) {
  std::vector<float> special;
  for (float value : {0.0f,           denormal,    largestDenormal, 0x1p-126f, 0.5f,
                      0x1.fffffep-1f, 1.0f,        0x1.000002p0f,   1.5f,      2.0f,
                      3.0f,           127.0f,      128.0f,          150.0f,    4194303.5f,
                      8388607.0f,     16777215.0f, 16777216.0f,     largest,   inf,
                      float(NAN)}) {
    special.push_back(value);
    special.push_back(-value);
  }
  std::vector<float> x, y;
  for (float a : special)
    for (float b : special) {
      x.push_back(a);
      y.push_back(b);
    }
  std::vector<float> actual = valuesOf(ScalarOp::PowF, {x, y});
  for (size_t i = 0; i < x.size(); ++i) {
    double exact = std::pow(double(x[i]), double(y[i]));
    float rounded = float(exact);
    if (std::isnan(exact) || rounded == 0 || std::isinf(rounded) || rounded == exact)
      EXPECT_TRUE(sameBits(rounded, actual[i]))
          << x[i] << " ^ " << y[i] << " is " << actual[i] << ", not " << rounded;
    else
      EXPECT_LE(std::fabs(actual[i] - exact), 0x1p-23 * std::fabs(exact) + 0x1p-149)
          << x[i] << " ^ " << y[i];
  }
}

TEST(FloatFunctions, PowOfOneIsTheBase) {
  Random random(61);
  std::vector<float> x, one(20000, 1.0f);
  for (size_t i = 0; i < one.size(); ++i)
    x.push_back(std::bit_cast<float>(uint32_t(random.integer(0, 0x7f800000))));
  expectSame(x, valuesOf(ScalarOp::PowF, {x, one}), "x ^ 1");
}

// C's fmod is exact: any pair, and quotients of every size.
TEST(FloatFunctions, RemaindersAreExact) {
  Random random(63);
  std::vector<float> x, y, expected;
  const float special[] = {0.0f,    denormal, largestDenormal, 0x1p-126f, 1.0f, 3.0f,
                           largest, inf,      float(NAN)};
  for (float a : special)
    for (float b : special)
      for (float sign : {1.0f, -1.0f}) {
        x.push_back(sign * a);
        y.push_back(b);
        x.push_back(a);
        y.push_back(sign * b);
      }
  for (int i = 0; i < 300000; ++i) {
    auto any = [&] { return std::bit_cast<float>(uint32_t(random.integer(0, UINT32_MAX))); };
    x.push_back(any());
    // Every other one near it, where quotients are small.
    y.push_back(i % 2 ? any() : x.back() * float(random.integer(1, 1 << 20)) * 0x1p-18f);
  }
  for (size_t i = 0; i < x.size(); ++i)
    expected.push_back(std::fmod(x[i], y[i])); // libm's is exact
  std::vector<float> actual = valuesOf(ScalarOp::RemF, {x, y});
  for (size_t i = 0; i < x.size(); ++i)
    ASSERT_TRUE(sameBits(expected[i], actual[i]) ||
                (expected[i] != expected[i] && actual[i] != actual[i]))
        << x[i] << " mod " << y[i] << " is " << actual[i] << ", not " << expected[i];
}

// Exponents near each other, short mantissas, results among the denormals:
// where a sum rounded to f64 first would round wrongly.
TEST(FloatFunctions, FmaRoundsOnceOnEveryPath) {
  Random random(62);
  std::vector<float> a, b, c, expected;
  for (int i = 0; i < 200000; ++i) {
    auto number = [&](int64_t exponent, uint32_t mask) {
      auto bits = uint32_t(random.integer(0, UINT32_MAX)) & (0x80000000u | (0x7fffffu & mask));
      return std::bit_cast<float>(bits | uint32_t(std::clamp<int64_t>(exponent, 0, 255)) << 23);
    };
    bool isShort = i % 2, isTiny = i % 3 == 0;
    int64_t ea = random.integer(isTiny ? 0 : 90, isTiny ? 80 : 160);
    int64_t eb = random.integer(isTiny ? 20 : 90, isTiny ? 70 : 160);
    int64_t ec = ea + eb - 127 + random.integer(-30, 30);
    a.push_back(number(ea, isShort ? ~0xfffu : ~0u));
    b.push_back(number(eb, isShort ? ~0x7ffu : ~0u));
    c.push_back(number(ec, i % 5 == 0 ? 7u : ~0u));
    expected.push_back(std::fmaf(a.back(), b.back(), c.back())); // libm's is exact
  }
  expectSame(expected, valuesOf(ScalarOp::FmaF, {a, b, c}), "fma");
}

} // namespace
} // namespace qrt::test
