#include "lowering/emit/scalar/rounded_quotients.h"

#include "lowering/emit/scalar/scalar_c.h"
#include "test/lowering/emit/scalar/exact_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace qopt {
namespace {

using qrt::ElementType;
using qrt::ScalarBuilder;
using qrt::ScalarOp;

/// acc / `scale`, rounded, `more` of it, bounded to i8.
qrt::ScalarProgram quantization(float scale, auto more) {
  ScalarBuilder b;
  auto quotient = b.apply(ScalarOp::DivF, b.accumulator(ElementType::F32), b.constant(scale));
  auto isNumber = b.apply(ScalarOp::Equal, quotient, quotient);
  auto number = b.apply(ScalarOp::Select, isNumber, quotient, b.constant(0.0f));
  auto rounded = more(b, b.apply(ScalarOp::RintF, number), quotient);
  auto atLeast = b.apply(ScalarOp::MaxF, rounded, b.constant(-128.0f));
  auto bounded = b.apply(ScalarOp::MinF, atLeast, b.constant(127.0f));
  return b.finish(b.apply(ScalarOp::F32ToI32, bounded), ElementType::I8);
}
auto nothing = [](ScalarBuilder &, auto rounded, auto) { return rounded; };

int countOf(const qrt::ScalarProgram &program) {
  const std::vector<bool> quotients = roundedQuotients(program);
  return int(std::count(quotients.begin(), quotients.end(), true));
}

std::string bodyOf(const qrt::ScalarProgram &program) {
  const std::string inputs[] = {"acc"};
  return printScalarProgram(program, inputs)->body;
}

TEST(RoundedQuotients, AreOfQuantizations) {
  EXPECT_EQ(countOf(quantization(0.037f, nothing)), 1);
  EXPECT_EQ(countOf(quantization(-0.037f, nothing)), 1);
  auto withZero = [](ScalarBuilder &b, auto rounded, auto) {
    return b.apply(ScalarOp::AddF, rounded, b.constant(3.0f));
  };
  EXPECT_EQ(countOf(quantization(0.037f, withZero)), 1);
  const std::string body = bodyOf(quantization(0.25f, nothing));
  EXPECT_NE(body.find("divideToRound("), std::string::npos) << body;
  EXPECT_NE(body.find(", 0x1p+2f)"), std::string::npos) << body;
}

TEST(RoundedQuotients, AreNotOfExtremeScales) {
  for (float scale : {0x1p-61f, 0x1p61f, 0.0f, std::numeric_limits<float>::infinity(),
                      std::numeric_limits<float>::quiet_NaN()})
    EXPECT_EQ(countOf(quantization(scale, nothing)), 0) << scale;
}

TEST(RoundedQuotients, AreNotOfQuotientsThatAreReadOtherwise) {
  auto plusQuotient = [](ScalarBuilder &b, auto rounded, auto quotient) {
    return b.apply(ScalarOp::AddF, rounded, quotient);
  };
  EXPECT_EQ(countOf(quantization(0.037f, plusQuotient)), 0);
  EXPECT_EQ(bodyOf(quantization(0.037f, plusQuotient)).find("divideToRound"), std::string::npos);
}

/// a / b rounded once to the nearest f32, by whole numbers alone: a and b are mantissas of 24 bits
/// times powers of two.
float nearestQuotient(float a, float b) {
  if (!std::isfinite(a) || !std::isfinite(b) || a == 0 || b == 0)
    return a / b; // which is not rounded
  int aExponent, bExponent;
  const auto numerator = uint64_t(std::ldexp(std::frexp(std::fabs(a), &aExponent), 24));
  const auto denominator = uint64_t(std::ldexp(std::frexp(std::fabs(b), &bExponent), 24));
  int shift = numerator < denominator ? 24 : 23; // the quotient has 24 bits then
  int exponent = aExponent - bExponent - shift;
  if (exponent < -149) { // the last place of the smallest floats
    shift -= -149 - exponent;
    exponent = -149;
  }
  const float sign = std::signbit(a) == std::signbit(b) ? 1.0f : -1.0f;
  if (shift < -32)
    return sign * 0.0f;
  const uint64_t of = shift > 0 ? numerator << shift : numerator;
  const uint64_t by = shift < 0 ? denominator << -shift : denominator;
  uint64_t quotient = of / by;
  const uint64_t rest = of % by, lacking = by - rest;
  quotient += rest > lacking || (rest == lacking && quotient % 2);
  return sign * float(std::ldexp(double(quotient), exponent));
}

float stepOf(float quotient) {
  return std::fmin(std::fmax(std::rint(quotient), -0x1p24f), 0x1p24f);
}

void expectEqualSteps(float a, float b) {
  const float expected = nearestQuotient(a, b);
  const float actual = test::exact_text::divideToRound(a, b, 1.0f / b);
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual)) << a << " / " << b;
  } else {
    ASSERT_EQ(stepOf(expected), stepOf(actual)) << a << " / " << b;
  }
}

TEST(RoundedQuotients, RoundAsQuotients) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> exponents(-60.0f, 60.0f), values(-300.0f, 300.0f);
  for (int i = 0; i < 2000; ++i) {
    const float b = std::exp2(exponents(random)) * (i % 2 ? 1.0f : -1.0f);
    for (int j = 0; j < 500; ++j) {
      expectEqualSteps(values(random) * b, b);
      // Near a half: where quotients of the same step part.
      const float half = (std::rint(values(random)) + 0.5f) * b;
      for (float a : {std::nextafter(half, -INFINITY), half, std::nextafter(half, INFINITY)})
        expectEqualSteps(a, b);
    }
    for (int j = 0; j < 100; ++j) // any bits
      expectEqualSteps(std::bit_cast<float>(uint32_t(random())), b);
    for (float a : {0.0f, -0.0f, 1e-45f, 3.4e38f, -3.4e38f, INFINITY, -INFINITY, NAN})
      expectEqualSteps(a, b);
  }
}

TEST(RoundedQuotients, AreTheNearestFloats) {
  std::mt19937 random(11);
  for (int i = 0; i < 4000000; ++i) {
    const float a = std::bit_cast<float>(0x3f800000u | (uint32_t(random()) & 0x7fffffu));
    const float b = std::bit_cast<float>(0x3f800000u | (uint32_t(random()) & 0x7fffffu));
    ASSERT_EQ(nearestQuotient(a, b), test::exact_text::divideToRound(a, b, 1.0f / b))
        << a << " / " << b;
  }
}

// The reading by whole numbers and the host's instruction are two of one.
TEST(RoundedQuotients, AreReadAsTheHostDivides) {
  std::mt19937 random(13);
  for (int i = 0; i < 1000000; ++i) {
    const float a = std::bit_cast<float>(uint32_t(random()));
    const float b = std::bit_cast<float>(uint32_t(random()));
    const float expected = a / b;
    if (!std::isnan(expected)) {
      ASSERT_EQ(std::bit_cast<uint32_t>(expected), std::bit_cast<uint32_t>(nearestQuotient(a, b)))
          << a << " / " << b;
    }
  }
}

} // namespace
} // namespace qopt
