// Every code of the narrow floats against f64 arithmetic written down here: what a code means,
// and which one is nearest. On every path, loaded and stored by scalar programs.
#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

struct Format {
  ElementType type;
  int exponentBits, mantissaBits;
  Specials specials;
  float largest;
};
const Format formats[] = {
    {ElementType::F16, 5, 10, Specials::Ieee, 65504.0f},
    {ElementType::BF16, 8, 7, Specials::Ieee, 0x1.fep127f},
    {ElementType::F8E4M3FN, 4, 3, Specials::NaN, 448.0f},
    {ElementType::F8E5M2, 5, 2, Specials::Ieee, 57344.0f},
    {ElementType::F8E4M3FNUZ, 4, 3, Specials::NaNAsMinusZero, 240.0f},
    {ElementType::F8E5M2FNUZ, 5, 2, Specials::NaNAsMinusZero, 57344.0f},
};

int codes(const Format &f) { return 2 << (f.exponentBits + f.mantissaBits); }
bool isFnuz(const Format &f) { return f.specials == Specials::NaNAsMinusZero; }

/// As IEEE 754, OCP's 8-bit formats and the FNUZ proposal (arXiv 2206.02915) word it.
double meaningOf(const Format &f, int code) {
  const int sign = code >> (f.exponentBits + f.mantissaBits);
  const int exponent = code >> f.mantissaBits & ((1 << f.exponentBits) - 1);
  const int fraction = code & ((1 << f.mantissaBits) - 1);
  const int last = (1 << f.exponentBits) - 1, bias = last / 2 + isFnuz(f);
  if (isFnuz(f) && code == codes(f) / 2)
    return NAN;
  double magnitude = exponent == 0 ? std::ldexp(fraction, 1 - bias - f.mantissaBits)
                                   : std::ldexp(fraction + (1 << f.mantissaBits),
                                                exponent - bias - f.mantissaBits);
  if (exponent == last && f.specials == Specials::Ieee)
    magnitude = fraction == 0 ? INFINITY : NAN;
  else if (f.specials == Specials::NaN && exponent == last && fraction == (1 << f.mantissaBits) - 1)
    magnitude = NAN;
  return sign ? -magnitude : magnitude;
}

/// Codes of the positive numbers, 0 first; the next one means infinity, or NaN.
int numbers(const Format &f) {
  const int half = codes(f) / 2;
  return isFnuz(f) ? half : f.specials == Specials::NaN ? half - 1 : half - (1 << f.mantissaBits);
}

/// Returns the code for a nearest number's code and a sign; FNUZ has no −0, and its only NaN has no
/// sign.
int signedCode(const Format &f, int nearest, bool isNegative) {
  const int sign = codes(f) / 2;
  if (isFnuz(f) && (nearest == 0 || nearest == sign))
    return nearest;
  return isNegative ? nearest + sign : nearest;
}

/// in → out through a program that only loads and stores.
Tensor moved(const Execution &execution, const Tensor &in, ElementType out) {
  ScalarBuilder b;
  ScalarProgram program = b.finish(b.input({ScalarInputKind::Tensor, in.type(), 0}), out);
  Tensor result = Tensor::allocate(out, in.shape());
  StridedAccess dense{{1}, 0};
  std::vector<ElementwiseOperand> operands = {{in.data(), dense}};
  EXPECT_TRUE(
      elementwise(execution, {{in.size()}}, program, {operands}, dense, result.mutableData()).ok());
  return result;
}

Tensor allCodes(const Format &f) {
  Tensor tensor = Tensor::allocate(f.type, {codes(f)});
  for (int64_t i = 0; i < tensor.size(); ++i)
    std::memcpy(static_cast<char *>(tensor.mutableData()) + i * int64_t(byteWidth(f.type)), &i,
                byteWidth(f.type));
  return tensor;
}

int codeAt(const Tensor &tensor, int64_t i) {
  int code = 0;
  std::memcpy(&code,
              static_cast<const char *>(tensor.data()) + i * int64_t(byteWidth(tensor.type())),
              byteWidth(tensor.type()));
  return code;
}

TEST(NarrowFloat, EveryCodeMeansItsNumberAndComesBack) {
  for (const Format &f : formats)
    for (const Execution &execution : executions()) {
      SCOPED_TRACE(std::string(elementTypeName(f.type)) + " " + describe(execution));
      Tensor all = allCodes(f), wide = moved(execution, all, ElementType::F32);
      Tensor back = moved(execution, wide, f.type);
      for (int code = 0; code < codes(f); ++code) {
        const float expected = float(meaningOf(f, code));
        ASSERT_TRUE(sameBits(wide.values<float>()[size_t(code)], expected)) << code;
        if (std::isnan(expected))
          ASSERT_TRUE(std::isnan(meaningOf(f, codeAt(back, code)))) << code;
        else
          ASSERT_EQ(codeAt(back, code), code);
      }
    }
}

/// The floats around the middle between two neighbouring numbers, and which code each is nearest
/// to: at the middle the even one. The neighbour of the largest is where the exponent would go on.
void middles(const Format &f, std::vector<float> &values, std::vector<int> &expected) {
  for (int code = 0; code < numbers(f); ++code) {
    double low = meaningOf(f, code), high = meaningOf(f, code + 1);
    if (code + 1 == numbers(f))
      high = low + (low - meaningOf(f, code - 1));
    const double middle = low + (high - low) / 2;
    for (bool isNegative : {false, true}) {
      auto add = [&](float value, int nearest) {
        values.push_back(isNegative ? -value : value);
        expected.push_back(signedCode(f, nearest, isNegative));
      };
      const float at = float(middle);
      ASSERT_EQ(double(at), middle);
      add(std::nextafter(at, 0.0f), code);
      add(at, code % 2 ? code + 1 : code);
      add(std::nextafter(at, INFINITY), code + 1);
    }
  }
}

