// Kernels compute some programs of attention of bytes in fewer instructions; these tell which.
#include "lowering/emit/products/byte_attention.h"

#include <gtest/gtest.h>

#include <limits>

namespace qopt::test {
namespace {

using qrt::ElementType;
using qrt::ScalarBuilder;
using qrt::ScalarOp;
using Value = ScalarBuilder::Value;

constexpr float none = -std::numeric_limits<float>::infinity();

Value score(ScalarBuilder &b) {
  return b.input({qrt::ScalarInputKind::Tensor, ElementType::F32, 0});
}

struct Clamp {
  float zero = 0, low = 0, high = 255;
};
qrt::ScalarProgram quantized(ScalarBuilder &b, Value t, Clamp to = {}) {
  Value q = b.apply(ScalarOp::AddF, b.apply(ScalarOp::RintF, t), b.constant(to.zero));
  q = b.apply(ScalarOp::MaxF, q, b.constant(to.low));
  q = b.apply(ScalarOp::MinF, q, b.constant(to.high));
  return b.finish(b.apply(ScalarOp::F32ToI32, q), ElementType::U8);
}

Value inSteps(ScalarBuilder &b, Value share, float step = 0.0031f) {
  return b.apply(ScalarOp::DivF, share, b.constant(step));
}

TEST(ByteAttention, ASumThatIsOnlyConvertedMayBeAFloat) {
  ScalarBuilder b;
  const Value sum = b.apply(ScalarOp::IntToF32, b.accumulator(ElementType::I32));
  const auto program = scoringOfFloats(
      b.finish(b.apply(ScalarOp::FmaF, sum, b.constant(0.5f), sum), ElementType::F32));
  ASSERT_TRUE(program);
  EXPECT_EQ(program->inputs[0].storage, ElementType::F32);
  ASSERT_EQ(program->instructions.size(), 3u); // the sum, a constant and fma
  const qrt::ScalarInstruction &fma = program->instructions[program->result];
  EXPECT_EQ(fma.op, ScalarOp::FmaF);
  for (int i : {0, 2})
    EXPECT_EQ(program->instructions[fma.operands[i]].type, qrt::ScalarType::F32);
}

// A head's scale is mostly a power of two: 1/8 of 64 elements.
TEST(ByteAttention, APowerOfTwoJoinsTheFactorBefore) {
  for (float scale : {0.125f, 0.1f}) {
    ScalarBuilder b;
    Value t = b.apply(ScalarOp::IntToF32, b.accumulator(ElementType::I32));
    t = b.apply(ScalarOp::MulF, t, b.constant(0.0004f));
    t = b.apply(ScalarOp::MulF, t, b.constant(scale));
    const auto program = scoringOfFloats(b.finish(t, ElementType::F32));
    ASSERT_TRUE(program);
    // The sum, a factor and a product, or a second product.
    EXPECT_EQ(program->instructions.size(), scale == 0.125f ? 3u : 5u);
  }
}

TEST(ByteAttention, ASumThatIsAddedToStaysAnInteger) {
  ScalarBuilder b;
  const Value sum = b.accumulator(ElementType::I32);
  const Value added = b.apply(ScalarOp::AddI, sum, b.constant(int32_t(7)));
  EXPECT_FALSE(scoringOfFloats(b.finish(
      b.apply(ScalarOp::AddF, b.apply(ScalarOp::IntToF32, sum), b.apply(ScalarOp::IntToF32, added)),
      ElementType::F32)));
}

TEST(ByteAttention, SharesInSteps) {
  ScalarBuilder b;
  const auto steps = shareStepsOf(quantized(b, inSteps(b, b.accumulator(ElementType::F32))));
  ASSERT_TRUE(steps);
  EXPECT_EQ(steps->step, 0.0031f);
  EXPECT_EQ(steps->highest, 255);
}

// As nn.masked_softmax and nn.quantize are: 0 where the score is −∞, and where the share is NaN.
TEST(ByteAttention, GuardsThatSayNothingNew) {
  ScalarBuilder b;
  const Value share =
      b.apply(ScalarOp::Select, b.apply(ScalarOp::Equal, score(b), b.constant(none)),
              b.constant(0.0f), b.accumulator(ElementType::F32));
  const Value t = inSteps(b, share);
  const Value number =
      b.apply(ScalarOp::Select, b.apply(ScalarOp::Equal, t, t), t, b.constant(0.0f));
  EXPECT_TRUE(shareStepsOf(quantized(b, number)));
}

// As nn.guarded_softmax is: 0 where the share is no number.
TEST(ByteAttention, AGuardOfNaNSaysNothingNew) {
  ScalarBuilder b;
  const Value share = b.accumulator(ElementType::F32);
  const Value isNan =
      b.apply(ScalarOp::XorI, b.apply(ScalarOp::Equal, share, share), b.constant(int32_t(1)));
  EXPECT_TRUE(shareStepsOf(
      quantized(b, inSteps(b, b.apply(ScalarOp::Select, isNan, b.constant(0.0f), share)))));
}

struct Other {
  const char *name;
  qrt::ScalarProgram (*make)(ScalarBuilder &);
};

Value masked(ScalarBuilder &b, float score0, float instead) {
  return b.apply(ScalarOp::Select, b.apply(ScalarOp::Equal, score(b), b.constant(score0)),
                 b.constant(instead), b.accumulator(ElementType::F32));
}

constexpr Other others[] = {
    {"AScoreThatIsNotMasked",
     [](ScalarBuilder &b) { return quantized(b, inSteps(b, masked(b, 1.0f, 0.0f))); }},
    {"AMaskedKeyThatHasWeight",
     [](ScalarBuilder &b) { return quantized(b, inSteps(b, masked(b, none, 1.0f))); }},
    {"AZeroPoint",
     [](ScalarBuilder &b) {
       return quantized(b, inSteps(b, b.accumulator(ElementType::F32)), {.zero = 3});
     }},
    {"ALowestThatIsNot0",
     [](ScalarBuilder &b) {
       return quantized(b, inSteps(b, b.accumulator(ElementType::F32)), {.low = 2});
     }},
    {"AStepOfDenormalQuotients",
     [](ScalarBuilder &b) {
       return quantized(b, inSteps(b, b.accumulator(ElementType::F32), 0x1p-60f));
     }},
    {"AScoreInTheShare",
     [](ScalarBuilder &b) {
       return quantized(
           b, inSteps(b, b.apply(ScalarOp::AddF, b.accumulator(ElementType::F32), score(b))));
     }},
};

class OtherWeights : public ::testing::TestWithParam<Other> {};

TEST_P(OtherWeights, AreNoShareInSteps) {
  ScalarBuilder b;
  EXPECT_FALSE(shareStepsOf(GetParam().make(b)));
}

INSTANTIATE_TEST_SUITE_P(Programs, OtherWeights, ::testing::ValuesIn(others),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace qopt::test