TEST(NarrowFloat, RoundsToNearestTiesToEven) {
  for (const Format &f : formats) {
    std::vector<float> values;
    std::vector<int> expected;
    middles(f, values, expected);
    Tensor in = Tensor::fromValues<float>({int64_t(values.size())}, values);
    for (const Execution &execution : executions()) {
      SCOPED_TRACE(std::string(elementTypeName(f.type)) + " " + describe(execution));
      Tensor out = moved(execution, in, f.type);
      for (size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(codeAt(out, int64_t(i)), expected[i]) << values[i];
    }
  }
}

TEST(NarrowFloat, PastTheLargest) {
  for (const Format &f : formats) {
    FloatLayout layout = *narrowLayout(f.type);
    EXPECT_EQ(layout.largest(), f.largest);
    EXPECT_EQ(meaningOf(f, numbers(f) - 1), double(f.largest));
    for (float past : {INFINITY, -INFINITY, 3.4e38f}) {
      double stored = meaningOf(f, int(narrowFloat(layout, past)));
      if (f.specials == Specials::Ieee)
        EXPECT_EQ(stored, std::copysign(INFINITY, past)) << elementTypeName(f.type);
      else
        EXPECT_TRUE(std::isnan(stored)) << elementTypeName(f.type);
    }
    EXPECT_TRUE(std::isnan(meaningOf(f, int(narrowFloat(layout, NAN)))));
    EXPECT_EQ(narrowFloat(layout, 1e-45f), 0u);
    EXPECT_EQ(narrowFloat(layout, -0.0f), uint32_t(signedCode(f, 0, true)));
  }
}

// OCP's 4 bits: all codes are numbers, and what is too large or none becomes the largest.
TEST(NarrowFloat, FourBits) {
  const float numbers[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  for (uint32_t code = 0; code < 8; ++code) {
    EXPECT_EQ(widenFloat(Float4E2M1FN::layout, code), numbers[code]);
    EXPECT_EQ(widenFloat(Float4E2M1FN::layout, code + 8), -numbers[code]);
    EXPECT_EQ(Float4E2M1FN(-numbers[code]).bits, code + 8);
  }
  EXPECT_EQ(Float4E2M1FN(0.25f).bits, 0); // ties to even
  EXPECT_EQ(Float4E2M1FN(0.75f).bits, 2);
  EXPECT_EQ(Float4E2M1FN(2.5f).bits, 4);
  EXPECT_EQ(Float4E2M1FN(3.5f).bits, 6);
  EXPECT_EQ(Float4E2M1FN(5).bits, 6);
  EXPECT_EQ(Float4E2M1FN(5.1f).bits, 7);
  EXPECT_EQ(Float4E2M1FN(-INFINITY).bits, 15);
  EXPECT_EQ(Float4E2M1FN(NAN).bits, 8);
}

// Known numbers, from NumPy and OCP's tables.
TEST(NarrowFloat, KnownCodes) {
  EXPECT_EQ(Float16(1.0f).bits, 0x3c00);
  EXPECT_EQ(Float16(0.1f).bits, 0x2e66);
  EXPECT_EQ(Float16(-2.9802322e-8f).bits, 0x8000); // half the smallest
  EXPECT_EQ(BFloat16(3.1415927f).bits, 0x4049);
  EXPECT_EQ(Float8E4M3FN(448.0f).bits, 0x7e);
  EXPECT_EQ(Float8E4M3FN(464.0f).bits, 0x7e); // a tie, to even
  EXPECT_EQ(Float8E4M3FN(465.0f).bits, 0x7f);
  EXPECT_EQ(Float8E5M2(0.1f).bits, 0x2e);
}

// A value that stays inside a program is rounded as if it had been stored.
TEST(NarrowFloat, RoundToInsideAProgram) {
  Random random(5);
  for (const Format &f : formats) {
    Tensor in = Tensor::fromValues<float>({700}, random.values<float>(700));
    ScalarBuilder b;
    auto x = b.input({ScalarInputKind::Tensor, ElementType::F32, 0});
    ScalarProgram program = b.finish(
        b.apply(ScalarOp::NegF, b.roundTo(f.type, b.apply(ScalarOp::NegF, x))), ElementType::F32);
    for (const Execution &execution : executions()) {
      Tensor stored = moved(execution, moved(execution, in, f.type), ElementType::F32);
      Tensor out = Tensor::allocate(ElementType::F32, {700});
      StridedAccess dense{{1}, 0};
      std::vector<ElementwiseOperand> operands = {{in.data(), dense}};
      EXPECT_TRUE(
          elementwise(execution, {{700}}, program, {operands}, dense, out.mutableData()).ok());
      for (size_t i = 0; i < 700; ++i) {
        ASSERT_EQ(out.values<float>()[i], stored.values<float>()[i]) << elementTypeName(f.type);
        ScalarBuilder constant;
        auto rounded = constant.finish(
            constant.roundTo(f.type, constant.constant(in.values<float>()[i])), ElementType::F32);
        ASSERT_EQ(std::bit_cast<float>(uint32_t(rounded.instructions[0].bits)),
                  stored.values<float>()[i]);
      }
    }
  }
}

} // namespace
} // namespace qrt::test
